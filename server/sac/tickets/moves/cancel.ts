import type { Input, Output } from '../../../../contract/route.ts';
import { isBeforeAnalysis } from '../../../../contract/rules/flowMoves.ts';
import { mayFollow } from '../../../../contract/rules/ticketTransitions.ts';
import type { ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import type { Context } from '../../../context.ts';
import { refused } from '../../../errors.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { releasePickup } from '../../pickups/queries.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { NO_CLOCK } from '../change/dueClock.ts';
import { holdsOf, writeHolds } from '../change/lineHolds.ts';
import { passedSteps } from '../detail/stepMap.ts';
import { detailLines, movesOf } from '../detail/ticketParts.ts';
import { judgedLines } from '../rules.ts';
import { moved } from './moved.ts';
import { openWork } from './openWork.ts';
import { requiredReason, standing } from './told.ts';

type Cancel = typeof ticketMoveRoutes.cancel;

/**
 * Withdraws a ticket, for consumers and staff alike only before it was analysed (DOMAIN.md section 2): while it
 * stands on its initial step or on the first one of work, aside from there included, and no line was judged. Later
 * it is finished with a result. It keeps its step, and gives its quantities back.
 */
export const cancel = ({ params, body }: Input<Cancel>, ctx: Context): Promise<Output<Cancel>> =>
  withIdempotency(ctx, 'tickets.cancel', { params, body }, async (tx) => {
    const { ticket, flow, step } = await openWork(tx, ctx, params.idTicket, body.versao);
    const motivo = requiredReason(body.motivo);
    const passed = passedSteps(flow, step.chave, await movesOf(tx, ticket.id));
    const linesJudged = judgedLines(await detailLines(tx, ticket.id));
    const may =
      mayFollow(ticket.status, 'CANCELADO') &&
      isBeforeAnalysis(flow, { stepKey: step.chave, passed, linesJudged });
    if (!may)
      throw refused(
        'JA_ANALISADO',
        'O ticket já foi analisado e não pode mais ser cancelado. Finalize-o com o motivo que cabe.',
      );
    await writeHolds(tx, ticket.id, holdsOf('CANCELADO'));
    await releasePickup(tx, ctx, ticket.id);
    const changed = await changeTicket(tx, ctx, ticket, {
      set: { status: 'CANCELADO', ...NO_CLOCK },
      event: { type: 'CANCELAMENTO', note: 'Ticket cancelado.', data: { motivo } },
      audit: {
        action: 'CANCELAR',
        before: standing(ticket),
        after: { etapa: step.chave, status: 'CANCELADO', motivo },
      },
    });
    return moved(changed, step, 'Ticket cancelado.');
  });
