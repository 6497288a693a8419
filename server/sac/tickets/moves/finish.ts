import type { Input, Output } from '../../../../contract/route.ts';
import { openWays } from '../../../../contract/rules/flowMoves.ts';
import type { ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import type { Context } from '../../../context.ts';
import { refused } from '../../../errors.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { plainTexts } from '../../../plainText.ts';
import { leaveStep } from './leaveStep.ts';
import { moved } from './moved.ts';
import { currentFacts, openWork } from './openWork.ts';

type Finish = typeof ticketMoveRoutes.finish;

/**
 * Ends a ticket where a way to the end is open from its step. It is the same way that `advance` takes, with the same
 * guards: a step that demands data is left by `advance`, which carries them. The observation is also the reason,
 * where the way asks for one.
 */
export const finish = ({ params, body }: Input<Finish>, ctx: Context): Promise<Output<Finish>> =>
  withIdempotency(ctx, 'tickets.finish', { params, body }, async (tx) => {
    const work = await openWork(tx, ctx, params.idTicket, body.versao);
    const { idMotivo, obs: given = '' } = plainTexts(body);
    const obs = given.trim();
    const ways = openWays(work.flow, work.step.chave, await currentFacts(tx, work));
    const end = ways.find(({ step }) => step.terminal);
    if (!end)
      throw refused(
        'SEM_FIM_ABERTO',
        `Da etapa ${work.step.descricao} o ticket ainda não pode ser finalizado. Avance-o pelas etapas que faltam.`,
      );
    const { ticket, way } = await leaveStep(tx, ctx, work, {
      chosen: end.step.chave,
      motivo: obs,
      ending: { idMotivo, obs, field: '' },
      data: {},
    });
    return moved(ticket, way.step, 'Ticket finalizado.');
  });
