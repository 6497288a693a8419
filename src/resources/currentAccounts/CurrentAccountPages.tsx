import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRefresh } from 'ra-core';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import {
  ACCOUNT_PAGE,
  type Account,
  type AccountEntry,
  currentAccountRoutes,
  STATEMENT_ENTRIES,
} from '#contract/callcenter/currentAccounts.ts';
import { formatCount } from '#contract/rules/format.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { PeriodFields } from '#ui/components/inputs/DateField.tsx';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { accountColumns, entryColumns, StatementFigures } from './accountTable.tsx';
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
      <ListPage<Account>
        resource="contas-correntes"
        title={{ menu: 'Contas Correntes' }}
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

/** `/contas-correntes/{id}`: credits and debits, with the balance after each entry. */
export const AccountStatement = () => (
  <RecordScreen permission="CONTA_CORRENTE">{(id) => <Statement id={id} />}</RecordScreen>
);

function Statement({ id }: { id: number }) {
  const [search, setSearch] = useSearchParams();
  const [transferring, setTransferring] = useState(false);
  const query = {
    data_inicio: search.get('data_inicio') ?? undefined,
    data_fim: search.get('data_fim') ?? undefined,
  };
  const params = { idColaborador: id };
  const { data, error, isPending, refetch } = useRoute(currentAccountRoutes.statement, { params, query });
  const statement = data?.data;
  const name = statement?.colaborador.nome;
  const unknown = error?.status === 404;
  return (
    <Page
      title={name ? `Extrato de ${name}` : 'Extrato'}
      count={statement && formatCount(statement.itens.length, 'lançamento', 'lançamentos')}
      actions={
        statement && (
          <>
            <ExportButton
              download={(formato, options) =>
                downloadProgress(
                  currentAccountRoutes.exportStatement,
                  { params, query: { ...query, formato } },
                  { name: `extrato-${id}.${formato}`, ...options },
                )
              }
            />
            {statement.podeTransferir && (
              <Button
                variant="contained"
                startIcon={<SwapHorizOutlined />}
                onClick={() => setTransferring(true)}
              >
                Transferir saldo
              </Button>
            )}
          </>
        )
      }
      fill
    >
      {unknown ? (
        <EmptyState
          title="Conta não encontrada"
          text="Ela não existe, ou não está entre as que você pode ver."
        />
      ) : (
        <>
          <PeriodFields
            from={query.data_inicio ?? statement?.data_inicio ?? null}
            to={query.data_fim ?? statement?.data_fim ?? null}
            onChange={(data_inicio, data_fim) => setSearch({ data_inicio, data_fim }, { replace: true })}
          />
          {isPending && <Undecided />}
          {statement && <StatementFigures statement={statement} />}
          {statement?.cortado && (
            <Alert severity="info" sx={{ mb: 3 }}>
              O período tem mais de {STATEMENT_ENTRIES} lançamentos: aqui estão os mais novos. Escolha um
              período menor para ver os outros.
            </Alert>
          )}
          <Box sx={{ minHeight: 0, flex: { md: 1 } }}>
            <DataTable
              label="Lançamentos"
              columns={entryColumns}
              rows={statement?.itens ?? NO_ROWS}
              rowId={rowId}
              loading={isPending}
              answer={{ data, error, refetch }}
              empty={
                <EmptyState
                  title="Nada entrou nem saiu neste período"
                  text="Escolha um período maior para ver outros lançamentos."
                />
              }
              maxHeight="100%"
            />
          </Box>
        </>
      )}
      {transferring && (
        <TransferDialog from={id} onDone={() => refetch()} onClose={() => setTransferring(false)} />
      )}
    </Page>
  );
}

const NO_ROWS: AccountEntry[] = [];
const rowId = ({ id }: AccountEntry) => id;
