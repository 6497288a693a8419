import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Chance } from '../chance.ts';
import type { DemoCustomer } from '../customers.ts';
import type { DemoInvoice, InvoiceLine } from '../invoices.ts';
import type { DemoPerson, PersonRow } from '../people.ts';
import { branchOf } from '../places.ts';
import type { Planned, TicketSources } from './plan.ts';

/** Lookups needed for each ticket. */
export interface Desk {
  staff: Staff;
  buyers: DemoCustomer[];
  /** Buyers with a CPF. */
  persons: DemoCustomer[];
  companies: DemoCustomer[];
  invoicesOf: ReadonlyMap<number, DemoInvoice[]>;
}

/** Days, of the demonstration's parameter `diasLimiteDevolucao`. */
const RETURN_WINDOW = 180;
/** A ticket lasts at most this many days, so its invoice is at least that much older. */
const MAX_MESSAGES = 12;

export function deskOf({ chance, people, customers, invoices }: TicketSources): Desk {
  const invoicesOf = new Map<number, DemoInvoice[]>();
  for (const invoice of invoices) {
    const own = invoicesOf.get(invoice.row.customerId);
    if (own) own.push(invoice);
    else invoicesOf.set(invoice.row.customerId, [invoice]);
  }
  const buyers = customers.filter(({ row }) => invoicesOf.has(row.id));
  const persons = buyers.filter(isPerson);
  const companies = buyers.filter((buyer) => !isPerson(buyer));
  return { staff: staffOf(chance, people), buyers, persons, companies, invoicesOf };
}

export const isPerson = ({ row }: DemoCustomer): boolean => row.document.length === 11;

const needsInvoice = ({ kind: { type } }: Planned): boolean =>
  type.flags.usa_nota === 2 || type.flags.usa_nota_produto > 0;

export interface Chosen {
  customer: DemoCustomer;
  branchId: number;
  invoice: DemoInvoice | null;
}

/** Chooses a customer, with an invoice if the type requires one. Tries others until one still has something to return. */
export function chooseCustomer(
  from: TicketSources,
  desk: Desk,
  plan: Planned,
  { index, last }: { index: number; last: number },
): Chosen {
  for (let attempt = 0; attempt < 200; attempt++) {
    const customer = attempt === 0 ? firstChoice(from, desk, plan, index) : anyCustomer(from, desk, plan);
    const branchId = customer.branchIds[0] as number;
    const invoice = needsInvoice(plan) ? invoiceOf(from, desk, { customer, branchId, last }) : null;
    if (invoice || !needsInvoice(plan)) return { customer, branchId, invoice };
  }
  throw new Error('No customer of the demonstration has anything left to return.');
}

/** Every 30th ticket belongs to the end consumer or the customer used in examples, so that they have a few. */
function firstChoice(from: TicketSources, desk: Desk, plan: Planned, index: number): DemoCustomer {
  if (index % 30 !== 0) return anyCustomer(from, desk, plan);
  return desk.buyers[plan.kind.type.flags.usa_consumidor_final > 0 ? 0 : 1] as DemoCustomer;
}

function anyCustomer({ chance }: TicketSources, desk: Desk, { kind }: Planned): DemoCustomer {
  const flag = kind.type.flags.usa_consumidor_final;
  const asPerson = flag === 2 || (flag === 1 && chance.happens(40));
  return chance.pick(asPerson ? desk.persons : desk.companies);
}

interface Wanted {
  customer: DemoCustomer;
  branchId: number;
  /** When the ticket was last updated, in milliseconds. */
  last: number;
}

/** An invoice within the return window that still has something to return. */
function invoiceOf({ chance }: TicketSources, desk: Desk, wanted: Wanted): DemoInvoice | null {
  const newest = new Date(wanted.last - MAX_MESSAGES * DAY).toISOString().slice(0, 10);
  const oldest = addDays(newest, MAX_MESSAGES - RETURN_WINDOW + 1);
  const fitting = (desk.invoicesOf.get(wanted.customer.row.id) ?? []).filter(
    ({ row, lines }) =>
      row.branchId === wanted.branchId &&
      row.issuedOn <= newest &&
      row.issuedOn >= oldest &&
      lines.some((line) => left(line) > 0),
  );
  return fitting.length > 0 ? chance.pick(fitting) : null;
}

