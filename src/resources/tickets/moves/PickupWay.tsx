import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useCan } from '../../../ui/shell/useCan.ts';
import { requirementOf } from './useMoveSession.ts';

/** What the step 'Coleta' waits for, one click away: the pickup that is to be made, or the one that it is in. */
export function PickupWay({ ticket }: { ticket: Ticket }) {
  const { can } = useCan();
  if (requirementOf(ticket) !== 'COLETA' || !can('SAC_COLETAS')) return null;
  const { coleta } = ticket;
  if (coleta)
    return coleta.status === 'CONFIRMADA' ? null : (
      <Way to={`/coletas/${coleta.id}`}>Abrir a coleta {coleta.id}</Way>
    );
  return can('COLETAS_GERAR') ? <Way to={`/coletas/gerar?ticket=${ticket.id}`}>Gerar coleta</Way> : null;
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button component={Link} to={to} variant="outlined" fullWidth sx={{ mt: 2 }}>
    {children}
  </Button>
);
