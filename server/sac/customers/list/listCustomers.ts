import { eq } from 'drizzle-orm';
import type { Input, Output } from '../../../../contract/route.ts';
import type { CustomerSort, customerRoutes } from '../../../../contract/sac/customers.ts';
import type { Context } from '../../../context.ts';
import { customers } from '../../../db/tables/index.ts';
import { forbidden } from '../../../errors.ts';
import { listQueryHash, neighbours, readPageCursor } from '../../../pageCursor.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../../paging.ts';
import { isConsumer } from '../../../session/scope.ts';
import { codeIn } from '../rules.ts';
import { customerCondition } from './customerCondition.ts';
import { customerRows, isKeyOf, type OrderedCustomers, readCustomers } from './readCustomers.ts';

type Request = Input<typeof customerRoutes.list>;

/**
 * By code, document (masked or not) or words of the names without accents, and by the list's filters, within what the
 * person may see. Neighbouring pages are reached by key (`cursor`), a jump (`page`) counts its way.
 */
export async function listCustomers(
  { query }: Request,
  ctx: Context,
): Promise<Output<typeof customerRoutes.list>> {
  // An end consumer's customer is their own record: the search is not answered, whatever a role grants.
  if (isConsumer(ctx.user)) throw forbidden('SAC_CLIENTE_PESQUISAR');
  const { take, page, offset } = pageOf(query);
  const order = customerOrder(query);
  const hash = listQueryHash(ctx.user.id, { ...query, sort: order.sort, direction: order.direction, take });
  const cursor = query.cursor ? readPageCursor(query.cursor, isKeyOf[order.sort], hash) : null;
  const condition = await customerCondition(ctx, query);
  const limited = ctx.db.select({ id: customers.id }).from(customers).where(condition).limit(COUNT_CAP);
  const [found, total] = await Promise.all([
    readCustomers(ctx.db, { condition, ...order }, cursor ?? { offset }, take),
    cursor ? cursor.total : countOf(ctx.db, limited),
  ]);
  const current = cursor?.page ?? page;
  return {
    itens: await customerRows(
      ctx,
      found.rows.map(({ id }) => id),
    ),
    paginator: {
      ...paginatorOf({ page: current, take }, total),
      // Where one row stands before its place in the order, the place of a neighbour is not known.
      ...(!order.first && neighbours(found, { hash, page: current, total })),
    },
  };
}

const DATES: readonly CustomerSort[] = ['dtUltComp', 'dtCriacao'];

/** By name unless asked otherwise; without an order of its own a search shows the customer with that very code first. */
export function customerOrder({
  orderBy,
  direction,
  q = '',
}: Pick<Request['query'], 'orderBy' | 'direction' | 'q'>): Omit<OrderedCustomers, 'condition'> {
  const sort = orderBy ?? 'razSoc';
  const id = codeIn(q);
  return {
    sort,
    direction: direction ?? (DATES.includes(sort) ? 'DESC' : 'ASC'),
    first: !orderBy && id !== null ? eq(customers.id, id) : undefined,
  };
}
