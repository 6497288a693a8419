import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nfeImportRoutes } from '#contract/config/nfeImports.ts';
import { countText, DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { RelativeDate, SecondaryText } from '#ui/components/display/Texts.tsx';
import { DropZone } from '#ui/components/files/DropZone.tsx';
import { FileProblems } from '#ui/components/files/FileProblems.tsx';
import { sortFiles } from '#ui/components/files/fileRules.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import {
  countsOf,
  type ImportView,
  isRunning,
  ResultRows,
  sentText,
  stateText,
  UnknownEmitters,
} from './ImportResult.tsx';
import { useSendFiles } from './useSendFiles.ts';
import { WaitingNotes } from './WaitingNotes.tsx';

/** `/cadastros/notas/importar-xml`: signed files are turned into invoices, customers and products. */
export function NfeImportPage() {
  return (
    <RequirePermission permission="NOTAS_IMPORTAR_XML">
      <Page title={{ menu: 'Notas por XML', inFull: 'Importar notas de XML' }}>
        <Imports />
      </Page>
    </RequirePermission>
  );
}

const POLL_INTERVAL = 1_000;

function Imports() {
  const { data, error, refetch } = useRoute(
    nfeImportRoutes.list,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_INTERVAL : false) },
  );
  const [latest, ...older] = data ?? [];
  const running = data?.some(isRunning) ?? false;
  return (
    <Stack spacing={4}>
      <SendFiles />
      <WatchedFolder />
      <Failure answer={{ data, error, refetch }} />
      <UnknownEmitters running={running} />
      {latest && <ImportResult key={latest.id} job={latest} />}
      <WaitingNotes running={running} />
      {older.length > 0 && <OlderImports jobs={older} />}
    </Stack>
  );
}

/** Earlier imports, each expandable in place. */
function OlderImports({ jobs }: { jobs: readonly ImportView[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Section title="Importações anteriores">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {jobs.map((job) => (
          <li key={job.id}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
              <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
                {sentText(job)}
                <SecondaryText as="div">
                  {stateText(job)} · {job.colaborador} · <RelativeDate value={job.datahora_criacao} />
                </SecondaryText>
              </Box>
              <Button
                size="small"
                aria-expanded={open === job.id}
                onClick={() => setOpen(open === job.id ? null : job.id)}
              >
                {open === job.id ? 'Fechar' : 'Ver resultado'}
              </Button>
            </Box>
            {open === job.id && <ImportResult job={job} />}
          </li>
        ))}
      </Box>
    </Section>
  );
}

/** The progress of an import, the number of files per outcome, and each file. */
function ImportResult({ job }: { job: ImportView }) {
  const client = useQueryClient();
  const cancel = useRouteCommand(nfeImportRoutes.cancel, {
    onSuccess: () => client.invalidateQueries({ queryKey: routeKey(nfeImportRoutes.list) }),
  });
  const running = isRunning(job);
  const counts = countsOf(job);
  return (
    <Section
      title={running ? 'Importando' : 'Resultado'}
      description={`${sentText(job)} · ${job.colaborador}`}
      actions={
        running && (
          <Button
            onClick={() => cancel.mutate({ params: { id: job.id } })}
            loading={cancel.isPending}
            size="small"
          >
            Parar
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <div role="status">
          {running ? (
            <>
              {stateText(job)}
              <LinearProgress aria-label="Andamento da importação" sx={{ mt: 1 }} {...progressOf(job)} />
            </>
          ) : (
            <Alert severity={severityOf(job)}>{stateText(job)}</Alert>
          )}
        </div>
        {cancel.error && <Alert severity="error">{cancel.error.message}</Alert>}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))' }}>
          {counts.map(({ row, quantidade }) => (
            <FigureTile key={row.value} label={row.label} value={countText(quantidade)} tone={row.color} />
          ))}
        </Box>
        {counts.length > 0 && <ResultRows job={job} />}
      </Box>
    </Section>
  );
}

const progressOf = ({ processados, total }: ImportView) =>
  total ? ({ variant: 'determinate', value: (processados / total) * 100 } as const) : {};

function severityOf(job: ImportView) {
  if (job.situacao === 'FALHOU') return 'error';
  const refused = job.contagem.some(({ resultado }) => resultado === 'RECUSADA');
  return refused || job.situacao === 'CANCELADO' ? 'warning' : 'success';
}

const ACCEPT = ['.xml', '.zip'];

const MAX_FILES = 5_000;

const MAX_BYTES = 200 * 1024 * 1024;

/** The drop area for files and ZIPs, several at once. */
function SendFiles() {
  const { sending, problems, setProblems, send, cancel } = useSendFiles();
  const take = (files: readonly File[]) => {
    const { accepted, refused } = sortFiles(files, 0, {
      accept: ACCEPT,
      maxCount: MAX_FILES,
      maxFileBytes: MAX_BYTES,
    });
    const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`);
    if (accepted.length === 0) setProblems(reasons);
    else void send(accepted).then(() => setProblems((before) => [...reasons, ...before]));
  };
  return (
    <Section
      title="Arquivos"
      description="XML autorizado pela SEFAZ (procNFe), eventos de cancelamento, e ZIPs deles. As notas que suas filiais emitiram viram notas, clientes e produtos; o que já está no Balcão não é mudado."
    >
      <DropZone
        label="Arquivos XML e ZIP"
        accept={ACCEPT}
        hint="Muitos XMLs ou ZIPs de uma vez, até 200 MB cada"
        isFull={sending !== null}
        onFiles={take}
        pasteAnywhere={false}
      >
        {sending && (
          <Box role="status" sx={{ display: 'grid', gap: 1 }}>
            <Typography variant="body2">
              {`Enviando ${sending.done} de ${formatCount(sending.of, 'arquivo', 'arquivos')}…`}
            </Typography>
            <LinearProgress
              aria-label="Envio dos arquivos"
              variant="determinate"
              value={(sending.done / sending.of) * 100}
            />
            <Button size="small" onClick={cancel} sx={{ justifySelf: 'start' }}>
              Parar o envio
            </Button>
          </Box>
        )}
      </DropZone>
      <FileProblems problems={problems} severity="error" />
    </Section>
  );
}

const REFRESH_INTERVAL = 15_000;

/** The server folder that is read automatically, where one is configured. */
function WatchedFolder() {
  const { data } = useRoute(nfeImportRoutes.folder, {}, { refetchInterval: REFRESH_INTERVAL });
  const folder = data?.data;
  if (!folder) return null;
  const { caminho, ultimaLeitura, problema, esperando, recusados } = folder;
  return (
    <Section
      title="Pasta lida sozinha"
      description="XMLs e ZIPs deixados nela entram sem ninguém enviar; depois vão para as pastas lidas ou recusadas, estas com o motivo ao lado."
    >
      {problema && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {problema}
        </Alert>
      )}
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>
        {caminho}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {ultimaLeitura ? (
          <>
            Lida <RelativeDate value={ultimaLeitura} />
          </>
        ) : (
          'Ainda não lida'
        )}
        {` · ${formatCount(esperando, 'arquivo à espera', 'arquivos à espera', DISPLAY_CAP)} · ${formatCount(recusados, 'recusado', 'recusados', DISPLAY_CAP)}`}
      </Typography>
    </Section>
  );
}
