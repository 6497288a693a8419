import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { CustomerLegend } from '../../../../contract/catalogs/customers.ts';
import type { Input } from '../../../../contract/route.ts';
import { addDays, type CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import type { customerRoutes } from '../../../../contract/sac/customers.ts';
import { fieldCondition, readerOf } from '../../../config/fields/queries.ts';
import type { Reading } from '../../../context.ts';
import { boughtOrNever, customerSellers, customers, stateOf } from '../../../db/tables/index.ts';
import { customerScope } from '../../../session/scope.ts';
import { matchesTerms } from '../customerLookup.ts';
import { customerTerms } from '../rules.ts';

export type CustomerFilters = NonNullable<Input<typeof customerRoutes.exportFile>['body']['filtros']>;

/** Scope and filters of the list as a condition over `customers`; `undefined` is every customer. */
export async function customerCondition(
  { db, user, now }: Reading<'db' | 'user' | 'now'>,
  filters: CustomerFilters,
): Promise<SQL | undefined> {
  return and(
    customerScope(user),
    matchesTerms(customerTerms(filters.q ?? '', user)),
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
    filters.naoContatar === undefined ? undefined : eq(customers.doNotContact, filters.naoContatar),
    await fieldCondition(db, 'cliente', filters.campos, readerOf(user)),
  );
}

const soldBy = (people: number[]): SQL =>
  sql`${customers.id} in (select ${customerSellers.customerId} from ${customerSellers}
    where ${inArray(customerSellers.personId, people)})`;

const bought = boughtOrNever(customers.lastPurchaseOn);
const never = isNull(customers.lastPurchaseOn);

/** As the index of the last purchase has it; both ends count. */
const between = (first: CalendarDate, last: CalendarDate): SQL =>
  sql`${bought} between ${first}::date and ${last}::date`;

/** When each badge is on a customer: contract/rules/customers/legends.ts as a condition. */
const CONDITIONS: Record<CustomerLegend, (today: CalendarDate) => SQL | undefined> = {
  BD: () => eq(customers.blocked, true),
  $: () => eq(customers.openTitles, true),
  U: () => eq(customers.commitment, true),
  PR: () => and(never, eq(customers.prospect, true)),
  SV: () => and(never, eq(customers.prospect, false)),
  P: (today) => between(`${today.slice(0, 7)}-01`, monthEnd(today)),
  // A purchase of a later day counts as of today, as the badge has it.
  H: (today) => sql`${bought} >= ${today}::date`,
  D: (today) => between(addDays(today, -29), addDays(today, -1)),
  '30': (today) => between(addDays(today, -59), addDays(today, -30)),
  '60': (today) => between(addDays(today, -89), addDays(today, -60)),
  '90': (today) => and(sql`${bought} > '-infinity'::date`, lte(bought, sql`${addDays(today, -90)}::date`)),
};

/** Customers that wear any of the badges on a day. */
const legendCondition = (legends: readonly CustomerLegend[], today: CalendarDate): SQL | undefined =>
  or(...legends.map((legend) => CONDITIONS[legend](today)));

const monthEnd = (today: CalendarDate): CalendarDate => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};
