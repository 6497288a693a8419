import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { invoiceItems, invoices, invoiceTitles, LineTaxes } from '../../tables/index.ts';
import type { Chance } from './chance.ts';
import { invoiceKey } from './company.ts';
import type { DemoCustomer } from './customers.ts';
import { branchOf } from './places.ts';
import type { ProductRow } from './products.ts';

export type InvoiceRow = typeof invoices.$inferInsert & { id: number; branchId: number };
/** Quantities are integers here and become text when written. */
export type InvoiceLine = Omit<typeof invoiceItems.$inferInsert, 'id' | 'purchased' | 'returned'> & {
  id: number;
  purchased: number;
  /** Increases while tickets are created. */
  returned: number;
  /** The quantity held by open tickets. */
  held: number;
};
type TitleRow = typeof invoiceTitles.$inferInsert & { id: number };

export interface DemoInvoice {
  row: InvoiceRow;
  lines: InvoiceLine[];
  titles: TitleRow[];
}

interface InvoiceSources {
  chance: Chance;
  today: CalendarDate;
  customers: readonly DemoCustomer[];
  products: readonly ProductRow[];
}

/** First invoice number of each branch. */
const FIRST_NUMBER = 48_210;

/**
 * Creates `count` invoices for customers who have bought: the newest on the date in the customer's record, older ones before
 * it. With a return window of 180 days most are inside, some just outside, and a few are years old.
 */
export function demoInvoices(from: InvoiceSources, count: number): DemoInvoice[] {
  const planned = plan(from, count).sort((a, b) => a.day.localeCompare(b.day));
  const ids = { item: 0, title: 0 };
  return planned.map(({ customer, day }, index) => invoice(from, customer, day, index + 1, ids));
}

interface Planned {
  customer: DemoCustomer;
  day: CalendarDate;
}

function plan({ chance, today, customers }: InvoiceSources, count: number): Planned[] {
  const buyers = customers.filter(({ lastPurchase }) => lastPurchase !== null);
  const newest = buyers.map((customer) => ({ customer, day: addDays(today, -(customer.lastPurchase ?? 0)) }));
  const older = Array.from({ length: Math.max(0, count - newest.length) }, (_, index) => {
    // The first two customers, used in every example, buy every week.
    const customer = (index < 40 ? buyers[index % 2] : chance.pick(buyers)) as DemoCustomer;
    return { customer, day: addDays(today, -(customer.lastPurchase ?? 0) - olderBy(chance)) };
  });
  return [...newest, ...older].slice(0, count);
}

const olderBy = (chance: Chance): number => {
  const [from, to] = chance.weighted<readonly [number, number]>([
    [[1, 90], 50],
    [[91, 174], 30],
    [[175, 190], 8],
    [[191, 400], 9],
    [[401, 1900], 3],
  ]);
  return chance.int(from, to);
};

function invoice(
  from: InvoiceSources,
  { row: customer, branchIds, carrierIds }: DemoCustomer,
  day: CalendarDate,
  id: number,
  ids: { item: number; title: number },
): DemoInvoice {
  const { chance, products } = from;
  const branch = branchOf(chance.pick(branchIds));
  const number = FIRST_NUMBER + id;
  const bought = chance.some(products, chance.int(2, 9));
  const lines = bought.map((product, index) => line(chance, product, id, index + 1, ++ids.item));
  const total = lines.reduce((sum, each) => sum + each.purchased * Number(each.unitPrice), 0);
  return {
    lines,
    titles: titles(from, { id, number, day, total }, ids),
    row: {
      id,
      key: invoiceKey(branch, day, number, chance.int(1, 99_999_999)),
      number,
      series: 1,
      customerId: customer.id,
      branchId: branch.id,
      carrierId: chance.pick(carrierIds),
      issuedOn: day,
      itemCount: lines.length,
      total: total.toFixed(4),
    },
  };
}

