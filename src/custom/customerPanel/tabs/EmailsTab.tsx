import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { type CustomerEmail, contactRoutes } from '../../../../contract/callcenter/contacts.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { CopyButton } from '../../../ui/components/display/CopyButton.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';
import { ValueDialog } from '../editing/ValueDialog.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { Answered } from '../parts/Answered.tsx';
import { Line, Lines } from '../parts/Lines.tsx';
import { usePanelRefresh } from '../usePanel.ts';

/** Addresses to write to; what another system owns is not edited here. */
export function EmailsTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.emails, { params: { idCli } });
  const [editing, setEditing] = useState<CustomerEmail | null>(null);
  const refresh = usePanelRefresh(idCli);
  const { can } = useCan();
  return (
    <Answered query={query}>
      {(emails) => (
        <>
          {emails.length === 0 && (
            <EmptyState title="Nenhum e-mail cadastrado" text="Os e-mails do cadastro aparecem aqui." />
          )}
          <Lines>
            {emails.map((each) => (
              <Line key={each.id}>
                <div className="main">
                  <Link href={`mailto:${each.email}`}>{each.email}</Link>
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
    </Answered>
  );
}
