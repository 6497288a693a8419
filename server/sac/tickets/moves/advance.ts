import type { Input, Output } from '../../../../contract/route.ts';
import type { ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import type { Context } from '../../../context.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { plainTexts } from '../../../plainText.ts';
import { leaveStep } from './leaveStep.ts';
import { moved, openWork } from './openWork.ts';

type Advance = typeof ticketMoveRoutes.advance;

/** To the chosen step, or to the standard one (DOMAIN.md section 3). */
export const advance = ({ params, body }: Input<Advance>, ctx: Context): Promise<Output<Advance>> =>
  withIdempotency(ctx, 'tickets.advance', { params, body }, async (tx) => {
    const work = await openWork(tx, ctx, params.idTicket, body.versao);
    const { versao: _, etapa, motivo, finalizacao, ...data } = plainTexts(body);
    const { ticket, next } = await leaveStep(tx, ctx, work, {
      chosen: etapa?.trim() || null,
      motivo: (motivo ?? '').trim(),
      ending: {
        idMotivo: finalizacao?.idMotivo ?? null,
        obs: (finalizacao?.obs ?? '').trim(),
        field: 'finalizacao.',
      },
      data,
    });
    const message = next.step.terminal ? 'Ticket finalizado.' : `Ticket enviado para ${next.step.descricao}.`;
    return moved(ticket, next.step, message);
  });