export const left = ({ purchased, returned, held }: InvoiceLine): number => purchased - returned - held;

/** The people who may open and handle a customer's tickets. */
interface Staff {
  operatorOf: (branchId: number) => PersonRow;
  creatorOf: (customer: DemoCustomer, branchId: number, byConsumer: boolean) => PersonRow;
  /** The customer's own user, if they have one. */
  consumerOf: (customer: DemoCustomer) => PersonRow | null;
}

function staffOf(chance: Chance, people: readonly DemoPerson[]): Staff {
  const at = (type: PersonRow['type'], branchId: number) =>
    people
      .filter(({ row, branchIds }) => row.type === type && branchIds.includes(branchId))
      .map(({ row }) => row);
  const byBranch = new Map(
    [1, 2, 3].map((id) => [id, { operators: at('OPERADOR', id), sellers: at('VENDEDOR', id) }] as const),
  );
  const consumers = new Map(people.map(({ row }) => [row.customerId ?? 0, row] as const));
  const representatives = new Map(people.map(({ row }) => [row.representativeId ?? 0, row] as const));
  const operatorOf = (branchId: number) => chance.pick(byBranch.get(branchId)?.operators ?? []);
  return {
    operatorOf,
    consumerOf: ({ row }) => consumers.get(row.id) ?? null,
    creatorOf: (customer, branchId, byConsumer) => {
      const own = byConsumer ? consumers.get(customer.row.id) : undefined;
      if (own) return own;
      const representative = representatives.get(customer.row.representativeId ?? -1);
      if (representative && chance.happens(30)) return representative;
      const sellers = byBranch.get(branchId)?.sellers ?? [];
      return sellers.length > 0 && chance.happens(15) ? chance.pick(sellers) : operatorOf(branchId);
    },
  };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_WAIT = 11 * DAY;

/** Open tickets were updated recently, closed ones within half a year; always in working hours and before today. */
export function lastMoment(chance: Chance, plan: Planned, today: CalendarDate, branchId: number): number {
  const closed = plan.status === 'FINALIZADO' || plan.status === 'CANCELADO';
  const days = closed
    ? chance.int(0, 150)
    : chance.weighted([
        [0, 8],
        [chance.int(1, 6), 2],
        [chance.int(7, 40), 1],
      ]);
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const behind = branchOf(branchId).hoursBehindUtc;
  // Work on the last day happened in the afternoon, so that most open tickets are still on time.
  const before = days === 0 && !closed ? chance.int(HOUR, 8 * HOUR) : chance.int(1000, DAY);
  let at = midnight - days * DAY - before;
  while (duringWork(at, behind) >= midnight) at -= DAY;
  return duringWork(at, behind);
}

/** `count` instants up to the last, half an hour to a day apart, each in working hours. */
export function instantsUntil(chance: Chance, last: number, count: number, branchId: number): number[] {
  const gaps = Array.from({ length: count - 1 }, () => chance.int(30 * 60, 24 * 3600) * 1000);
  const span = gaps.reduce((sum, gap) => sum + gap, 0);
  // Long conversations are compressed, so that the invoice is still older than its ticket.
  const pace = span > MAX_WAIT ? MAX_WAIT / span : 1;
  const behind = branchOf(branchId).hoursBehindUtc;
  const times = [last];
  for (const gap of gaps) times.unshift((times[0] as number) - Math.round(gap * pace));
  return times.map((at) => Math.min(last, duringWork(at, behind))).sort((a, b) => a - b);
}

const OPENS = 8;
const CLOSES = 18;

/** The same instant if it is in working hours, otherwise the next opening at the same minutes past the hour. */
function duringWork(instant: number, hoursBehindUtc: number): number {
  let local = instant - hoursBehindUtc * HOUR;
  for (;;) {
    const date = new Date(local);
    const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    const hour = date.getUTCHours();
    if (!weekend && hour >= OPENS && hour < CLOSES) return local + hoursBehindUtc * HOUR;
    const midnight = local - (local % DAY);
    const nextDay = weekend || hour >= CLOSES;
    // The minutes are kept, so that moved instants do not all coincide.
    local = midnight + (nextDay ? DAY : 0) + OPENS * HOUR + (local % HOUR);
  }
}
