import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { visuallyHidden } from '@mui/utils';
import { type AgendaRow, MOST_AGENDA_ROWS } from '../../../../contract/callcenter/agendaShapes.ts';
import { agendaRoutes } from '../../../../contract/callcenter/agendas.ts';
import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../../contract/rules/zonedTime.ts';
import { ownToday } from '../../../dataProvider/session.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { ErrorState } from '../../../ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { AgendaCard, byWallTime } from './AgendaCard.tsx';
import type { GridProps } from './MonthGrid.tsx';
import { countLines, DayCounts, dayText, weekdayText } from './MonthGrid.tsx';

interface WeekGridProps extends GridProps {
  days: CalendarDate[];
  whose: { idColab?: number };
  onOpen: (id: number) => void;
}

/** In one column; who leads many sees the first and the day's own count. */
const SHOWN_A_DAY = 20;

/** Seven columns, each with its agendas by time. */
export function WeekGrid({ days, day, counts, onDay, whose, onOpen }: WeekGridProps) {
  const query = { dtIni: days[0] ?? day, dtFim: days[6] ?? day, take: MOST_AGENDA_ROWS, ...whose };
  const { data, error, isPending, refetch } = useRoute(agendaRoutes.list, { query });
  if (isPending) return <ListSkeleton rows={8} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  const byDay = groupByDay(data?.itens ?? []);
  const countsHeight = COUNT_LINE * Math.max(0, ...days.map((each) => countLines(counts.get(each))));
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(7, minmax(116px, 1fr))',
        gap: 2,
        overflowX: 'auto',
      }}
    >
      {days.map((each) => {
        const rows = byDay.get(each) ?? [];
        const rest = (counts.get(each)?.total ?? rows.length) - Math.min(rows.length, SHOWN_A_DAY);
        return (
          <Box key={each} component="section" aria-label={dayText(each)} sx={{ minWidth: 0 }}>
            <Button
              fullWidth
              color={each === ownToday() ? 'primary' : 'inherit'}
              variant={each === day ? 'outlined' : 'text'}
              aria-pressed={each === day}
              onClick={() => onDay(each)}
            >
              <span style={visuallyHidden}>{dayText(each)}</span>
              <span aria-hidden>
                {weekdayText(each)} {Number(each.slice(8))}
              </span>
            </Button>
            <Box sx={{ px: 1, minHeight: countsHeight, mb: 1 }}>
              <DayCounts count={counts.get(each)} />
            </Box>
            <Box sx={{ display: 'grid', gap: 1 }}>
              {rows.slice(0, SHOWN_A_DAY).map((row) => (
                <AgendaCard key={row.id} row={row} onOpen={onOpen} narrow />
              ))}
              {rest > 0 && (
                <Box sx={{ fontSize: 12, color: 'text.secondary', px: 1 }}>e mais {rest} na lista</Box>
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** Cards begin at one height, below the day that has most situations. */
const COUNT_LINE = 18;

function groupByDay(rows: readonly AgendaRow[]): Map<CalendarDate, AgendaRow[]> {
  const days = new Map<CalendarDate, AgendaRow[]>();
  for (const row of byWallTime(rows)) {
    const day = localDate(row.data_agendada, row.filial.fuso);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return days;
}
