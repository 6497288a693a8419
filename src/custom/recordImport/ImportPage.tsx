import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { RecordImport } from '../../../contract/records/recordImport.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { countText } from '../../ui/components/countText.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { MatchSection } from './MatchSection.tsx';
import type { ImportPlace } from './useImport.ts';
import { type ImportFlow, importStateText, isRunning, useImport } from './useImport.ts';

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
  if (!job)
    return found.error ? (
      <ErrorState error={found.error} onRetry={() => found.refetch()} />
    ) : (
      <PageSkeleton />
    );
  return (
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
          />
        )}
      </Box>
    </Page>
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
