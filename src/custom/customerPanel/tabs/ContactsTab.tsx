import AddOutlined from '@mui/icons-material/AddOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import {
  type CustomerContact,
  type CustomerEmail,
  type CustomerPhone,
  contactRoutes,
} from '../../../../contract/callcenter/contacts.ts';
import { formatPhone } from '../../../../contract/rules/contact.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { MailLink, PhoneAction } from '../../../ui/components/display/ContactLinks.tsx';
import { CopyButton } from '../../../ui/components/display/CopyButton.tsx';
import { EmptyState } from '../../../ui/shell/states/StateMessage.tsx';
import { useCan } from '../../../ui/shell/usePerson.ts';
import { useDial } from '../../dialing/useDial.ts';
import { ContactDialog } from '../editing/ContactDialog.tsx';
import { ValueDialog } from '../editing/FormDialog.tsx';
import type { PanelTabProps } from '../panelTabs.ts';
import { Line, Lines, QueryStates, TabHead } from '../TabParts.tsx';
import { usePanelRefresh } from '../usePanel.ts';

/** The customer's contacts. Those who may register contacts can add and edit them. */
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
      <QueryStates query={query}>
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
      </QueryStates>
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
      {contact.email && <MailLink email={contact.email} />}
    </Line>
  );
}

/** Phone numbers to dial, copy or message; those owned by another system cannot be edited here. */
export function PhonesTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.phones, { params: { idCli } });
  const [editing, setEditing] = useState<CustomerPhone | null>(null);
  const refresh = usePanelRefresh(idCli);
  const dialing = useDial(idCli);
  const { can } = useCan();
  return (
    <QueryStates query={query}>
      {(phones) => (
        <>
          {phones.length === 0 && (
            <EmptyState title="Nenhum telefone cadastrado" text="Os telefones do cadastro aparecem aqui." />
          )}
          <Lines>
            {phones.map((phone) => (
              <Line key={phone.id}>
                <div className="main">
                  <PhoneAction phone={phone.tel} {...dialing} />
                  <small>{phone.desc || 'Telefone'}</small>
                </div>
                {phone.permiteEditar && can('CLIENTE_EDITAR') && (
                  <IconButton
                    aria-label={`Editar ${formatPhone(phone.tel)}`}
                    onClick={() => setEditing(phone)}
                  >
                    <EditOutlined fontSize="small" />
                  </IconButton>
                )}
              </Line>
            ))}
          </Lines>
          {editing && (
            <ValueDialog
              kind="telefone"
              idCli={idCli}
              id={editing.id}
              value={editing.tel}
              onClose={() => setEditing(null)}
              onSaved={() => {
                setEditing(null);
                void query.refetch();
                refresh();
              }}
            />
          )}
        </>
      )}
    </QueryStates>
  );
}

/** Addresses to write to; those owned by another system cannot be edited here. */
export function EmailsTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.emails, { params: { idCli } });
  const [editing, setEditing] = useState<CustomerEmail | null>(null);
  const refresh = usePanelRefresh(idCli);
  const { can } = useCan();
  return (
    <QueryStates query={query}>
      {(emails) => (
        <>
          {emails.length === 0 && (
            <EmptyState title="Nenhum e-mail cadastrado" text="Os e-mails do cadastro aparecem aqui." />
          )}
          <Lines>
            {emails.map((each) => (
              <Line key={each.id}>
                <div className="main">
                  <MailLink email={each.email} />
                  <CopyButton text={each.email} label={`Copiar ${each.email}`} />
                  <small>{each.desc || 'E-mail'}</small>
                </div>
                {each.permiteEditar && can('CLIENTE_EDITAR') && (
                  <IconButton aria-label={`Editar ${each.email}`} onClick={() => setEditing(each)}>
                    <EditOutlined fontSize="small" />
                  </IconButton>
                )}
              </Line>
            ))}
          </Lines>
          {editing && (
            <ValueDialog
              kind="email"
              idCli={idCli}
              id={editing.id}
              value={editing.email}
              onClose={() => setEditing(null)}
              onSaved={() => {
                setEditing(null);
                void query.refetch();
                refresh();
              }}
            />
          )}
        </>
      )}
    </QueryStates>
  );
}
