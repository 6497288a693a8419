import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OrderEntry } from '#contract/callcenter/orders/orderRow.ts';
import { allows } from '#contract/permissions.ts';
import type { Paginator } from '#contract/route.ts';
import type { Context, Reading, User } from '#server/context.ts';
import { customerLog, orders, people } from '#server/db/tables/index.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { COUNT_CAP, countOf, type PageRequest, pageOf, paginatorOf } from '#server/paging/paging.ts';
import { visibleCustomer } from '#server/sac/customers/queries.ts';
import { orderScope } from '#server/session/scope.ts';

/**
 * Requires that the user may read a quote or order in their scope: through its list, through the customer's panel, or because
 * it is their own. 404 out of scope.
 */
export async function requireReadable({ db, user }: Reading<'db' | 'user'>, id: number): Promise<void> {
  const [order] = await db
    .select({ stage: orders.stage, sellerId: orders.sellerId })
    .from(orders)
    .where(and(eq(orders.id, id), orderScope(user)));
  if (!order) throw notFound();
  if (!mayRead(user, order)) throw forbidden(order.stage);
}

/** Whether the user may read a quote or order of their scope. */
export function mayRead(
  user: User,
  { stage, sellerId }: Pick<typeof orders.$inferSelect, 'stage' | 'sellerId'>,
) {
  const may = (...names: Parameters<typeof allows>[1][]) => names.some((name) => allows(user.grants, name));
  return stage === 'ORCAMENTO'
    ? may('ORCAMENTO', 'CLIENTE_ORCAMENTOS')
    : may('PEDIDO', 'CLIENTE_PEDIDOS') || (may('PEDIDO_OPERADOR') && sellerId === user.id);
}

/** The history of a quote or order across both stages, latest first. */
export async function orderHistory(
  ctx: Context,
  id: number,
  query: PageRequest,
): Promise<{ itens: OrderEntry[]; paginator: Paginator }> {
  await requireReadable(ctx, id);
  const { take, offset } = pageOf(query);
  const where = and(inArray(customerLog.type, ['ORCAMENTO', 'PEDIDO']), eq(customerLog.itemId, id));
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ entry: customerLog, author: people.name })
      .from(customerLog)
      .leftJoin(people, eq(people.id, customerLog.personId))
      .where(where)
      .orderBy(desc(customerLog.at), desc(customerLog.id))
      .limit(take)
      .offset(offset),
    countOf(ctx.db, ctx.db.select({ id: customerLog.id }).from(customerLog).where(where).limit(COUNT_CAP)),
  ]);
  return {
    itens: rows.map(({ entry, author }) => ({
      id: entry.id,
      tipo: entry.type,
      historico: entry.text,
      autor: author,
      datahora_criacao: entry.at.toISOString(),
    })),
    paginator: paginatorOf(query, total),
  };
}

/** 404 whether the customer is unknown or out of scope. */
export async function requireCustomer({ db, user }: Pick<Context, 'db' | 'user'>, id: number): Promise<void> {
  if (!(await visibleCustomer(db, user, id))) throw notFound();
}
