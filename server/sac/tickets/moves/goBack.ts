import type { Input, Output } from '../../../../contract/route.ts';
import type { Flow } from '../../../../contract/rules/flow.ts';
import type { ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import { calendarOf } from '../../../config/parameters/workCalendar.ts';
import type { Context } from '../../../context.ts';
import { refused } from '../../../errors.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { releasePickup } from '../../pickups/queries.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { clockAfterMove, sectorOfStep } from '../change/enterStep.ts';
import { writeHolds } from '../change/lineHolds.ts';
import { stepIn } from '../change/stepOf.ts';
import { passedSteps } from '../detail/stepMap.ts';
import { movesOf } from '../detail/ticketParts.ts';
import { moved } from './moved.ts';
import { openWork, requireWorker } from './openWork.ts';
import { requiredReason, requireStatus, standing } from './told.ts';

type GoBack = typeof ticketMoveRoutes.goBack;

/**
 * Back to the step that the ticket came from. What was decided there stays as it was written, so that it can be
 * decided again: lines keep their judgement, the return invoice and the answer of logistics stand until they are
 * replaced. Only a check-in that lies ahead again counts no more; its lines hold what was authorised, or the move is
 * refused line by line when others have taken the difference.
 */
export const goBack = ({ params, body }: Input<GoBack>, ctx: Context): Promise<Output<GoBack>> =>
  withIdempotency(ctx, 'tickets.goBack', { params, body }, async (tx) => {
    const work = await openWork(tx, ctx, params.idTicket, body.versao);
    requireWorker(ctx, work);
    const { ticket, flow, step } = work;
    const motivo = requiredReason(body.motivo);
    if (!step.permite_retroceder)
      throw refused('SEM_RETORNO', `Da etapa ${step.descricao} o ticket não volta.`);
    const passed = passedSteps(flow, step.chave, await movesOf(tx, ticket.id));
    const cameFrom = passed.at(-1);
    if (!cameFrom) throw refused('SEM_RETORNO', 'O ticket não passou por nenhuma etapa antes desta.');
    const to = stepIn(flow, { ...ticket, stepKey: cameFrom });
    const status = requireStatus(ticket.status, to.status_ao_entrar);
    if (!isCheckedIn(flow, passed)) await writeHolds(tx, ticket.id, { status, voidCheckIn: true });
    if (step.exigencia === 'COLETA') await releasePickup(tx, ctx, ticket.id);
    const calendar = await calendarOf(tx, ticket.branchId);
    const changed = await changeTicket(tx, ctx, ticket, {
      set: {
        stepKey: to.chave,
        status,
        sectorId: await sectorOfStep(tx, to),
        stepEnteredAt: ctx.now(),
        ...clockAfterMove(flow, { from: step, to, clock: ticket }, calendar, ctx.now()),
      },
      event: {
        type: 'RETROCESSO',
        note: `${step.descricao} → ${to.descricao}.`,
        data: { de: step.chave, para: to.chave, motivo },
      },
      audit: {
        action: 'RETROCEDER',
        before: standing(ticket),
        after: { etapa: to.chave, status, motivo },
      },
    });
    return moved(changed, to, `Ticket devolvido para ${to.descricao}.`);
  });

/** The way up to and with the step that the ticket now goes back to passes a check-in. */
const isCheckedIn = (flow: Flow, way: readonly string[]): boolean =>
  flow.etapas.some(({ chave, exigencia }) => exigencia === 'CONFERENCIA_DEVOLUCAO' && way.includes(chave));
