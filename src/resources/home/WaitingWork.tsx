import HourglassBottomOutlined from '@mui/icons-material/HourglassBottomOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import { ticketListPath } from '../../custom/console/screens.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';
import { useWaiting } from '../../ui/shell/useWaiting.ts';

const GRID = { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' };
const OPEN = ticketStatus.filter(({ closed }) => !closed).map(({ value }) => value);

/** What waits for the person: own tickets by their due time, and the queue of the own sector. */
export function WaitingWork() {
  const waiting = useWaiting();
  const person = currentLoad()?.colaborador.id;
  if (!waiting || (waiting.meus.total === 0 && !waiting.setor)) return null;
  const { meus, setor } = waiting;
  const mine = { operador: [`${person}`] };
  return (
    <Box component="section" aria-labelledby="home-waiting">
      <Typography id="home-waiting" variant="h2" sx={{ mb: 3 }}>
        O que espera por você
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
        <FigureTile
          label="Meus atrasados"
          icon={<ReportProblemOutlined />}
          tone={meus.atrasados > 0 ? 'perigo' : undefined}
          value={meus.atrasados}
          to={ticketListPath({ ...mine, prazo: 'ATRASADO' })}
        />
        <FigureTile
          label="Meus vencendo"
          icon={<HourglassBottomOutlined />}
          tone={meus.vencendo > 0 ? 'aviso' : undefined}
          value={meus.vencendo}
          to={ticketListPath({ ...mine, prazo: 'VENCENDO' })}
        />
        <FigureTile
          label="Meus em aberto"
          icon={<PersonOutlined />}
          value={meus.total}
          to={ticketListPath({ ...mine, status: OPEN })}
        />
        {setor && (
          <FigureTile
            label={`Fila: ${setor.desc}`}
            icon={<InboxOutlined />}
            value={setor.total}
            note={setor.atrasados > 0 ? `${setor.atrasados} em atraso` : 'nenhum em atraso'}
            to={ticketListPath({ setor: [`${setor.id}`], status: OPEN })}
          />
        )}
      </Box>
    </Box>
  );
}
