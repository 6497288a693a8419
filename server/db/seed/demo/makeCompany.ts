import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Chance } from './chance.ts';
import { carrierRows, representativeRows } from './company.ts';
import { type DemoCustomer, demoCustomers } from './customers.ts';
import { type DemoInvoice, demoInvoices } from './invoices.ts';
import { type DemoPerson, demoPeople } from './people.ts';
import { type DemoPickups, demoPickups } from './pickups.ts';
import { type ProductRow, productRows } from './products.ts';
import { type DemoTickets, demoTickets } from './tickets/demoTickets.ts';
import type { TicketSources } from './tickets/plan.ts';

interface CompanySources
  extends Pick<TicketSources, 'kinds' | 'productReasons' | 'finalReasons' | 'sectorIds'> {
  chance: Chance;
  today: CalendarDate;
  tickets: number;
  passwordHash: string;
  roleIds: ReadonlyMap<string, number>;
}

/** The whole demonstration in memory. */
export interface Company {
  carriers: ReturnType<typeof carrierRows>;
  representatives: ReturnType<typeof representativeRows>;
  customers: DemoCustomer[];
  products: ProductRow[];
  invoices: DemoInvoice[];
  people: DemoPerson[];
  tickets: DemoTickets;
  pickups: DemoPickups;
}

const CUSTOMERS = 400;
const INVOICES = 3000;

/** These calls share one random sequence, so a new part must come last to leave the others unchanged. */
export function makeCompany(from: CompanySources): Company {
  const { chance, today } = from;
  const carriers = carrierRows(chance);
  const representatives = representativeRows(chance);
  const customers = demoCustomers(chance, CUSTOMERS, today);
  const products = productRows(chance);
  const invoices = demoInvoices({ chance, today, customers, products }, INVOICES);
  markOpenTitles(customers, invoices);
  const people = demoPeople({ ...from, customers });
  const tickets = demoTickets({ ...from, customers, products, invoices, people }, from.tickets);
  const pickups = demoPickups({ ...from, carriers, representatives, customers, invoices, tickets });
  return { carriers, representatives, customers, products, invoices, people, tickets, pickups };
}

function markOpenTitles(customers: readonly DemoCustomer[], invoices: readonly DemoInvoice[]) {
  const owing = new Set(
    invoices
      .filter(({ titles }) => titles.some(({ paidOn }) => paidOn === null))
      .map(({ row }) => row.customerId),
  );
  for (const { row } of customers) row.openTitles = owing.has(row.id);
}
