import type { CalendarDate } from '../../../../../contract/rules/calendarDate.ts';
import type { reasons } from '../../../tables/index.ts';
import type { Chance } from '../chance.ts';
import type { DemoCustomer } from '../customers.ts';
import type { DemoInvoice } from '../invoices.ts';
import type { DemoPerson } from '../people.ts';
import type { ProductRow } from '../products.ts';
import type { ProductReasonRow } from './items.ts';
import type { TicketKind } from './plan.ts';

export type FinalReasonRow = Pick<
  typeof reasons.$inferSelect,
  'id' | 'description' | 'typeId' | 'flowKey' | 'result'
>;

/** What tickets are made of. */
export interface TicketSources {
  chance: Chance;
  today: CalendarDate;
  kinds: readonly TicketKind[];
  customers: readonly DemoCustomer[];
  invoices: readonly DemoInvoice[];
  products: readonly ProductRow[];
  people: readonly DemoPerson[];
  sectorIds: ReadonlyMap<string, number>;
  productReasons: readonly ProductReasonRow[];
  /** How a ticket of a type may end. */
  finalReasons: readonly FinalReasonRow[];
}
