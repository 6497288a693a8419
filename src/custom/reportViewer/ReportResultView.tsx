import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ReportResult } from '../../../contract/sac/reports.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ResultFigures } from './ResultFigures.tsx';
import { ResultTable } from './ResultTable.tsx';
import { cutText, factsText } from './resultText.ts';

/** The charts are a heavy chunk of their own. */
const ResultChart = lazy(async () => ({ default: (await import('./ResultChart.tsx')).ResultChart }));

interface ReportResultViewProps {
  result: ReportResult;
  /** Export buttons. */
  actions?: ReactNode;
}

/** A result: what was asked in words, key figures, chart, table with totals. */
export function ReportResultView({ result, actions }: ReportResultViewProps) {
  return (
    <Box component="section" aria-label="Resultado" sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 3 }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {result.filtros || 'Sem filtros: tudo o que o seu acesso permite ver.'}
          </Typography>
          <Typography
            variant="caption"
            component="p"
            role="status"
            sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
          >
            {factsText(result)}
          </Typography>
        </Box>
        {result.linhas.length > 0 && actions}
      </Box>
      {result.cortado && <Alert severity="warning">{cutText(result)}</Alert>}
      {result.linhas.length === 0 ? (
        <EmptyState
          title="Nenhuma linha para estes filtros"
          text="Aumente o período ou retire um dos filtros e gere de novo. O relatório mostra só o que o seu acesso permite ver."
        />
      ) : (
        <>
          <ResultFigures result={result} />
          {result.grafico && (
            <Suspense fallback={<Skeleton variant="rounded" height={340} />}>
              <ResultChart result={result} />
            </Suspense>
          )}
          <ResultTable key={result.execucao} result={result} label={`Linhas de ${result.titulo}`} />
        </>
      )}
    </Box>
  );
}
