import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type AccountEntry,
  currentAccountRoutes,
  STATEMENT_ENTRIES,
} from '../../../contract/callcenter/currentAccounts.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { RecordScreen } from '../../custom/console/RequirePermission.tsx';
import { downloadProgress } from '../../dataProvider/fileTransfer.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { PeriodFields } from '../../ui/components/inputs/PeriodFields.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/StateMessage.tsx';
import { entryColumns, StatementFigures } from './accountTable.tsx';
import { TransferDialog } from './TransferDialog.tsx';

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