function line(
  chance: Chance,
  product: ProductRow,
  invoiceId: number,
  order: number,
  id: number,
): InvoiceLine {
  const cents = Math.round((Number(product.price) * 100 * chance.int(92, 104)) / 100);
  const purchased = chance.weighted([
    [chance.int(1, 5), 5],
    [chance.int(6, 24), 4],
    [chance.int(25, 120), 1],
  ]);
  return {
    id,
    invoiceId,
    line: order,
    productId: product.id,
    description: product.description.toUpperCase(),
    unit: product.unit ?? 'UN',
    purchased,
    returned: 0,
    held: 0,
    unitPrice: (cents / 100).toFixed(4),
    ...chargedOn({ lineId: id, productId: product.id, cents, purchased }),
  };
}

interface Billed {
  id: number;
  number: number;
  day: CalendarDate;
  total: number;
}

/** Half are paid immediately; the others in one to three titles, 28 days apart, of which one in thirty stays unpaid. */
function titles(
  { chance, today }: InvoiceSources,
  { id, number, day, total }: Billed,
  ids: { title: number },
): TitleRow[] {
  const atSight = chance.happens(50);
  const parts = atSight ? 1 : chance.int(1, 3);
  const cents = Math.round(total * 100);
  return Array.from({ length: parts }, (_, index) => {
    const dueOn = addDays(day, atSight ? 0 : 28 * (index + 1));
    const share = Math.floor(cents / parts) + (index === 0 ? cents % parts : 0);
    return {
      id: ++ids.title,
      invoiceId: id,
      number: `${number}/${index + 1}`,
      dueOn,
      amount: (share / 100).toFixed(4),
      paidOn: atSight || (dueOn <= today && chance.happens(97)) ? dueOn : null,
    };
  });
}

type Charged = Pick<
  typeof invoiceItems.$inferInsert,
  'unitPriceNoTax' | 'taxes' | 'priceTable' | 'integrationNote'
>;

interface Sold {
  lineId: number;
  productId: number;
  /** Including taxes. */
  cents: number;
  purchased: number;
}

const IPI = [0, 3.25, 5, 0, 9.75];
const ST = [0, 8.4, 0, 12.15, 0, 0];
const ICMS = [18, 12, 7];
const PRICE_TABLES = ['Tabela Varejo', 'Tabela Atacado', 'Tabela Varejo', 'Promoção do mês'];
const COMPLAINTS = [
  'NCM divergente do cadastro da integradora.',
  'Preço abaixo da tabela vigente na integração.',
  'CFOP ajustado automaticamente pela integradora.',
];

/**
 * The invoice data of a line besides its price. It is derived from the line and product numbers without random draws, so that
 * the rest of the company does not change. IPI, ST and STSN are added to the price without tax; ICMS is included in it.
 */
function chargedOn({ lineId, productId, cents, purchased }: Sold): Charged {
  const ipi = at(IPI, productId);
  const substituted = at(ST, productId);
  // For a seller under the simplified tax regime, tax substitution has its own name.
  const simple = substituted > 0 && lineId % 7 === 0;
  const price = cents / 100 / (1 + (ipi + substituted) / 100);
  const base = price * purchased;
  const taxes: LineTaxes = {
    ...(ipi > 0 && { ipi: tax(ipi, base) }),
    ...(substituted > 0 && { [simple ? 'stsn' : 'st']: tax(substituted, base) }),
    icms: tax(at(ICMS, lineId), base),
    ...(lineId % 9 === 0 && { icmsPartilha: tax(4, base) }),
  };
  return {
    unitPriceNoTax: price.toFixed(4),
    taxes,
    priceTable: at(PRICE_TABLES, lineId),
    integrationNote: lineId % 23 === 0 ? at(COMPLAINTS, lineId) : '',
  };
}

const tax = (percent: number, base: number) => ({
  perc: String(percent),
  valor: ((base * percent) / 100).toFixed(2),
});

const at = <T>(from: readonly T[], number: number): T => from[number % from.length] as T;
