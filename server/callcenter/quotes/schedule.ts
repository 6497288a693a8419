import type { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { withIdempotency } from '../../idempotency.ts';
import { scheduleAgenda } from '../agendas/queries.ts';
import { momentText } from '../agendas/rules.ts';
import { lockForAction } from '../orders/queries.ts';

type Schedule = typeof quoteRoutes.schedule;

/** A contact about an open quote. The agenda's own entry in the log tells of it. */
export const scheduleReturn = ({ body }: Input<Schedule>, ctx: Context): Promise<Output<Schedule>> =>
  withIdempotency(ctx, 'quotes.schedule', { body }, async (tx) => {
    const { order } = await lockForAction(tx, ctx, 'AGENDAR', { id: body.orcamentoId });
    const { agenda, zone } = await scheduleAgenda(tx, ctx, {
      idCli: order.customerId,
      idOrcamento: order.id,
      idFil: order.branchId,
      assunto: body.assunto || `Retorno do orçamento ${order.id}`,
      descricao: body.descricao,
      data_agendada: body.data_agendada,
    });
    return {
      data: { id: agenda.id, message: `Retorno agendado para ${momentText(agenda.scheduledAt, zone)}` },
    };
  });
