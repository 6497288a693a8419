import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { CustomerLegend } from '#contract/catalogs/customers.ts';
import type { Input, Output } from '#contract/route.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { CustomerSort, customerRoutes } from '#contract/sac/customers.ts';
import { fieldCondition, readerOf } from '#server/config/fields/queries.ts';
import type { Context, Reading } from '#server/context.ts';
import { boughtOrNever, customerSellers, customers, stateOf } from '#server/db/tables/index.ts';
import { forbidden } from '#server/errors.ts';
import { groupCondition } from '#server/paging/groupings.ts';
import { inTime } from '#server/paging/inTime.ts';
import { listQueryHash, neighbours, readPageCursor } from '#server/paging/keyPage.ts';
import { askedCondition } from '#server/paging/listConditions.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '#server/paging/paging.ts';
import { customerScope, isConsumer } from '#server/session/scope.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import { customerTerms, matchesTerms } from '../customerLookup.ts';
import { inGroups } from '../groups.ts';
import { codeIn } from '../rules.ts';
import { customerConditionFields } from './customerConditionFields.ts';
import { customerGroupings } from './customerGroupings.ts';
import { customerRows, isKeyOf, type OrderedCustomers, readCustomers } from './readCustomers.ts';

type Request = Input<typeof customerRoutes.list>;

/**
 * Lists customers by code, document (masked or not) or words of the names without accents, and by the list's filters, limited
 * to what the person may see. Neighbouring pages are reached by key (`cursor`), a jump (`page`) by offset.
 */
export async function listCustomers(
  { query }: Request,
  ctx: Context,
): Promise<Output<typeof customerRoutes.list>> {
  // An end consumer's customer is their own record, so they may not search, whatever their role grants.
  if (isConsumer(ctx.user)) throw forbidden('SAC_CLIENTE_PESQUISAR');
  const { take, page, offset } = pageOf(query);
  const order = customerOrder(query);
  const hash = listQueryHash(ctx.user.id, { ...query, sort: order.sort, direction: order.direction, take });
  const cursor = query.cursor ? readPageCursor(query.cursor, isKeyOf[order.sort], hash) : null;
  const condition = await customerCondition(ctx, query);
  const limited = ctx.db.select({ id: customers.id }).from(customers).where(condition).limit(COUNT_CAP);
  const [found, total] = await Promise.all([
    inTime(ctx.db, query.condicao, (db) =>
      readCustomers(db, { condition, ...order }, cursor ?? { offset }, take),
    ),
    cursor ? cursor.total : inTime(ctx.db, query.condicao, (db) => countOf(db, limited)),
  ]);
  const current = cursor?.page ?? page;
  return {
    itens: await customerRows(
      ctx,
      found.rows.map(({ id }) => id),
    ),
    paginator: {
      ...paginatorOf({ page: current, take }, total),
      // If one row is pulled to the front, the keys of the neighbouring pages are not known.
      ...(!order.first && neighbours(found, { hash, page: current, total })),
    },
  };
}

const DATES: readonly CustomerSort[] = ['dtUltComp', 'dtCriacao'];

/** Sorts by name by default. Unless an order is given, the customer whose code was entered comes first. */
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

export type CustomerFilters = NonNullable<Input<typeof customerRoutes.exportFile>['body']['filtros']> &
  Pick<Request['query'], 'ids'>;

/** The list's scope and filters as a condition on `customers`; `undefined` means every customer. */
export async function customerCondition(
  { db, user, now }: Reading<'db' | 'user' | 'now'>,
  filters: CustomerFilters,
): Promise<SQL | undefined> {
  return and(
    customerScope(user),
    filters.ids && inArray(customers.id, filters.ids),
    matchesTerms(await customerTerms(db, filters.q ?? '', user)),
    filters.uf?.length ? inArray(stateOf(customers.address), filters.uf) : undefined,
    filters.regiao?.length ? inArray(customers.regionId, filters.regiao) : undefined,
    filters.representante?.length ? inArray(customers.representativeId, filters.representante) : undefined,
    filters.prospect === undefined ? undefined : eq(customers.prospect, filters.prospect),
    filters.bloqueado === undefined ? undefined : eq(customers.blocked, filters.bloqueado),
    filters.legenda?.length
      ? legendCondition(filters.legenda, localDate(now(), DEFAULT_TIME_ZONE))
      : undefined,
    filters.vendedor?.length ? soldBy(filters.vendedor) : undefined,
    filters.classificacao?.length ? inArray(customers.classificationId, filters.classificacao) : undefined,
    filters.grupo?.length ? inGroups(user, filters.grupo) : undefined,
    filters.naoContatar === undefined ? undefined : eq(customers.doNotContact, filters.naoContatar),
    await fieldCondition(db, 'cliente', filters.campos, readerOf('cliente', user)),
    filters.no_grupo?.length
      ? groupCondition(await customerGroupings({ db, user }), filters.no_grupo)
      : undefined,
    filters.condicao
      ? askedCondition(filters.condicao, await customerConditionFields({ db, user }), {
          zone: await zoneOf(db, user),
          now: now(),
        })
      : undefined,
  );
}

const soldBy = (people: number[]): SQL =>
  sql`${customers.id} in (select ${customerSellers.customerId} from ${customerSellers}
    where ${inArray(customerSellers.personId, people)})`;

const bought = boughtOrNever(customers.lastPurchaseOn);

const never = isNull(customers.lastPurchaseOn);

/** Worded to match the index on the last purchase; both dates are inclusive. */
const between = (first: CalendarDate, last: CalendarDate): SQL =>
  sql`${bought} between ${first}::date and ${last}::date`;

/** The condition for each badge, matching server/sac/customers/rules.ts. */
const CONDITIONS: Record<CustomerLegend, (today: CalendarDate) => SQL | undefined> = {
  BD: () => eq(customers.blocked, true),
  $: () => eq(customers.openTitles, true),
  U: () => eq(customers.commitment, true),
  PR: () => and(never, eq(customers.prospect, true)),
  SV: () => and(never, eq(customers.prospect, false)),
  P: (today) => between(`${today.slice(0, 7)}-01`, monthEnd(today)),
  // A purchase dated in the future counts as today's, as it does for the badge.
  H: (today) => sql`${bought} >= ${today}::date`,
  D: (today) => between(addDays(today, -29), addDays(today, -1)),
  '30': (today) => between(addDays(today, -59), addDays(today, -30)),
  '60': (today) => between(addDays(today, -89), addDays(today, -60)),
  '90': (today) => and(sql`${bought} > '-infinity'::date`, lte(bought, sql`${addDays(today, -90)}::date`)),
};

/** Customers that have any of the badges on the given day. */
const legendCondition = (legends: readonly CustomerLegend[], today: CalendarDate): SQL | undefined =>
  or(...legends.map((legend) => CONDITIONS[legend](today)));

const monthEnd = (today: CalendarDate): CalendarDate => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};
