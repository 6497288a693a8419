import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ticketResult } from '../../../../contract/catalogs/ticketResult.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { shownStatus } from '../../../custom/tickets/shownStatus.ts';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { StatusChip } from '../../../ui/components/display/StatusChip.tsx';
import { NextStep } from '../moves/NextStep.tsx';
import { PickupWay } from '../moves/PickupWay.tsx';
import { TakeButton } from '../moves/TakeButton.tsx';
import type { OpenMove } from '../moves/useMoveSession.ts';
import { StepDue } from './StepDue.tsx';
import { StepMap } from './StepMap.tsx';

interface StepCardProps {
  ticket: Ticket;
  consumer: boolean;
  onMove: (move: OpenMove) => void;
  /** On a phone the map waits in its own tab. */
  withMap?: boolean;
}

/** Where the ticket stands, until when, and the one button that takes it on. */
export function StepCard({ ticket, consumer, onMove, withMap = true }: StepCardProps) {
  return (
    <Paper component="section" variant="outlined" aria-label="Situação e etapa" sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 1 }}>
        <StatusChip value={ticket.status} catalog={shownStatus()} />
        {ticket.resultado && <StatusChip value={ticket.resultado} catalog={ticketResult} />}
      </Box>
      <Typography variant="h2" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {ticket.etapaAtual.descricao}
      </Typography>
      <StepDue ticket={ticket} />
      {ticket.motivoFinalizacao && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {ticket.motivoFinalizacao}
          {ticket.finalizadoEm && (
            <>
              {' · '}
              <RelativeDate value={ticket.finalizadoEm} exact />
            </>
          )}
        </Typography>
      )}
      <Box sx={{ mt: 3, '&:empty': { display: 'none' } }}>
        <NextStep ticket={ticket} consumer={consumer} onMove={onMove} />
        <PickupWay ticket={ticket} />
        <TakeButton ticket={ticket} sx={{ mt: 2, width: '100%' }} />
      </Box>
      {withMap && (
        <Box sx={{ mt: 3 }}>
          <StepMap ticket={ticket} />
        </Box>
      )}
    </Paper>
  );
}
