import { and, asc, eq } from 'drizzle-orm';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  fixedDecimal,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import type { Context } from '../../context.ts';
import {
  carriers,
  deliveryAddresses,
  invoiceItems,
  type invoices,
  invoiceTitles,
  type LineTaxes,
  orders,
  products,
} from '../../db/tables/index.ts';
import { isSigned } from '../../sac/nfe/queries.ts';
import { visibleInvoice } from './invoices.ts';

/** Shown where an authority's answer would be, and in the note to the reader, because no authority has seen the document. */
export const DEMONSTRATION = 'DEMONSTRACAO - SEM VALOR FISCAL';

/** Printed on the DANFE of an imported note: it has no validity of its own; only the signed file counts. */
const MIRROR = 'ESPELHO DA NOTA - VALE O XML AUTORIZADO';
const CANCELLED = 'NOTA CANCELADA';

/** The content of an invoice, shared by its XML and its DANFE. */
export type InvoiceSheet = Awaited<ReturnType<typeof loadSheet>>;

/** 404 for an invoice that the user may not see. */
export async function loadSheet(ctx: Pick<Context, 'db' | 'user'>, id: number) {
  const found = await visibleInvoice(ctx, id);
  const [rows, titles, carrier, delivery, signed] = await Promise.all([
    linesOf(ctx, id),
    ctx.db
      .select()
      .from(invoiceTitles)
      .where(eq(invoiceTitles.invoiceId, id))
      .orderBy(asc(invoiceTitles.dueOn), asc(invoiceTitles.id)),
    carrierOf(ctx, found.invoice.carrierId),
    deliveryOf(ctx, found.invoice),
    isSigned(ctx.db, id),
  ]);
  const amounts = lineAmounts(
    rows.map(({ item }) => item),
    found.invoice.total,
  );
  const lines = rows.map((row, index) => ({ ...row, amounts: amounts[index] as LineAmounts }));
  const totals: SheetTotals = sheetTotals(amounts);
  const caption = signed ? MIRROR : DEMONSTRATION;
  return {
    ...found,
    lines,
    titles,
    carrier,
    delivery,
    totals,
    protocol: signed ? 'Consulte o XML da nota' : 'Sem autorização: demonstração',
    caption: found.invoice.status === 'CANCELADA' ? CANCELLED : caption,
  };
}

const linesOf = ({ db }: Pick<Context, 'db'>, invoiceId: number) =>
  db
    .select({ item: invoiceItems, code: products.code, barcode: products.barcode })
    .from(invoiceItems)
    .innerJoin(products, eq(products.id, invoiceItems.productId))
    .where(eq(invoiceItems.invoiceId, invoiceId))
    .orderBy(asc(invoiceItems.line));

async function carrierOf({ db }: Pick<Context, 'db'>, id: number | null) {
  if (id === null) return null;
  const [row] = await db.select().from(carriers).where(eq(carriers.id, id));
  return row ?? null;
}

/** The order's delivery address, if it differs from the customer's own. */
async function deliveryOf({ db }: Pick<Context, 'db'>, invoice: typeof invoices.$inferSelect) {
  if (invoice.orderId === null) return null;
  const [row] = await db
    .select({ address: deliveryAddresses })
    .from(orders)
    .innerJoin(deliveryAddresses, eq(deliveryAddresses.id, orders.deliveryAddressId))
    .where(and(eq(orders.id, invoice.orderId), eq(orders.customerId, invoice.customerId)));
  return row?.address ?? null;
}

interface SoldLine {
  purchased: Decimal;
  unitPriceNoTax: Decimal;
  taxes: LineTaxes;
}

/** Each has two decimals, as on an invoice. */
interface LineAmounts {
  products: Decimal;
  ipi: Decimal;
  st: Decimal;
  icmsBase: Decimal;
  icms: Decimal;
  /** The difference to the invoice's total, put on its last line: cents of rounding, as other costs or as discount. */
  other: Decimal;
  discount: Decimal;
}

type SheetTotals = LineAmounts & { total: Decimal };

const sumOf = (amounts: LineAmounts): Decimal =>
  subtractDecimals(sumDecimals([amounts.products, amounts.ipi, amounts.st, amounts.other]), amounts.discount);

/** The amounts of the lines, which add up to the total of the invoice to the cent. */
function lineAmounts(lines: readonly SoldLine[], total: Decimal): LineAmounts[] {
  const amounts = lines.map(amountsOf);
  const difference = subtractDecimals(roundDecimal(total, 2), sumDecimals(amounts.map(sumOf)));
  const last = amounts.at(-1);
  if (last && compareDecimals(difference, '0') > 0) last.other = fixedDecimal(difference, 2);
  if (last && compareDecimals(difference, '0') < 0)
    last.discount = fixedDecimal(subtractDecimals('0', difference), 2);
  return amounts;
}

function amountsOf({ purchased, unitPriceNoTax, taxes }: SoldLine): LineAmounts {
  const products = fixedDecimal(multiplyDecimals(purchased, unitPriceNoTax), 2);
  const tax = (name: keyof LineTaxes) => fixedDecimal(taxes[name]?.valor ?? '0', 2);
  return {
    products,
    ipi: tax('ipi'),
    st: fixedDecimal(addDecimals(tax('st'), tax('stsn')), 2),
    icmsBase: taxes.icms ? products : '0.00',
    icms: tax('icms'),
    other: '0.00',
    discount: '0.00',
  };
}

function sheetTotals(lines: readonly LineAmounts[]): SheetTotals {
  const sum = (name: keyof LineAmounts) => fixedDecimal(sumDecimals(lines.map((line) => line[name])), 2);
  const totals: LineAmounts = {
    products: sum('products'),
    ipi: sum('ipi'),
    st: sum('st'),
    icmsBase: sum('icmsBase'),
    icms: sum('icms'),
    other: sum('other'),
    discount: sum('discount'),
  };
  return { ...totals, total: fixedDecimal(sumOf(totals), 2) };
}
