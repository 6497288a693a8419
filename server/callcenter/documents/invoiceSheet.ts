import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import {
  carriers,
  deliveryAddresses,
  invoiceItems,
  type invoices,
  invoiceTitles,
  orders,
  products,
} from '../../db/tables/index.ts';
import { isSigned } from '../../sac/nfe/queries.ts';
import { type LineAmounts, lineAmounts, type SheetTotals, sheetTotals } from './amounts.ts';
import { visibleInvoice } from './visible.ts';

/** No authority has seen the document: said where its answer would stand, and in the note to the reader. */
export const DEMONSTRATION = 'DEMONSTRACAO - SEM VALOR FISCAL';

/** What the DANFE of a note says of itself: drawn from what was imported, it stands for nothing; the signed file does. */
const MIRROR = 'ESPELHO DA NOTA - VALE O XML AUTORIZADO';
const CANCELLED = 'NOTA CANCELADA';

/** Everything that an invoice says, for its XML and for its DANFE alike. */
export type InvoiceSheet = Awaited<ReturnType<typeof loadSheet>>;

/** 404 for an invoice that the person may not see. */
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
  const standing = signed ? MIRROR : DEMONSTRATION;
  return {
    ...found,
    lines,
    titles,
    carrier,
    delivery,
    totals,
    protocol: signed ? 'Consulte o XML da nota' : 'Sem autorização: demonstração',
    standing: found.invoice.status === 'CANCELADA' ? CANCELLED : standing,
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

/** Where the order was delivered to, when that is another place than the customer's own. */
async function deliveryOf({ db }: Pick<Context, 'db'>, invoice: typeof invoices.$inferSelect) {
  if (invoice.orderId === null) return null;
  const [row] = await db
    .select({ address: deliveryAddresses })
    .from(orders)
    .innerJoin(deliveryAddresses, eq(deliveryAddresses.id, orders.deliveryAddressId))
    .where(and(eq(orders.id, invoice.orderId), eq(orders.customerId, invoice.customerId)));
  return row?.address ?? null;
}
