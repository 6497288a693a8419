import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQueryClient } from '@tanstack/react-query';
import { nfeImportRoutes } from '../../../contract/config/nfeImports.ts';
import { routeKey, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { countText } from '../../ui/components/countText.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';
import { countsOf, type ImportView, isRunning, sentText, stateText } from './importWords.ts';
import { ResultRows } from './ResultRows.tsx';

/** How far an import is, how many files had which outcome, and each of them. */
export function ImportResult({ job }: { job: ImportView }) {
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
