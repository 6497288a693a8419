import AddOutlined from '@mui/icons-material/AddOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { type CustomerContact, contactRoutes } from '../../../../contract/callcenter/contacts.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { PhoneAction } from '../../../ui/components/display/PhoneAction.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';
import { useDial } from '../../dialing/useDial.ts';
import { ContactDialog } from '../editing/ContactDialog.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { Answered } from '../parts/Answered.tsx';
import { Line, Lines, TabHead } from '../parts/Lines.tsx';
import { usePanelRefresh } from '../usePanel.ts';

/** The people of a customer. Who may register contacts adds and edits them. */
export function ContactsTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.contacts, { params: { idCli } });
  const [editing, setEditing] = useState<CustomerContact | 'new' | null>(null);
  const refresh = usePanelRefresh(idCli);
  const mayWrite = useCan().can('CLIENTE_CONTATOS_CADASTRA');
  const add = mayWrite && (
    <Button startIcon={<AddOutlined />} onClick={() => setEditing('new')}>
      Novo contato
    </Button>
  );
  return (
    <>
      <Answered query={query}>
        {(contacts) =>
          contacts.length === 0 ? (
            <EmptyState
              title="Nenhum contato cadastrado"
              text="Com quem se fala neste cliente aparece aqui."
              actions={add}
            />
          ) : (
            <>
              <TabHead>
                {formatCount(contacts.length, 'contato', 'contatos')}
                {add}
              </TabHead>
              <Lines>
                {contacts.map((contact) => (
                  <ContactLine
                    key={contact.id}
                    idCli={idCli}
                    contact={contact}
                    {...(mayWrite && { onEdit: () => setEditing(contact) })}
                  />
                ))}
              </Lines>
            </>
          )
        }
      </Answered>
      {editing && (
        <ContactDialog
          idCli={idCli}
          contact={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            void query.refetch();
            refresh();
          }}
        />
      )}
    </>
  );
}

interface ContactLineProps {
  idCli: number;
  contact: CustomerContact;
  onEdit?: () => void;
}

function ContactLine({ idCli, contact, onEdit }: ContactLineProps) {
  const dialing = useDial(idCli);
  const facts = [contact.tipoDesc, contact.cargo, contact.autorizadoFaturamento && 'autoriza faturamento'];
  const words = [...new Set(facts.filter(Boolean))].join(' · ');
  return (
    <Line>
      <div className="main">
        {contact.nome}
        {words && <small>{words}</small>}
      </div>
      {onEdit && (
        <IconButton aria-label={`Editar ${contact.nome}`} onClick={onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
      )}
      {contact.telefone && <PhoneAction phone={contact.telefone} {...dialing} />}
      {contact.celular && contact.celular !== contact.telefone && (
        <PhoneAction phone={contact.celular} {...dialing} />
      )}
      {contact.email && (
        <Link href={`mailto:${contact.email}`} sx={{ overflowWrap: 'anywhere' }}>
          {contact.email}
        </Link>
      )}
    </Line>
  );
}
