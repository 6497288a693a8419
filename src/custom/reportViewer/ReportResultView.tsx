import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { formatFileSize } from '#contract/rules/files.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { totalName, totalText } from '#contract/rules/reports/results.ts';
import { type ReportCard, type ReportResult, reportRoutes } from '#contract/sac/reports/reports.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import {
  cutText,
  type FilterValues,
  factsText,
  secondsText,
} from '#src/resources/reports/shared/useReportRun.ts';
import { Button } from '#ui/components/Button.tsx';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { EmptyState, errorText } from '#ui/shell/states/StateMessage.tsx';
import { type ChosenFigure, FigureRows } from './FigureRows.tsx';
import { ResultTable } from './ResultTable.tsx';

/** The charts are heavy, so they are in a chunk of their own. */
const ResultChart = lazyScreen(() => import('./ResultChart.tsx'), 'ResultChart');

interface ReportResultViewProps {
  result: ReportResult;
  actions?: ReactNode;
  /** What the result was generated from: with it, figures lead to their rows. */
  source?: { idRelatorio: string; filtros: FilterValues } | undefined;
}

/** A result: the filters in words, key figures, chart, table with totals. */
export function ReportResultView({ result, actions, source }: ReportResultViewProps) {
  const [figure, setFigure] = useState<ChosenFigure | null>(null);
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
      {result.avisos.map((note) => (
        <Typography key={note} variant="body2">
          {note}
        </Typography>
      ))}
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
          <ResultTable
            key={result.execucao}
            result={result}
            label={`Linhas de ${result.titulo}`}
            onFigure={source && result.detalhe ? setFigure : undefined}
          />
        </>
      )}
      {figure && source && <FigureRows {...source} figure={figure} onClose={() => setFigure(null)} />}
    </Box>
  );
}

const MAX_PARAMETERS = 6;

/** The report's totals, shown above its rows. */
function ResultFigures({ result }: { result: ReportResult }) {
  const columns = (result.colunas as ReportColumn[])
    .filter(({ campo, total }) => total && result.totais[campo] != null)
    .slice(0, MAX_PARAMETERS);
  if (columns.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID, '&& strong': FIGURE }}>
      {columns.map((column) => (
        <FigureTile
          key={column.campo}
          label={column.titulo}
          value={totalText(result.totais[column.campo] ?? null, column)}
          note={totalName(column).toLowerCase()}
        />
      ))}
    </Box>
  );
}

const GRID = { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(176px, 1fr))' };

/** Makes millions fit half a phone's width. */
const FIGURE = { fontSize: { xs: '0.9375rem', sm: '1.25rem' }, overflowWrap: 'anywhere' };

interface RunningPanelProps {
  since: number;
  onCancel: () => void;
}

/** Shown while a report is generated: the elapsed time, and a cancel button. */
export function RunningPanel({ since, onCancel }: RunningPanelProps) {
  const elapsed = useElapsed(since);
  return (
    <Box
      role="status"
      sx={({ vars: { palette } }) => ({
        p: 4,
        borderRadius: 1,
        border: `1px solid ${palette.components.linha}`,
        backgroundColor: palette.components.superficie,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 3 }}>
        <Typography sx={{ flex: 1, fontWeight: 500 }}>
          Gerando relatório…{' '}
          <Box
            component="span"
            aria-hidden
            sx={{
              color: (t) => t.vars.palette.components.textoSecundario,
              fontWeight: 400,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {secondsText(elapsed)}
          </Box>
        </Typography>
        <Button size="small" variant="outlined" color="inherit" onClick={onCancel}>
          Cancelar
        </Button>
      </Box>
      <LinearProgress aria-label="Gerando relatório" />
    </Box>
  );
}

const TICK = 200;

function useElapsed(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}

interface ExportButtonsProps {
  report: Pick<ReportCard, 'id' | 'titulo' | 'exporta' | 'saidas'>;
  /** The filters of the result on display. */
  filtros: FilterValues;
}

const FORMATS = ['XLSX', 'CSV', 'PDF'] as const;
type Format = (typeof FORMATS)[number];

/** Downloads the whole result as a file. The download can be cancelled, and a refusal stays on screen. */
export function ExportButtons({ report, filtros }: ExportButtonsProps) {
  const [busy, setBusy] = useState<{ format: Format; loaded: number } | null>(null);
  const [problem, setProblem] = useState('');
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  if (!report.exporta) return null;

  const start = async (formato: Format) => {
    const own = new AbortController();
    stop.current = own;
    setProblem('');
    setBusy({ format: formato, loaded: 0 });
    try {
      await downloadProgress(
        reportRoutes.exportFile,
        { params: { idRelatorio: report.id }, body: { formato, filtros } },
        {
          name: `${report.titulo}.${formato.toLowerCase()}`,
          signal: own.signal,
          onProgress: (loaded) => setBusy({ format: formato, loaded }),
        },
      );
    } catch (error) {
      if (!own.signal.aborted) setProblem(errorText(error));
    } finally {
      setBusy(null);
    }
  };

  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'end' }}>
      <Box role="group" aria-label="Exportar" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {busy ? (
          <Button variant="outlined" color="inherit" size="small" onClick={() => stop.current?.abort()}>
            <span role="status">
              Exportando {busy.format}… {formatFileSize(busy.loaded)}
            </span>
            &nbsp;· Cancelar
          </Button>
        ) : (
          FORMATS.filter((format) => report.saidas.includes(format)).map((format) => (
            <Button
              key={format}
              variant="outlined"
              color="inherit"
              size="small"
              startIcon={<DownloadOutlined />}
              aria-label={`Exportar ${format}`}
              onClick={() => void start(format)}
            >
              {format}
            </Button>
          ))
        )}
      </Box>
      {problem && (
        <Alert severity="error" onClose={() => setProblem('')} sx={{ whiteSpace: 'pre-line' }}>
          {problem}
        </Alert>
      )}
    </Box>
  );
}
