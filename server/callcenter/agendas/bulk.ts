import type { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { localTime } from '../../../contract/rules/zonedTime.ts';
import type { RowResults } from '../../../contract/sac/rowResults.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { invalid, Refusal } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { readSchedule } from './rules.ts';
import { finishing, rescheduling } from './update.ts';
import { type AgendaChange, changeAgenda, type LockedAgenda, lockAgenda } from './writeAgenda.ts';

/** To another day, each at its own time of day or all at one. */
export const rescheduleAgendas = (
  { body }: Input<typeof agendaRoutes.rescheduleMany>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.rescheduleMany>> =>
  withIdempotency(ctx, 'agendas.rescheduleMany', { body }, async (tx) => {
    if (!body.motivo.trim()) throw invalid({ motivo: 'Informe por que as agendas mudam de data.' });
    return eachOf(tx, ctx, body.ids, (agenda) => {
      const time = body.hora ?? localTime(agenda.scheduledAt, agenda.zone);
      return rescheduling(agenda, readSchedule(`${body.data} ${time}`, agenda.zone, ctx.now()), body.motivo);
    });
  });

export const finishAgendas = (
  { body }: Input<typeof agendaRoutes.finishMany>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.finishMany>> =>
  withIdempotency(ctx, 'agendas.finishMany', { body }, async (tx) => {
    const finish = await finishing(tx, ctx, body.idMotivoFinalizacao, body.observacao);
    return eachOf(tx, ctx, body.ids, () => finish);
  });

/** One bad row never stops the rest; rows are locked in the order of their ids, so that no two wait for each other. */
async function eachOf(
  tx: Tx,
  ctx: Context,
  ids: readonly number[],
  changeOf: (agenda: LockedAgenda) => AgendaChange | null,
): Promise<RowResults> {
  const ordered = [...new Set(ids)].sort((a, b) => a - b);
  const sucesso: number[] = [];
  const falhas: RowResults['falhas'] = [];
  for (const id of ordered) {
    try {
      const agenda = await lockAgenda(tx, ctx.user, { id });
      const change = changeOf(agenda);
      if (change) await changeAgenda(tx, ctx, agenda, change);
      sucesso.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      falhas.push({ id, codigo: error.code, mensagem: error.message });
    }
  }
  return { processados: ordered.length, sucesso, falhas };
}
