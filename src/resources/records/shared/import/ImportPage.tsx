import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type ImportType, importRoutes, isAgendaImport } from '#contract/records/routes/imports.ts';
import type {
  ImportSettings,
  ImportState,
  ImportSummary,
  RecordImport,
} from '#contract/records/routes/recordImport.ts';
import { countText, formatCount } from '#contract/rules/format.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { MatchSection } from './MatchSection.tsx';

/**
 * One import: columns, trial run, writing, result. `onWritten` is called when records were written that lists do not show
 * yet.
 */
export function ImportPage({ place, onWritten }: { place: ImportPlace; onWritten?: () => void }) {
  const { idImportacao = '' } = useParams();
  const flow = useImport(place.type.chave, idImportacao, onWritten);
  const { job, found, error } = flow;
  /** The import's version at which columns or settings were edited on this page. */
  const [edited, setEdited] = useState<number>();
  return (
    <LoadedPage answer={found} title="Importação">
      {() =>
        job && (
          <Page
            title={job.arquivo}
            count={importStateText(job)}
            actions={
              <Button component={Link} to={place.start}>
                Outro arquivo
              </Button>
            }
          >
            <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              {error && <Alert severity="error">{errorText(error)}</Alert>}
              {job.falha && <Alert severity="error">{job.falha}</Alert>}
              {isRunning(job) ? (
                <Running job={job} flow={flow} />
              ) : (
                <ImportOutcome job={job} flow={flow} place={place} outdated={edited === job.versao} />
              )}
              {!isRunning(job) && job.situacao !== 'CONCLUIDO' && !job.objetos && (
                <MatchSection
                  key={`${job.linhaTitulo} ${job.planilha} ${job.titulos.join()}`}
                  job={job}
                  flow={flow}
                  onEdit={() => setEdited(job.versao)}
                  edited={edited === job.versao}
                  asksContacts={isAgendaImport(place.type.chave)}
                />
              )}
            </Box>
          </Page>
        )
      }
    </LoadedPage>
  );
}

function Running({ job, flow }: { job: RecordImport; flow: ImportFlow }) {
  const { linhas } = job.contagens;
  const done = job.total ? Math.min(100, (linhas / job.total) * 100) : null;
  return (
    <Box role="status" sx={{ display: 'grid', gap: 3, maxWidth: 640 }}>
      <Typography>
        {job.simulacao
          ? 'Simulando: nada é gravado.'
          : 'Gravando. Você pode sair desta página: a importação continua.'}{' '}
        {formatCount(linhas, 'linha lida', 'linhas lidas')}
        {job.total ? ` de ${countText(job.total)}` : ''}.
      </Typography>
      <LinearProgress
        aria-label="Andamento da importação"
        {...(done !== null && { variant: 'determinate' as const, value: done })}
      />
      <Button variant="outlined" disabled={flow.busy} onClick={flow.cancel} sx={{ justifySelf: 'start' }}>
        {job.simulacao ? 'Parar a simulação' : 'Parar a gravação'}
      </Button>
    </Box>
  );
}

/** Polling interval of a running import, in ms. */
const POLL_INTERVAL = 1_000;

interface Decisions {
  planilha?: number;
  linhaTitulo?: number;
  colunas?: (string | null)[];
  ajustes?: ImportSettings;
}

/** One import and the actions the person may perform on it. Polled while it runs. */
function useImport(chave: string, idImportacao: string, onWritten?: () => void) {
  const queries = useQueryClient();
  const input = { params: { chave, idImportacao } };
  const found = useRoute(importRoutes.get, input, {
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.data) ? POLL_INTERVAL : false),
  });
  const job = found.data?.data;
  const keep = (answer: { data: RecordImport }) =>
    queries.setQueryData(routeKey(importRoutes.get, input), answer);
  // Refused, for example because another window was faster: refetches the current state, shown along with the refusal.
  const settled = { onSuccess: keep, onError: () => void found.refetch() };
  const match = useRouteCommand(importRoutes.match, settled);
  const run = useRouteCommand(importRoutes.run, settled);
  const cancel = useRouteCommand(importRoutes.cancel, settled);
  const preset = useRouteCommand(importRoutes.savePreset, { onSuccess: () => found.refetch() });
  const written = job?.situacao === 'CONCLUIDO';
  useEffect(() => {
    // Lists and forms of the type show data from before the import.
    if (!written) return;
    void queries.invalidateQueries({ queryKey: [`cadastros/${chave}`] });
    onWritten?.();
  }, [written, chave, queries, onWritten]);
  const versao = job?.versao ?? 1;
  return {
    found,
    job,
    keep,
    refetch: () => void found.refetch(),
    error: match.error ?? run.error ?? cancel.error ?? preset.error,
    busy: match.isPending || run.isPending || cancel.isPending,
    match: (body: Decisions) => match.mutate({ ...input, body: { versao, ...body } }),
    run: () => run.mutate({ ...input, body: { versao } }),
    cancel: () => cancel.mutate(input),
    keepPreset: (nome: string) => preset.mutate({ ...input, body: { nome } }),
    refused: (formato: 'csv' | 'xlsx') =>
      downloadRoute(
        importRoutes.refused,
        { ...input, query: { formato } },
        `${job?.arquivo.replace(/\.[^.]*$/, '')} - recusadas.${formato}`,
      ),
  };
}

export type ImportFlow = ReturnType<typeof useImport>;

/** What is imported, and where it is located in the console. */
export interface ImportPlace {
  type: ImportType;
  /** Path of the page with the drop area. */
  start: string;
  /** Path of a single import. */
  one: (id: string) => string;
  /** Path of the list with the imported records. */
  list: string;
}

const STATES: Record<ImportState, string> = {
  CONFERENCIA: 'Em conferência',
  NA_FILA: 'Na fila',
  EXECUTANDO: 'Gravando',
  CONCLUIDO: 'Concluída',
  CANCELADO: 'Cancelada',
  FALHOU: 'Parou',
};

/** The display text of an import's state. */
export const importStateText = ({
  situacao,
  simulacao,
}: Pick<ImportSummary, 'situacao' | 'simulacao'>): string =>
  situacao === 'EXECUTANDO' && simulacao ? 'Simulando' : STATES[situacao];

const isRunning = ({ situacao }: Pick<ImportSummary, 'situacao'>): boolean =>
  situacao === 'NA_FILA' || situacao === 'EXECUTANDO';
