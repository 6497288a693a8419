import AnalyticsOutlined from '@mui/icons-material/AnalyticsOutlined';
import Box from '@mui/material/Box';
import type { ReportCard } from '../../../contract/sac/reports.ts';
import { EmbeddedReport } from '../../custom/reportViewer/EmbeddedReport.tsx';
import { ExportButtons } from '../../custom/reportViewer/ExportButtons.tsx';
import { ReportResultView } from '../../custom/reportViewer/ReportResultView.tsx';
import { RunningPanel } from '../../custom/reportViewer/RunningPanel.tsx';
import type { FilterValues, useReportRun } from '../../custom/reportViewer/useReportRun.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';

interface ReportOutcomeProps {
  card: ReportCard;
  /** The filters of the address; `null` before anything was generated. */
  asked: FilterValues | null;
  run: ReturnType<typeof useReportRun>;
  embedded: boolean;
}

/** The right side: nothing yet, under way, failed, or a result. */
export function ReportOutcome({ card, asked, run, embedded }: ReportOutcomeProps) {
  if (!asked)
    return (
      <EmptyState
        icon={<AnalyticsOutlined />}
        title="Escolha os filtros e gere o relatório"
        text="O resultado aparece aqui, com totais, gráfico e exportação."
      />
    );
  if (embedded) return <EmbeddedReport idRelatorio={card.id} titulo={card.titulo} filtros={asked} />;
  const { result, since, error, cancelled } = run;
  const shown = result && (
    <Box inert={since !== null} sx={{ opacity: since === null ? 1 : 0.5 }}>
      <ReportResultView result={result} actions={<ExportButtons report={card} filtros={asked} />} />
    </Box>
  );
  if (error !== undefined)
    return (
      <ErrorState error={error} onRetry={() => void run.run(asked)}>
        {shown}
      </ErrorState>
    );
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {since !== null && <RunningPanel since={since} onCancel={() => void run.cancel()} />}
      {cancelled && !shown && (
        <EmptyState
          title="Geração cancelada"
          text="Ajuste os filtros e gere de novo quando quiser. Um período menor fica pronto mais depressa."
        />
      )}
      {shown}
    </Box>
  );
}
