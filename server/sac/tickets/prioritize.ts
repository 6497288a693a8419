import { rowOf } from '#contract/catalogs/catalog.ts';
import { type TicketPriority, ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { PriorityShown, ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { refused, shownBy } from '../../errors.ts';
import { command } from '../../writing/command.ts';
import { changeTicket } from './change/changeTicket.ts';
import { lockTicket, stepOf, type TicketRecord } from './change/lockTicket.ts';
import { moved } from './moves/openWork.ts';

const labelOf = (priority: TicketPriority): string => rowOf(ticketPriority, priority).label;

/** Changes who is served first. It moves neither step nor due time, and is internal: nobody outside the company notices. */
export async function prioritizeTicket(
  tx: Tx,
  ctx: Context,
  id: number,
  { prioridade, versao }: { prioridade: TicketPriority; versao?: number | undefined },
): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id, {
    versao,
    state: async ({ priority }) => shownBy(PriorityShown, { prioridade: priority }),
  });
  if (isClosed(ticket.status)) throw refused('ENCERRADO', 'O ticket está encerrado.');
  if (ticket.priority === prioridade)
    throw refused('SEM_MUDANCA', `A prioridade já é ${labelOf(prioridade).toLowerCase()}.`);
  return changeTicket(tx, ctx, ticket, {
    set: { priority: prioridade },
    event: {
      type: 'PRIORIDADE',
      note: `${labelOf(ticket.priority)} → ${labelOf(prioridade)}.`,
      internal: true,
    },
    audit: { action: 'PRIORIZAR' },
  });
}

export const prioritize = command(ticketMoveRoutes.prioritize, async (tx, ctx, { params, body }) => {
  const changed = await prioritizeTicket(tx, ctx, params.idTicket, body);
  return moved(ctx, changed, await stepOf(tx, changed), 'Prioridade alterada.');
});
