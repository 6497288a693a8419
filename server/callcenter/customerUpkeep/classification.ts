import { and, asc, eq } from 'drizzle-orm';
import type { customerUpkeepRoutes } from '../../../contract/callcenter/customerUpkeep.ts';
import { allows } from '../../../contract/permissions.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { activities, customerClassifications } from '../../db/tables/index.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { paginatorOf } from '../../paging.ts';
import { plainTexts } from '../../plainText.ts';
import { requireCustomer } from '../contacts/queries.ts';
import { writtenCustomer } from '../customerPanel/queries.ts';
import { changeCustomer, lockCustomer } from '../lockCustomer.ts';

type Routes = typeof customerUpkeepRoutes;
type Named = typeof activities | typeof customerClassifications;

/** The name of an option that may be chosen; `kept` may stay though nobody chooses it any more. */
async function chosenName(db: Executor, table: Named, id: number, kept: number | null) {
  const [row] = await db.select().from(table).where(eq(table.id, id));
  return row && (row.active || id === kept) ? row.name : null;
}

const nameOf = async (db: Executor, table: Named, id: number | null) =>
  id === null ? '' : ((await chosenName(db, table, id, id)) ?? '');

export async function classify(
  { params, body }: Input<Routes['classify']>,
  ctx: Context,
): Promise<Output<Routes['classify']>> {
  return withIdempotency(ctx, 'customerUpkeep.classify', { params, body }, async (tx) => {
    const row = await lockCustomer(tx, ctx, params.idCli, {
      versao: body.versao,
      state: (standing) => writtenCustomer(standing, { ...ctx, db: tx }),
    });
    const classificationId = Number(body.classificacao);
    const name = await chosenName(tx, customerClassifications, classificationId, row.classificationId);
    if (name === null) throw invalid({ classificacao: 'Escolha uma das classificações.' });
    const classificationNote = plainTexts(body.obs ?? '').trim();
    await changeCustomer(tx, ctx, row.id, {
      set: { classificationId, classificationNote },
      text: `Classificado como ${name}`,
      before: { classificacao: row.classificationId, obs: row.classificationNote },
      after: { classificacao: classificationId, obs: classificationNote },
    });
    return { data: { id: row.id, message: 'Classificação atualizada com sucesso.' } };
  });
}

export async function declassify(
  { params }: Input<Routes['declassify']>,
  ctx: Context,
): Promise<Output<Routes['declassify']>> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockCustomer(tx, ctx, params.idCli);
    if (row.classificationId !== null)
      await changeCustomer(tx, ctx, row.id, {
        set: { classificationId: null, classificationNote: '' },
        text: 'Classificação retirada',
        before: { classificacao: row.classificationId, obs: row.classificationNote },
        after: { classificacao: null, obs: '' },
      });
    return { data: { id: row.id, message: 'Classificação excluída com sucesso.' } };
  });
}

/** A customer has one activity, so its row goes by the customer's number. */
export async function changeActivity(
  { params, body }: Input<Routes['changeActivity']>,
  ctx: Context,
): Promise<Output<Routes['changeActivity']>> {
  return withIdempotency(ctx, 'customerUpkeep.changeActivity', { params, body }, async (tx) => {
    const row = await lockCustomer(tx, ctx, params.idCli);
    if (Number(body.id) !== row.id) throw notFound();
    const before = await nameOf(tx, activities, row.activityId);
    if ((Number(body.valoranterior) || null) !== row.activityId)
      throw conflict(
        `Outra pessoa já mudou a atividade para ${before || 'nenhuma'}. Confira antes de mudar de novo.`,
        { idAtividade: row.activityId, atividade: before },
      );
    const activityId = Number(body.valor);
    const name = await chosenName(tx, activities, activityId, row.activityId);
    if (name === null) throw invalid({ valor: 'Escolha uma das atividades.' });
    await changeCustomer(tx, ctx, row.id, {
      set: { activityId },
      text: `Atividade alterada para ${name}`,
      before: { atividade: before },
      after: { atividade: name },
    });
    return { data: { id: row.id, message: 'Atividade atualizada com sucesso.' } };
  });
}

export async function customerActivities(
  { params }: Input<Routes['activities']>,
  ctx: Context,
): Promise<Output<Routes['activities']>> {
  const row = await requireCustomer(ctx, params.idCli);
  const opcoes = await ctx.db
    .select({ id: activities.id, desc: activities.name })
    .from(activities)
    .where(and(eq(activities.active, true)))
    .orderBy(asc(activities.name));
  const item = {
    id: row.id,
    idAtividade: row.activityId,
    atividade: await nameOf(ctx.db, activities, row.activityId),
    permiteEditar: opcoes.length > 0 && allows(ctx.user.grants, 'CLIENTE_EDITAR'),
  };
  const itens = row.activityId === null && opcoes.length === 0 ? [] : [item];
  return { itens, paginator: paginatorOf({}, itens.length), opcoes };
}
