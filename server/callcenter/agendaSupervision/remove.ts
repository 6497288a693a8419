import type { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { plainText } from '../../plainText.ts';
import { deleteAgenda, lockAgenda } from '../agendas/queries.ts';
import { requireLead } from './leads.ts';
import { eachAgenda, selectedIds } from './selection.ts';

type Routes = typeof agendaSupervisionRoutes;

export async function removeAny(
  { params, query }: Input<Routes['remove']>,
  ctx: Context,
): Promise<Output<Routes['remove']>> {
  requireLead(ctx.user);
  return withIdempotency(ctx, 'agendaSupervision.remove', { params, query }, async (tx) => {
    const agenda = await lockAgenda(tx, ctx.user, { id: params.id, versao: query.versao });
    await deleteAgenda(tx, ctx, agenda);
    return { data: { id: agenda.id, message: `Agenda ${agenda.id} excluída` } };
  });
}

export async function removeMany(
  { body }: Input<Routes['removeMany']>,
  ctx: Context,
): Promise<Output<Routes['removeMany']>> {
  requireLead(ctx.user);
  const motivo = plainText(body.motivo).trim();
  if (!motivo) throw invalid({ motivo: 'Informe por que as agendas são excluídas.' });
  return withIdempotency(ctx, 'agendaSupervision.removeMany', { body }, async (tx) => {
    const ids = await selectedIds({ ...ctx, db: tx }, body);
    const wanted = ids.map((id) => ({ id }));
    const results = await eachAgenda(tx, ctx, wanted, (agenda) => deleteAgenda(tx, ctx, agenda));
    // Each row tells what it was; this one, why all of them went.
    if (results.sucesso.length > 0)
      await audit(tx, ctx, {
        action: 'EXCLUIR_LOTE',
        entity: 'agendas',
        entityId: 'lote',
        after: { motivo, agendas: results.sucesso },
      });
    return results;
  });
}
