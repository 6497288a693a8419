import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { visuallyHidden } from '@mui/utils';
import { type AgendaRow, MAX_AGENDA_ROWS } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { agendaSituation } from '#contract/catalogs/callCenter.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { type CalendarDate, dayInWords, shortWeekday, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { dropStyles } from '#ui/components/dragBetween.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { toneColors } from '#ui/theme/theme.tsx';
import { SituationChip } from '../shared/agendaTexts.tsx';
import { agendaDrag } from './dragAgenda.ts';
import { countLines, DayCounts, type GridProps } from './MonthGrid.tsx';

interface WeekGridProps extends GridProps {
  days: CalendarDate[];
  whose: { idColab?: number };
  onOpen: (id: number) => void;
}

/** Maximum number of agendas per column; a person who leads many sellers sees the first ones and the day's total. */
const MAX_SHOWN_PER_DAY = 20;

/** Seven columns, each with its agendas by time. */
export function WeekGrid({ days, day, counts, onDay, whose, onOpen }: WeekGridProps) {
  const query = { dtIni: days[0] ?? day, dtFim: days[6] ?? day, take: MAX_AGENDA_ROWS, ...whose };
  const answer = useRoute(agendaRoutes.list, { query });
  const byDay = groupByDay(answer.data?.itens ?? []);
  const target = agendaDrag.usePlaces();
  const countsHeight = COUNT_LINE * Math.max(0, ...days.map((each) => countLines(counts.get(each))));
  return (
    <Answered answer={answer} skeleton={<ListSkeleton rows={8} />}>
      {() => (
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
            const rest = (counts.get(each)?.total ?? rows.length) - Math.min(rows.length, MAX_SHOWN_PER_DAY);
            return (
              <Box
                key={each}
                component="section"
                aria-label={dayInWords(each)}
                {...target(each)}
                sx={{ minWidth: 0, borderRadius: 2, ...dropStyles }}
              >
                <Button
                  fullWidth
                  color={each === ownToday() ? 'primary' : 'inherit'}
                  variant={each === day ? 'outlined' : 'text'}
                  aria-pressed={each === day}
                  onClick={() => onDay(each)}
                >
                  <span style={visuallyHidden}>{dayInWords(each)}</span>
                  <span aria-hidden>
                    {shortWeekday(weekdayOf(each))} {Number(each.slice(8))}
                  </span>
                </Button>
                <Box sx={{ px: 1, minHeight: countsHeight, mb: 1 }}>
                  <DayCounts count={counts.get(each)} />
                </Box>
                <Box sx={{ display: 'grid', gap: 1 }}>
                  {rows.slice(0, MAX_SHOWN_PER_DAY).map((row) => (
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
      )}
    </Answered>
  );
}

/**
 * Height in pixels of a row of counts. Cards start at the same height in every column, below the day with the most statuses.
 */
const COUNT_LINE = 18;

function groupByDay(rows: readonly AgendaRow[]): Map<CalendarDate, AgendaRow[]> {
  const days = new Map<CalendarDate, AgendaRow[]>();
  for (const row of byWallTime(rows)) {
    const day = localDate(row.data_agendada, row.filial.fuso);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return days;
}

interface AgendaCardProps {
  row: AgendaRow;
  onOpen: (id: number) => void;
  /** For one of seven columns: the status is only an icon, and texts take two lines. */
  narrow?: boolean;
}

/** One contact of a day: time, customer and subject. */
export function AgendaCard({ row, onOpen, narrow = false }: AgendaCardProps) {
  const time = localTime(row.data_agendada, row.filial.fuso);
  const name = row.cliente.fant || row.cliente.razSoc;
  const dragged = agendaDrag.useCard(row.podeAlterar ? row : null);
  return (
    <ButtonBase
      {...dragged}
      onClick={() => onOpen(row.id)}
      sx={(t) => ({
        display: 'block',
        width: '100%',
        minWidth: 0,
        p: 2,
        textAlign: 'left',
        fontFamily: 'inherit',
        fontSize: 13,
        border: `1px solid ${t.vars.palette.components.linha}`,
        borderRadius: 2,
        backgroundColor: t.vars.palette.components.superficie,
        '&:hover': { backgroundColor: t.vars.palette.components.realce },
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Box component="strong" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {time}
        </Box>
        {narrow ? <SituationMark value={row.situacao.valor} /> : <SituationChip situacao={row.situacao} />}
      </Box>
      <Box sx={narrow ? TWO_LINES : ONE_LINE}>{name}</Box>
      <Box sx={{ ...(narrow ? TWO_LINES : ONE_LINE), color: 'text.secondary' }}>{row.assunto}</Box>
    </ButtonBase>
  );
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

const TWO_LINES = {
  display: '-webkit-box',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '2',
};

function SituationMark({ value }: { value: string }) {
  const { label, color, icon } = rowOf(agendaSituation, value);
  return (
    <Hint text={label}>
      <Box
        component="span"
        role="img"
        aria-label={label}
        sx={(theme) => ({ ml: 'auto', lineHeight: 0, color: toneColors(theme, color).text })}
      >
        <CatalogIcon name={icon} size={16} />
      </Box>
    </Hint>
  );
}

/** Sorted by the displayed times, because branches in several time zones share a day. */
export const byWallTime = (rows: readonly AgendaRow[]): AgendaRow[] => {
  const timeOf = ({ data_agendada, filial }: AgendaRow) => localTime(data_agendada, filial.fuso);
  return [...rows].sort((a, b) => timeOf(a).localeCompare(timeOf(b)) || a.id - b.id);
};
