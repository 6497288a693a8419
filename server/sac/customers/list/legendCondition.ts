import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { CustomerLegend } from '../../../../contract/catalogs/customerLegend.ts';
import { addDays, type CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { boughtOrNever, customers } from '../../../db/tables/index.ts';

const bought = boughtOrNever(customers.lastPurchaseOn);
const never = isNull(customers.lastPurchaseOn);

/** As the index of the last purchase has it; both ends count. */
const between = (first: CalendarDate, last: CalendarDate): SQL =>
  sql`${bought} between ${first}::date and ${last}::date`;

/** When each badge is on a customer: contract/rules/legends.ts as a condition. */
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
export const legendCondition = (legends: readonly CustomerLegend[], today: CalendarDate): SQL | undefined =>
  or(...legends.map((legend) => CONDITIONS[legend](today)));

const monthEnd = (today: CalendarDate): CalendarDate => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};
