import type { Input, Output } from '../../../../contract/route.ts';
import { mayArchive } from '../../../../contract/rules/tickets/ticketTransitions.ts';
import type { ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import type { Context } from '../../../context.ts';
import { refused } from '../../../errors.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { lockTicket, stepOf } from '../change/lockTicket.ts';
import { moved } from './openWork.ts';

type Archive = typeof ticketMoveRoutes.archive;

/** Out of the default list, and read-only from then on: only what is closed. */
export const archive = ({ params, body }: Input<Archive>, ctx: Context): Promise<Output<Archive>> =>
  withIdempotency(ctx, 'tickets.archive', { params, body }, async (tx) => {
    const ticket = await lockTicket(tx, ctx.user, params.idTicket, { ...body, archivedToo: true });
    if (ticket.archived) throw refused('JA_ARQUIVADO', 'O ticket já está arquivado.');
    if (!mayArchive(ticket.status, ticket.archived))
      throw refused('AINDA_ABERTO', 'Só um ticket finalizado ou cancelado pode ser arquivado.');
    const changed = await changeTicket(tx, ctx, ticket, {
      set: { archived: true },
      event: { type: 'ARQUIVAMENTO', internal: true },
      audit: { action: 'ARQUIVAR', before: { arquivado: false }, after: { arquivado: true } },
    });
    return moved(changed, await stepOf(tx, changed), 'Ticket arquivado.');
  });

export const unarchive = ({ params, body }: Input<Archive>, ctx: Context): Promise<Output<Archive>> =>
  withIdempotency(ctx, 'tickets.unarchive', { params, body }, async (tx) => {
    const ticket = await lockTicket(tx, ctx.user, params.idTicket, { ...body, archivedToo: true });
    if (!ticket.archived) throw refused('NAO_ARQUIVADO', 'O ticket não está arquivado.');
    const changed = await changeTicket(tx, ctx, ticket, {
      set: { archived: false },
      event: { type: 'DESARQUIVAMENTO', internal: true },
      audit: { action: 'DESARQUIVAR', before: { arquivado: true }, after: { arquivado: false } },
    });
    return moved(changed, await stepOf(tx, changed), 'Ticket desarquivado.');
  });
