import Box from '@mui/material/Box';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useCan } from '../../../ui/shell/useCan.ts';
import { CostsPart } from '../costs/CostsPart.tsx';
import { ActivitiesPart } from './ActivitiesPart.tsx';
import { CustomerPart } from './CustomerPart.tsx';
import { FieldsPart } from './FieldsPart.tsx';
import { RequestPart } from './RequestPart.tsx';
import { ExtensionPart, InvoicesPart, PickupPart, ReturnInvoicePart } from './ReturnParts.tsx';
import { SectorPart } from './SectorPart.tsx';

interface TicketRailProps {
  ticket: Ticket;
  /** End consumers see only what is theirs. */
  consumer: boolean;
}

/** Facts of the ticket, from whose it is to what happened to it. */
export function TicketRail({ ticket, consumer }: TicketRailProps) {
  const { can } = useCan();
  return (
    <Box sx={{ minWidth: 0 }}>
      <CustomerPart ticket={ticket} consumer={consumer} />
      <RequestPart ticket={ticket} consumer={consumer} />
      <InvoicesPart ticket={ticket} />
      <ExtensionPart ticket={ticket} />
      <ReturnInvoicePart ticket={ticket} />
      <PickupPart ticket={ticket} />
      <FieldsPart idTicket={ticket.id} />
      {can('TICKETS_CUSTOS') && <CostsPart ticket={ticket} />}
      {can('TICKETS_RESPONDER_INTERNO') && <SectorPart idTicket={ticket.id} />}
      <ActivitiesPart idTicket={ticket.id} />
    </Box>
  );
}
