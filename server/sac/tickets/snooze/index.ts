import { ticketSnoozeRoutes } from '#contract/sac/tickets/ticketSnoozes.ts';
import { implement } from '#server/implement.ts';
import { command } from '#server/writing/command.ts';
import { stepOf } from '../change/lockTicket.ts';
import { moved } from '../moves/openWork.ts';
import { snoozeTicket, wakeTicket } from './snoozeTicket.ts';

const snooze = command(ticketSnoozeRoutes.snooze, async (tx, ctx, { params, body }) => {
  const { ticket, until } = await snoozeTicket(tx, ctx, params.idTicket, body);
  return moved(ctx, ticket, await stepOf(tx, ticket), `Ticket adiado até ${until}.`);
});

const wake = command(ticketSnoozeRoutes.wake, async (tx, ctx, { params, body }) => {
  const ticket = await wakeTicket(tx, ctx, params.idTicket, body);
  return moved(ctx, ticket, await stepOf(tx, ticket), 'Ticket retomado.');
});

export const ticketSnoozeImplementation = implement(ticketSnoozeRoutes, { snooze, wake });
