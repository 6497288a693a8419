import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import Button from '@mui/material/Button';
import { useRefresh } from 'ra-core';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ACCOUNT_PAGE, type Account } from '../../../contract/callcenter/currentAccounts.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { currentInitialLoad } from '../../dataProvider/session.ts';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import { accountColumns } from './accountTable.tsx';
import { TransferDialog } from './TransferDialog.tsx';

/** `/contas-correntes`: everyone's balances. A person who may see only their own account is taken straight to it. */
export function AccountList() {
  return (
    <RequirePermission permission="CONTA_CORRENTE">
      <Accounts />
    </RequirePermission>
  );
}

function Accounts() {
  const { can } = useCan();
  const refresh = useRefresh();
  const [transferring, setTransferring] = useState(false);
  const person = currentInitialLoad()?.colaborador.id;
  if (!can('CONTA_CORRENTE_TODAS') && person) return <Navigate to={`/contas-correntes/${person}`} replace />;
  return (
    <>
      <ResourceList<Account>
        resource="contas-correntes"
        title="Contas Correntes"
        noun={['conta', 'contas']}
        columns={accountColumns}
        perPage={ACCOUNT_PAGE}
        sort={{ field: 'nome', order: 'ASC' }}
        search={{ key: 'q', placeholder: 'Nome do colaborador' }}
        empty={{ title: 'Nenhuma conta ainda', text: 'Cada colaborador ativo tem uma conta corrente.' }}
        actions={
          can('CONTA_CORRENTE_TRANSFERIR') && (
            <Button
              variant="contained"
              startIcon={<SwapHorizOutlined />}
              onClick={() => setTransferring(true)}
            >
              Transferir saldo
            </Button>
          )
        }
      />
      {transferring && <TransferDialog onDone={refresh} onClose={() => setTransferring(false)} />}
    </>
  );
}
