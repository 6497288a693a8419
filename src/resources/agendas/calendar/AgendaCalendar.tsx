import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import { upperFirst } from '#contract/rules/text.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  dayInWords,
  isCalendarDate,
  monthText,
  weekOf,
  weeksOfMonth,
} from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { AgendaPageActions } from '../AgendaPageActions.tsx';
import { seesOthersAgendas } from '../shared/agendaTexts.tsx';
import { agendaDrag, dayVerdict, type Move } from './dragAgenda.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { AgendaCard, byWallTime, WeekGrid } from './WeekGrid.tsx';

const RescheduleDialog = lazyScreen(() => import('../shared/RescheduleDialog.tsx'), 'RescheduleDialog');
const AgendaDialog = lazyScreen(() => import('../shared/AgendaDialog.tsx'), 'AgendaDialog');

/** `/agendas/calendario`: counts for the visible days, and the agendas of the selected day only. */
export function AgendaCalendar() {
  const { mode, day, idColab, change, shown, step } = useCalendarAddress();
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState<number | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const whose = idColab && seesOthersAgendas() ? { idColab: Number(idColab) } : {};
  const range = { dtIni: shown[0] ?? day, dtFim: shown.at(-1) ?? day, ...whose };
  const { data, error, refetch, isPending } = useRoute(agendaRoutes.counts, { query: range });
  const counts = new Map((data ?? []).map((count) => [count.data, count]));
  const choose = (dia: string) => change({ dia });
  const unanswered = error !== null && data === undefined;
  const grid = { day, counts, onDay: choose, busy: isPending };
  return (
    <Page title="Calendário de agendas" actions={<AgendaPageActions shown="calendar" day={day} />}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
        <IconButton aria-label={`${NAMES[mode]} anterior`} onClick={() => choose(step(-1))}>
          <ChevronLeftIcon />
        </IconButton>
        <Button color="inherit" variant="outlined" onClick={() => choose(ownToday())}>
          Hoje
        </Button>
        <IconButton aria-label={`Próximo: ${NAMES[mode].toLowerCase()}`} onClick={() => choose(step(1))}>
          <ChevronRightIcon />
        </IconButton>
        <Typography component="h2" aria-live="polite" sx={{ fontWeight: 600, mr: 'auto' }}>
          {monthText(day)}
        </Typography>
        {seesOthersAgendas() && (
          <CalendarSeller value={idColab} onChange={(next) => change({ idColab: next })} />
        )}
        <ToggleButtonGroup
          size="small"
          exclusive
          value={mode}
          aria-label="O que mostrar"
          onChange={(_event, modo: CalendarMode | null) => modo && change({ modo })}
        >
          <ToggleButton value="semana">Semana</ToggleButton>
          <ToggleButton value="mes">Mês</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <Failure answer={{ data, error, refetch }} />
      <agendaDrag.Area judge={dayVerdict} onDrop={(agenda, to) => setMove({ agenda, to })}>
        {mode === 'mes' && !unanswered && <MonthGrid {...grid} compact={isPhone} />}
        {mode === 'semana' && !isPhone && !unanswered && (
          <WeekGrid {...grid} days={weekOf(day)} whose={whose} onOpen={setOpened} />
        )}
        {mode === 'semana' && isPhone && !unanswered && <MonthGrid {...grid} weeks={[weekOf(day)]} compact />}
        {(mode === 'mes' || isPhone) && <DayPanel day={day} whose={whose} onOpen={setOpened} />}
      </agendaDrag.Area>
      {move && (
        <Suspense>
          <RescheduleDialog {...move} onDone={() => setMove(null)} onClose={() => setMove(null)} />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense>
          <AgendaDialog id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Page>
  );
}

const NAMES: Record<CalendarMode, string> = { mes: 'Mês', semana: 'Semana' };

interface CalendarSellerProps {
  /** '' means all sellers. */
  value: string;
  onChange: (id: string) => void;
}

/** The seller whose agendas the calendar shows. */
function CalendarSeller({ value, onChange }: CalendarSellerProps) {
  const { data: sellers = [] } = useRoute(salesLookupRoutes.sellerNames, {});
  return (
    <ChoiceField
      size="small"
      value={value}
      onChange={(id) => onChange(id ?? '')}
      sx={{ minWidth: 200 }}
      aria-label="Colaborador"
      choices={sellers.map(({ id, nome }) => ({ value: String(id), label: nome }))}
      none="Todos os colaboradores"
    />
  );
}

type CalendarMode = 'mes' | 'semana';

/** The calendar's state in the address: mode, selected day and seller. */
function useCalendarAddress() {
  const [search, setSearch] = useSearchParams();
  const mode: CalendarMode = search.get('modo') === 'semana' ? 'semana' : 'mes';
  const requested = search.get('dia') ?? '';
  const day = isCalendarDate(requested) ? requested : ownToday();
  const idColab = search.get('idColab') ?? '';
  const change = useCallback(
    (next: { modo?: CalendarMode; dia?: CalendarDate; idColab?: string }) =>
      setSearch(
        (now) => {
          const changed = new URLSearchParams(now);
          for (const [key, value] of Object.entries(next)) {
            if (value) changed.set(key, value);
            else changed.delete(key);
          }
          return changed;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const shown = mode === 'mes' ? weeksOfMonth(day).flat() : weekOf(day);
  const step = (way: 1 | -1) => (mode === 'mes' ? addMonths(day, way) : addDays(day, 7 * way));
  return { mode, day, idColab, change, shown, step };
}

interface DayPanelProps {
  day: CalendarDate;
  whose: { idColab?: number };
  onOpen: (id: number) => void;
}

/** Number of agendas shown per day; the list has the rest. */
const MAX_SHOWN = 100;

/** The agendas of the selected day, by time. */
function DayPanel({ day, whose, onOpen }: DayPanelProps) {
  const query = { dtIni: day, dtFim: day, take: MAX_SHOWN, ...whose };
  const { data, error, isPending, refetch } = useRoute(agendaRoutes.list, { query });
  const rest = (data?.paginator.total ?? 0) - MAX_SHOWN;
  return (
    <Box component="section" aria-label={`Agendas de ${dayInWords(day)}`}>
      <Typography component="h3" sx={{ fontWeight: 600, mb: 2 }}>
        {upperFirst(dayInWords(day))}
      </Typography>
      {isPending && <ListSkeleton rows={4} />}
      <Failure answer={{ data, error, refetch }} />
      {data?.itens.length === 0 && (
        <EmptyState title="Nenhuma agenda neste dia" text="Escolha outro dia, ou marque um contato." />
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
        }}
      >
        {byWallTime(data?.itens ?? []).map((row) => (
          <AgendaCard key={row.id} row={row} onOpen={onOpen} />
        ))}
      </Box>
      {rest > 0 && (
        <Button
          component={Link}
          to={`/agendas?filter=${encodeURIComponent(JSON.stringify({ dtIni: day, dtFim: day, ...whose }))}`}
        >
          Ver as outras {rest} na lista
        </Button>
      )}
    </Box>
  );
}
