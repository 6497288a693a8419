import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { agendaRoutes } from '../../../../contract/callcenter/agendas.ts';
import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { AgendaCard } from './AgendaCard.tsx';
import { byWallTime } from './byWallTime.ts';
import { dayText } from './calendarWords.ts';

interface DayPanelProps {
  day: CalendarDate;
  whose: { idColab?: number };
  onOpen: (id: number) => void;
}

/** So many of one day are shown; the list has the rest. */
const SHOWN = 100;

/** The agendas of the chosen day, by time. */
export function DayPanel({ day, whose, onOpen }: DayPanelProps) {
  const query = { dtIni: day, dtFim: day, take: SHOWN, ...whose };
  const { data, error, isPending, refetch } = useRoute(agendaRoutes.list, { query });
  const rest = (data?.paginator.total ?? 0) - SHOWN;
  return (
    <Box component="section" aria-label={`Agendas de ${dayText(day)}`}>
      <Typography component="h3" sx={{ fontWeight: 600, mb: 2 }}>
        {dayText(day).replace(/^./, (first) => first.toUpperCase())}
      </Typography>
      {isPending && <ListSkeleton rows={4} />}
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
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
