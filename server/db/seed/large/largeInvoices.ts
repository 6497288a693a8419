import { addDays, type CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import type { invoices } from '../../tables/index.ts';
import { invoiceKey } from '../demo/company.ts';
import type { DemoCustomer } from '../demo/customers.ts';
import { branchOf } from '../demo/places.ts';

/** Each has as many lines as tickets: one of each. */
export const LINES = 4;
/** Days over which they spread, the newest three days old. */
const SPAN = 760;
const YOUNGEST = 3;
const FIRST_NUMBER = 100_001;

export interface InvoiceRange {
  firstId: number;
  count: number;
  today: CalendarDate;
  buyers: readonly DemoCustomer[];
}

/** One after the other in the order of their days, each with a valid access key; totals come with the lines. */
export function* largeInvoices({
  firstId,
  count,
  today,
  buyers,
}: InvoiceRange): Generator<typeof invoices.$inferInsert> {
  for (let index = 0; index < count; index++) {
    // A stride that shares no factor with the number of buyers visits all of them before it repeats.
    const customer = buyers[(index * 7919) % buyers.length] as DemoCustomer;
    const branchId = customer.branchIds[0] as number;
    const day = addDays(today, -YOUNGEST - SPAN + Math.floor((index * SPAN) / count));
    const number = FIRST_NUMBER + index;
    yield {
      id: firstId + index,
      key: invoiceKey(branchOf(branchId), day, number, ((index * 48_271) % 99_999_989) + 1),
      number,
      series: 1,
      customerId: customer.row.id,
      branchId,
      carrierId: customer.carrierIds[index % customer.carrierIds.length] ?? null,
      issuedOn: day,
      itemCount: LINES,
      total: '0',
    };
  }
}
