import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isAgendaImport } from '#contract/records/routes/imports.ts';
import type { RecordImport } from '#contract/records/routes/recordImport.ts';
import { countText, formatCount } from '#contract/rules/format.ts';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { type ImportFlow, type ImportPlace, importStateText, isRunning, useImport } from './importFlow.ts';
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
