import type { TicketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { isClosed } from '../../../../contract/rules/ticketTransitions.ts';
import type { TicketItem } from '../../../../contract/sac/ticketItems.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useCan } from '../../../ui/shell/useCan.ts';

/** Products change while the ticket is open and nothing was analysed. */
export function useChangeable({ status, arquivado }: Ticket, items: readonly TicketItem[]): boolean {
  const { can } = useCan();
  const unjudged =
    !arquivado && !isClosed(status as TicketStatus) && items.every((item) => item.status === 'AN');
  return can('TICKETS_PRODUTOS') && unjudged;
}
