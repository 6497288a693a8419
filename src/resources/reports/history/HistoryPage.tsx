import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useNotify } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { type ReportRun, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { useRoute } from '#data/useRoute.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { PageLinks } from '#ui/components/PageLinks/PageLinks.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { PersonalGate, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { BackToReports, dashboardPath, reportPath } from '../shared/reportAddress.tsx';
import { runColumns, runFilters, runQuery } from './runTable.tsx';

/** `/relatorios/historico`: the reports generated, by whom and with which filters, and the files ready for download. */
export function HistoryPage() {
  return (
    <RequirePermission permission="SAC_RELATORIO">
      <History />
    </RequirePermission>
  );
}

function History() {
  const { can } = useCan();
  const everybody = can('CONFIGURACAO_RELATORIOS');
  const [params, setParams] = useSearchParams();
  const [perPage, setPerPage] = useState(25);
  const values = useMemo(() => Object.fromEntries(params), [params]);
  const page = Math.max(1, Number(values.page) || 1);
  const input = { query: { ...runQuery(values), page, take: perPage } };
  const { data, error, isPending, isPlaceholderData, refetch } = useRoute(reportDeskRoutes.runs, input, {
    placeholderData: (before) => before,
  });
  const filters = runFilters(everybody);
  const setValues = (next: FilterValues) =>
    setParams(
      Object.entries(next).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])) as [
        string,
        string,
      ][],
    );
  const columns = useMemo(() => runColumns(everybody), [everybody]);
  const rowActions = useRowActions();
  const total = data?.paginator.total ?? 0;
  const { page: _page, execucao, ...filterValues } = values;
  return (
    <Page
      title="Histórico de relatórios"
      count={data && formatCount(total, 'geração', 'gerações', DISPLAY_CAP)}
      fill
    >
      {execucao && /^\d{1,9}$/.test(execucao) && <DeliveredFile id={Number(execucao)} />}
      <FilterBar filters={filters} values={filterValues} onChange={setValues} />
      <DataTable
        label="Histórico de relatórios"
        columns={columns}
        rows={data?.itens ?? NO_ROWS}
        rowId={rowId}
        rowActions={rowActions}
        actionsWidth={72}
        loading={isPending || isPlaceholderData}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title={
              Object.keys(filterValues).length > 0 ? 'Nada gerado com estes filtros' : 'Nada gerado ainda'
            }
            text="Cada relatório que você gera, exporta ou recebe, e cada painel que recebe, fica registrado aqui."
            actions={<BackToReports />}
          />
        }
        rowCount={data?.paginator.total}
        rowOffset={(page - 1) * perPage}
        maxHeight="100%"
      />
      <PageLinks
        page={page}
        lastPage={data?.paginator.last_page ?? 1}
        perPage={perPage}
        total={data?.paginator.total}
        onPage={(next) => setParams({ ...filterValues, page: `${next}` })}
        onPerPage={setPerPage}
        noun={['geração', 'gerações']}
      />
    </Page>
  );
}

function useRowActions() {
  const { download, busy } = useFileDownload();
  return useCallback(
    (run: ReportRun) => (
      <>
        {run.arquivo && (
          <PersonalGate route={reportDeskRoutes.runFile}>
            <IconButton
              size="small"
              aria-label={`Baixar arquivo da geração ${run.id}`}
              title="Baixar arquivo"
              disabled={busy}
              onClick={() => void download(run.id)}
            >
              <DownloadOutlined fontSize="small" />
            </IconButton>
          </PersonalGate>
        )}
        <Hint text="Gerar de novo com estes filtros">
          <IconButton
            size="small"
            component={Link}
            to={pathOf(run)}
            aria-label={`Gerar de novo ${run.titulo} com os filtros da geração ${run.id}`}
          >
            <ReplayOutlined fontSize="small" />
          </IconButton>
        </Hint>
      </>
    ),
    [download, busy],
  );
}

const pathOf = ({ relatorio, painel, filtros }: ReportRun) =>
  painel === null ? reportPath(relatorio ?? '', filtros) : dashboardPath(painel, filtros);

const NO_ROWS: ReportRun[] = [];
const rowId = ({ id }: ReportRun) => id;

/** The link in an e-mail leads to a single file. */
function DeliveredFile({ id }: { id: number }) {
  const { download, busy } = useFileDownload();
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" loading={busy} onClick={() => void download(id)}>
          Baixar arquivo
        </Button>
      }
    >
      O arquivo do seu e-mail está pronto.
    </Alert>
  );
}

/** Downloads the file of a run under the name given by the server. */
function useFileDownload() {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const download = useCallback(
    async (id: number) => {
      setBusy(true);
      const { signal } = new AbortController();
      await downloadProgress(
        reportDeskRoutes.runFile,
        { params: { id } },
        { name: `relatorio-${id}`, signal, onProgress: () => {} },
      ).catch((error: unknown) => notify(errorText(error), { type: 'error' }));
      setBusy(false);
    },
    [notify],
  );
  return { download, busy };
}
