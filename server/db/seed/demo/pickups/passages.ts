import type { PickupSources } from '../pickups.ts';
import type { TicketRow } from '../tickets/demoTickets.ts';

/** A ticket's stay on the step that requires a pickup. */
export interface Passage {
  ticket: TicketRow;
  enteredAt: number;
  /** `null` while it is still there. */
  leftAt: number | null;
  carrierId: number;
  /** The person who works on the ticket. */
  personId: number;
}

/** Every ticket that reached the step, with its last visit there. */
export function passagesOf(from: PickupSources): Passage[] {
  const steps = new Set(
    from.kinds.flatMap(({ flow }) =>
      flow.etapas
        .filter(({ exigencia }) => exigencia === 'COLETA')
        .map(({ chave }) => `${flow.chave} ${chave}`),
    ),
  );
  const stays = staysOf(from, steps);
  const carrierOf = carriersByTicket(from);
  return from.tickets.tickets.flatMap((ticket): Passage[] => {
    const stay = stays.get(ticket.id);
    const carrierId = ticket.carrierId ?? carrierOf(ticket);
    if (!stay || !carrierId) return [];
    return [{ ticket, ...stay, carrierId, personId: ticket.operatorId ?? ticket.creatorId }];
  });
}

type Stay = Pick<Passage, 'enteredAt' | 'leftAt'>;

function staysOf({ tickets: { tickets, events } }: PickupSources, steps: ReadonlySet<string>) {
  const flows = new Map(tickets.map(({ id, flowKey }) => [id, flowKey]));
  const stays = new Map<number, Stay>();
  for (const { ticketId, data, createdAt } of events) {
    const { de, para } = (data ?? {}) as { de?: string; para?: string };
    const flow = flows.get(ticketId);
    const at = Number(createdAt);
    const stay = stays.get(ticketId);
    if (steps.has(`${flow} ${para}`)) stays.set(ticketId, { enteredAt: at, leftAt: null });
    else if (stay && steps.has(`${flow} ${de}`)) stays.set(ticketId, { ...stay, leftAt: at });
  }
  return stays;
}

/** Chosen as the server does: the carrier that delivered the goods, or else one that serves the customer. */
function carriersByTicket({ tickets: { items }, invoices, customers }: PickupSources) {
  const byLine = new Map(
    invoices.flatMap(({ row, lines }) => lines.map((line) => [line.id, row.carrierId ?? null] as const)),
  );
  const byTicket = new Map<number, number>();
  for (const { ticketId, invoiceItemId } of items) {
    const carrierId = byLine.get(invoiceItemId ?? 0);
    if (carrierId && !byTicket.has(ticketId)) byTicket.set(ticketId, carrierId);
  }
  const byCustomer = new Map(customers.map(({ row, carrierIds }) => [row.id, carrierIds[0] ?? null]));
  return ({ id, customerId }: TicketRow) => byTicket.get(id) ?? byCustomer.get(customerId) ?? null;
}
