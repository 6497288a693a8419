import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useState } from 'react';
import { agendaRoutes } from '../../../../contract/callcenter/agendas.ts';
import { weekOf } from '../../../../contract/rules/agendas/calendarDays.ts';
import { leadsAgendas } from '../../../custom/agendas/leads.ts';
import { ownToday } from '../../../dataProvider/session.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { lazyScreen } from '../../../ui/shell/lazyScreen.ts';
import { Page } from '../../../ui/shell/Page.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { AgendaPageActions } from '../AgendaPageActions.tsx';
import { CalendarSeller } from './CalendarSeller.tsx';
import { monthText } from './calendarWords.ts';
import { DayPanel } from './DayPanel.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { type CalendarMode, useCalendarAddress } from './useCalendarAddress.ts';
import { WeekGrid } from './WeekGrid.tsx';

const AgendaDialog = lazyScreen(() => import('../../../custom/agendas/AgendaDialog.tsx'), 'AgendaDialog');

/** `/agendas/calendario`: counts of the visible days alone, and the agendas of the one that is chosen. */
export function AgendaCalendar() {
  const { mode, day, idColab, change, shown, step } = useCalendarAddress();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const [opened, setOpened] = useState<number | null>(null);
  const whose = idColab && leadsAgendas() ? { idColab: Number(idColab) } : {};
  const range = { dtIni: shown[0] ?? day, dtFim: shown.at(-1) ?? day, ...whose };
  const { data, error, refetch, isPending } = useRoute(agendaRoutes.counts, { query: range });
  const counts = new Map((data ?? []).map((count) => [count.data, count]));
  const choose = (dia: string) => change({ dia });
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
        {leadsAgendas() && <CalendarSeller value={idColab} onChange={(next) => change({ idColab: next })} />}
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
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {mode === 'mes' && !error && <MonthGrid {...grid} compact={isPhone} />}
      {mode === 'semana' && !isPhone && !error && (
        <WeekGrid {...grid} days={weekOf(day)} whose={whose} onOpen={setOpened} />
      )}
      {mode === 'semana' && isPhone && !error && <MonthGrid {...grid} weeks={[weekOf(day)]} compact />}
      {(mode === 'mes' || isPhone) && <DayPanel day={day} whose={whose} onOpen={setOpened} />}
      {opened !== null && (
        <Suspense>
          <AgendaDialog id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Page>
  );
}

const NAMES: Record<CalendarMode, string> = { mes: 'Mês', semana: 'Semana' };
