import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { type CustomerPhone, contactRoutes } from '../../../../contract/callcenter/contacts.ts';
import { formatPhone } from '../../../../contract/rules/phone.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { PhoneAction } from '../../../ui/components/display/PhoneAction.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';
import { useDial } from '../../dialing/useDial.ts';
import { ValueDialog } from '../editing/ValueDialog.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { Answered } from '../parts/Answered.tsx';
import { Line, Lines } from '../parts/Lines.tsx';
import { usePanelRefresh } from '../usePanel.ts';

/** Numbers to dial, copy or write to; what another system owns is not edited here. */
export function PhonesTab({ idCli }: PanelTabProps) {
  const query = useRoute(contactRoutes.phones, { params: { idCli } });
  const [editing, setEditing] = useState<CustomerPhone | null>(null);
  const refresh = usePanelRefresh(idCli);
  const dialing = useDial(idCli);
  const { can } = useCan();
  return (
    <Answered query={query}>
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
    </Answered>
  );
}
