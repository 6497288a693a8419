import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TicketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { isClosed } from '../../../../contract/rules/ticketTransitions.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { DueDate } from '../DueDate.tsx';

/** Until when the step is to be done; a paused clock says why it stands still. */
export function StepDue({ ticket }: { ticket: Ticket }) {
  if (isClosed(ticket.status as TicketStatus)) return null;
  if (ticket.prazoPausado)
    return (
      <Line>
        <PauseCircleOutlined aria-hidden sx={{ fontSize: 16 }} />
        Prazo pausado: aguarda o cliente
      </Line>
    );
  if (!ticket.prazo) return <Line>Sem prazo nesta etapa</Line>;
  return (
    <Line>
      <span>
        Prazo: <DueDate value={ticket.prazo} status={ticket.status} soon={ticket.vencendo} />
      </span>
    </Line>
  );
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <Typography
    component="div"
    variant="body2"
    sx={{ mt: 1, color: (t) => t.vars.palette.components.textoSecundario }}
  >
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      {children}
    </Box>
  </Typography>
);
