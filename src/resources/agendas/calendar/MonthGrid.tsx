import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AgendaCount } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaSituation } from '#contract/catalogs/callCenter.ts';
import { formatCount } from '#contract/rules/format.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  dayInWords,
  monthText,
  shortWeekday,
  weekdayOf,
  weekOf,
  weeksOfMonth,
} from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { dropStyles } from '#ui/components/dragBetween.tsx';
import { toneColors } from '#ui/theme/theme.tsx';
import { agendaDrag } from './dragAgenda.ts';

export interface GridProps {
  /** The selected day. */
  day: CalendarDate;
  counts: ReadonlyMap<CalendarDate, AgendaCount>;
  onDay: (day: CalendarDate) => void;
  busy: boolean;
}

interface MonthGridProps extends GridProps {
  /** By default, those of the day's month. */
  weeks?: CalendarDate[][];
  compact: boolean;
}

/**
 * Days with their counts. One of them is the tab stop; the arrow keys, Home, End, Page Up and Page Down move between days.
 */
export function MonthGrid({ day, counts, onDay, busy, compact, weeks = weeksOfMonth(day) }: MonthGridProps) {
  const chosen = useRef<HTMLButtonElement>(null);
  const walked = useRef(false);
  const target = agendaDrag.usePlaces();
  useEffect(() => {
    if (walked.current && chosen.current?.dataset.day === day) chosen.current.focus();
    walked.current = false;
  }, [day]);
  const walk = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(day);
    if (!next) return;
    event.preventDefault();
    walked.current = true;
    onDay(next);
  };
  return (
    <Grid role="grid" aria-label={`Agendas de ${monthText(day)}`} aria-busy={busy} onKeyDown={walk}>
      <thead>
        <tr>
          {weekOf(day).map((each) => (
            <th key={each} scope="col">
              {shortWeekday(weekdayOf(each))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((each) => (
              <td key={each} {...target(each)}>
                <ButtonBase
                  ref={each === day ? chosen : undefined}
                  data-day={each}
                  tabIndex={each === day ? 0 : -1}
                  aria-current={each === ownToday() ? 'date' : undefined}
                  aria-pressed={each === day}
                  onClick={() => onDay(each)}
                  className={classesOf(each, day, compact)}
                >
                  <span style={visuallyHidden}>{`${dayInWords(each)}: ${countsText(counts.get(each))}`}</span>
                  <span aria-hidden className="shown">
                    <span className="number">{Number(each.slice(8))}</span>
                    <DayCounts count={counts.get(each)} compact={compact} />
                  </span>
                </ButtonBase>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}

const classesOf = (each: CalendarDate, chosen: CalendarDate, compact: boolean): string =>
  [
    'day',
    compact && 'compact',
    each === chosen && 'chosen',
    each.slice(0, 7) !== chosen.slice(0, 7) && 'beside',
    each === ownToday() && 'today',
  ]
    .filter(Boolean)
    .join(' ');

const STEPS: Readonly<Record<string, (day: CalendarDate) => CalendarDate | undefined>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => weekOf(day)[0],
  End: (day) => weekOf(day)[6],
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

const Grid = styled('table')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    border: `1px solid ${components.linha}`,
    marginBottom: 16,
    '& td': { padding: 0, border: `1px solid ${components.linha}`, ...dropStyles },
    '& th': {
      padding: '6px 8px',
      textAlign: 'left',
      fontSize: 12,
      fontWeight: 400,
      color: components.textoSecundario,
    },
    '& .day': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'flex-start',
      justifyContent: 'flex-start',
      width: '100%',
      height: 96,
      padding: '4px 8px',
      textAlign: 'left',
      fontFamily: 'inherit',
    },
    '& .shown': { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
    '& .day.compact': { height: 76, padding: 4 },
    '& .day:hover': { backgroundColor: components.realce },
    '& .day.chosen': { backgroundColor: components.selecionado },
    '& .day:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    '& .number': {
      minWidth: 22,
      padding: '0 4px',
      borderRadius: 11,
      textAlign: 'center',
      fontSize: 13,
      lineHeight: '22px',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .beside .number': { color: components.textoFraco },
    '& .today .number': {
      backgroundColor: actions.primaria.main,
      color: actions.primaria.contrast,
      fontWeight: 600,
    },
  };
});

const PARTS = {
  ATRASADA: { of: (count: AgendaCount) => count.atrasadas, words: ['atrasada', 'atrasadas'] },
  PENDENTE: { of: (count: AgendaCount) => count.pendentes, words: ['pendente', 'pendentes'] },
  CUMPRIDA: { of: (count: AgendaCount) => count.cumpridas, words: ['cumprida', 'cumpridas'] },
} as const;

interface DayCountsProps {
  count: AgendaCount | undefined;
  /** Numbers with icons only, where there is no room for words; the day's accessible name contains the words. */
  compact?: boolean;
}

/** The counts of a day by status: icon, number and word. */
export const DayCounts = ({ count, compact = false }: DayCountsProps) =>
  count &&
  agendaSituation.map(({ value, icon, color }) => {
    const { of, words } = PARTS[value];
    const figure = of(count);
    if (figure === 0) return null;
    return (
      <Figure key={value} tone={color}>
        <CatalogIcon name={icon} size={14} />
        {figure}
        {!compact && <span className="word">{words[figure === 1 ? 0 : 1]}</span>}
      </Figure>
    );
  });

/** Number of rows that the counts take. */
export const countLines = (count: AgendaCount | undefined): number =>
  count ? Object.values(PARTS).filter(({ of }) => of(count) > 0).length : 0;

/** '2 atrasadas, 1 pendente', for people who cannot see the numbers. */
const countsText = (count: AgendaCount | undefined): string =>
  count
    ? agendaSituation
        .flatMap(({ value }) => {
          const { of, words } = PARTS[value];
          const figure = of(count);
          return figure > 0 ? [formatCount(figure, words[0], words[1])] : [];
        })
        .join(', ')
    : 'nenhuma agenda';

const Figure = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    fontSize: 12,
    lineHeight: '18px',
    fontVariantNumeric: 'tabular-nums',
    color: toneColors(theme, tone).text,
  }),
);
