import { and, inArray } from 'drizzle-orm';
import { customerDoubleRoutes } from '#contract/callcenter/customers/customerDoubles.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { customers, distinctCustomers } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { goneOrMerged, leadingVisible, numbersOf } from '../../sac/customers/queries.ts';
import { customerScope, isConsumer } from '../../session/scope.ts';
import { audit, auditMany } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { dismissedPairs, doublesOf, likelyDoubles } from './queries.ts';

/**
 * Both customers, which nobody merges meanwhile; 404 if the person does not see one of them, and told if one leads to another by now.
 */
async function lockPair(
  tx: Tx,
  { user }: Context,
  given: readonly [number, number],
): Promise<[number, number]> {
  if (isConsumer(user)) throw notFound();
  if (given[0] === given[1])
    throw refused('MESMO_CLIENTE', 'Escolha outro cliente: um cliente é sempre o mesmo que ele.');
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(amongIds(customers.id, given), customerScope(user)))
    .orderBy(customers.id)
    .for('key share');
  for (const id of given) {
    if (rows.some((row) => row.id === id)) continue;
    throw await goneOrMerged(tx, user, id);
  }
  return given[0] < given[1] ? [given[0], given[1]] : [given[1], given[0]];
}

const dismiss = command(customerDoubleRoutes.dismiss, async (tx, ctx, { params, body }) => {
  const [oneId, otherId] = await lockPair(tx, ctx, [params.idCli, body.outro]);
  const [written] = await tx
    .insert(distinctCustomers)
    .values({ oneId, otherId, personId: ctx.user.id, at: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: distinctCustomers.id });
  // A colleague who said the same a moment before is the one who said it.
  if (written)
    await audit(tx, ctx, {
      action: 'DISTINGUIR',
      entity: 'distinct_customers',
      entityId: written.id,
      after: { clientes: [oneId, otherId] },
    });
  return { data: { message: `Os clientes ${oneId} e ${otherId} não serão mais propostos para unir.` } };
});

/** Takes it back, whichever numbers the two had when it was said. */
const restore = command(customerDoubleRoutes.restore, async (tx, ctx, { params, body }) => {
  const pair = await lockPair(tx, ctx, [params.idCli, body.outro]);
  const leads = await numbersOf(tx, pair);
  const numbers = [...leads.keys()];
  const rows = await tx
    .select()
    .from(distinctCustomers)
    .where(and(inArray(distinctCustomers.oneId, numbers), inArray(distinctCustomers.otherId, numbers)))
    .for('update');
  const said = rows.filter(({ oneId, otherId }) => leads.get(oneId) !== leads.get(otherId));
  if (said.length === 0)
    throw refused('NAO_DESCARTADO', `Os clientes ${pair[0]} e ${pair[1]} já podem ser propostos.`);
  await tx.delete(distinctCustomers).where(
    amongIds(
      distinctCustomers.id,
      said.map(({ id }) => id),
    ),
  );
  await auditMany(
    tx,
    ctx,
    said.map(({ id, oneId, otherId }) => ({
      action: 'DESFAZER',
      entity: 'distinct_customers',
      entityId: id,
      before: { clientes: [oneId, otherId] },
    })),
  );
  return { data: { message: `Os clientes ${pair[0]} e ${pair[1]} podem ser propostos de novo.` } };
});

export const customerDoubleImplementation = implement(customerDoubleRoutes, {
  list: ({ query }, ctx) =>
    query.descartados
      ? dismissedPairs(ctx, query.depoisDe)
      : likelyDoubles(ctx, query.depoisDe, query.comDocumentos ? 'LINK' : 'MERGE'),
  async ofCustomer({ params }, ctx) {
    const row = await leadingVisible(ctx.db, ctx.user, params.idCli);
    if (!row || isConsumer(ctx.user)) throw notFound();
    return doublesOf(ctx, row);
  },
  dismiss,
  restore,
});
