import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { NegotiationSort, negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import type { Input, Output } from '#contract/route.ts';
import { numberOf, readSearch } from '#contract/rules/searchTerm.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/conditions.ts';
import { customers, priceNegotiations, products } from '../../db/tables/index.ts';
import { COUNT_CAP, countOf, daysBetween, pageOf, paginatorOf } from '../../paging/paging.ts';
import { customerTerms, matchesTerms } from '../../sac/customers/queries.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { plainText } from '../../text/plainText.ts';
import { negotiationOf, negotiationScope, selectNegotiations } from './rows.ts';

/** What other modules need to read about prices under negotiation. */

type ListQuery = Input<typeof negotiationRoutes.list>['query'];
/** Filters and order, without page. */
export type NegotiationQuery = Omit<ListQuery, 'page' | 'take' | 'cursor'>;
type Reader = Pick<Context, 'db' | 'user' | 'now'>;

/** Pending requests, unless another situation is asked for; newest first. */
export async function listNegotiations(
  query: ListQuery,
  ctx: Reader,
): Promise<Output<typeof negotiationRoutes.list>> {
  const { db } = ctx;
  const where = await negotiationCondition(query, ctx);
  const { take, offset } = pageOf(query);
  const [itens, total] = await Promise.all([
    negotiationPage(ctx, where, query, { take, offset }),
    countOf(
      db,
      db.select({ id: priceNegotiations.id }).from(priceNegotiations).where(where).limit(COUNT_CAP),
    ),
  ]);
  return { itens, paginator: paginatorOf(query, total) };
}

/** Ids are read from the index of the sort order, and only the rows of the page are joined. */
export async function negotiationPage(
  ctx: Reader,
  where: SQL | undefined,
  query: NegotiationQuery,
  { take, offset }: { take: number; offset: number },
) {
  const found = await ctx.db
    .select({ id: priceNegotiations.id })
    .from(priceNegotiations)
    .where(where)
    .orderBy(...orderOf(query))
    .limit(take)
    .offset(offset);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const rows = await selectNegotiations(ctx.db, inArray(priceNegotiations.id, ids));
  const byId = new Map(rows.map((row) => [row.negotiation.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [negotiationOf(row, ctx)] : [];
  });
}

const SORTS: Record<NegotiationSort, typeof priceNegotiations.createdAt | typeof priceNegotiations.orderId> =
  {
    dtHorInc: priceNegotiations.createdAt,
    idPedido: priceNegotiations.orderId,
  };

function orderOf({ orderBy, sortBy, direction }: NegotiationQuery): SQL[] {
  const turn = direction === 'ASC' ? asc : desc;
  return [turn(SORTS[orderBy ?? sortBy ?? 'dtHorInc']), turn(priceNegotiations.id)];
}

export async function negotiationCondition(
  query: NegotiationQuery,
  { db, user }: Reader,
): Promise<SQL | undefined> {
  const { semCiencia, meus, ids, termo = '' } = query;
  const { status = ids ? 'TODOS' : 'P' } = query;
  const days = daysBetween(query.dtIni ?? query.inicio, query.dtFim ?? query.fim, {
    zone: await zoneOf(db, user),
    field: query.dtFim ? 'dtFim' : 'fim',
  });
  return and(
    status === 'TODOS' ? undefined : eq(priceNegotiations.status, status as 'P'),
    negotiationScope(user),
    ids && inArray(priceNegotiations.id, [...ids]),
    days && and(gte(priceNegotiations.createdAt, days.start), lt(priceNegotiations.createdAt, days.end)),
    meus ? eq(priceNegotiations.requesterId, user.id) : undefined,
    semCiencia
      ? and(isNull(priceNegotiations.seenAt), inArray(priceNegotiations.status, ['A', 'N']))
      : undefined,
    termo.trim() ? await termCondition(db, termo, user) : undefined,
  );
}

/** A number matches the quote or the customer; words match the customer's names or the product's. */
async function termCondition(db: Executor, text: string, user: Context['user']): Promise<SQL | undefined> {
  const [term, terms] = [readSearch(plainText(text)), await customerTerms(db, text, user)];
  if (!term || !terms) return undefined;
  const order = numberOf(term, 'ORCAMENTO', 'PEDIDO');
  const inProduct = and(
    ...terms.words.map(
      (word) => sql`fold_text(${products.code} || ' ' || ${products.description}) like ${containing(word)}`,
    ),
  );
  return or(
    order === null ? undefined : eq(priceNegotiations.orderId, order),
    inArray(
      priceNegotiations.customerId,
      db.select({ id: customers.id }).from(customers).where(matchesTerms(terms)),
    ),
    inArray(priceNegotiations.productId, db.select({ id: products.id }).from(products).where(inProduct)),
  );
}
