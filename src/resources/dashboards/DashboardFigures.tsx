import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HourglassBottomOutlined from '@mui/icons-material/HourglassBottomOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import PostAddOutlined from '@mui/icons-material/PostAddOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import TimerOutlined from '@mui/icons-material/TimerOutlined';
import Box from '@mui/material/Box';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { countText, formatCount, numberText } from '#contract/rules/format.ts';
import type { Dashboards } from '#contract/sac/reports/dashboards.ts';
import { ticketListPath } from '#src/resources/tickets/shared/ticketListPath.ts';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';

interface DashboardFiguresProps {
  figures: Dashboards;
  narrowing: Narrowing;
}

/** The six figures above the charts: the current state, and the totals of the period. */
export function DashboardFigures({ figures: { abertos, periodo }, narrowing }: DashboardFiguresProps) {
  const inPeriod = `nos ${periodo.porDia.length} dias`;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
      <FigureTile
        label="Em aberto"
        icon={<InboxOutlined />}
        value={countText(abertos.total)}
        note={abertos.semPrazo > 0 ? `${countText(abertos.semPrazo)} sem prazo` : 'agora'}
        to={openPath(narrowing)}
      />
      <FigureTile
        label="Atrasados"
        icon={<ReportProblemOutlined />}
        tone="perigo"
        value={countText(abertos.atrasados)}
        note="agora"
        to={latePath(narrowing)}
      />
      <FigureTile
        label="Vencendo"
        icon={<HourglassBottomOutlined />}
        tone="aviso"
        value={countText(abertos.vencendo)}
        note="agora"
        to={soonPath(narrowing)}
      />
      <FigureTile
        label="Criados"
        icon={<PostAddOutlined />}
        value={countText(periodo.criados)}
        note={inPeriod}
        to={createdPath(narrowing, periodo.de, periodo.ate)}
      />
      <FigureTile
        label="Finalizados"
        icon={<CheckCircleOutlined />}
        tone="sucesso"
        value={countText(periodo.finalizados)}
        note={inPeriod}
      />
      <FigureTile
        label="Tempo médio"
        icon={<TimerOutlined />}
        value={durationText(periodo.mediaHoras)}
        note={periodo.mediaHoras === null ? 'nenhum finalizado' : 'da abertura ao fim'}
      />
    </Box>
  );
}

const GRID = {
  xs: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  lg: 'repeat(6, minmax(0, 1fr))',
};

/** E.g. '1 ticket' or '42.662 tickets'. */
export const ticketsText = (total: number): string => formatCount(total, 'ticket', 'tickets');

/** In hours below two days, in days above. */
export function durationText(hours: number | null): string {
  if (hours === null) return '—';
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 48) return `${numberText(hours, 1)} h`;
  return `${numberText(hours / 24, 1)} dias`;
}

/** The dashboard's restriction, as filters of the list. */
export interface Narrowing {
  filial?: string[];
  tipo?: string[];
}

const OPEN = ticketStatus.filter(({ closed }) => !closed).map(({ value }) => value);

/** The list of open tickets with these filters. */
export const openPath = (narrowing: Narrowing, filter: Readonly<Record<string, unknown>> = {}): string =>
  ticketListPath({ ...narrowing, ...filter, status: OPEN });

export const latePath = (narrowing: Narrowing, filter: Readonly<Record<string, unknown>> = {}): string =>
  ticketListPath({ ...narrowing, ...filter, prazo: 'ATRASADO' });

const soonPath = (narrowing: Narrowing): string => ticketListPath({ ...narrowing, prazo: 'VENCENDO' });

/** The list of tickets created in this period. */
export const createdPath = (narrowing: Narrowing, dtIni: string, dtFim: string): string =>
  ticketListPath({ ...narrowing, dtIni, dtFim });
