import { eq } from 'drizzle-orm';
import { type InvoiceProduct, invoiceRoutes } from '../../../contract/sac/invoices.ts';
import type { Context } from '../../context.ts';
import { invoiceItems } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { listInvoices } from './list.ts';
import { purchasedProducts } from './purchased.ts';
import { linesWith, returnWindow, visibleInvoice } from './queries.ts';
import { invoiceProductOf, productsOfLines } from './rules.ts';

export const invoiceImplementation = implement(invoiceRoutes, {
  list: listInvoices,
  products: ({ params }, ctx) => productsOfInvoice(params.numNf, ctx),
  purchased: purchasedProducts,
});

export async function productsOfInvoice(key: string, ctx: Context): Promise<InvoiceProduct[]> {
  const found = await visibleInvoice(ctx, key);
  if (!found) throw notFound();
  const inWindow = found.invoice.issuedOn >= (await returnWindow(ctx.db, found.branch, ctx.now));
  const lines = await linesWith(ctx.db, eq(invoiceItems.invoiceId, found.invoice.id));
  return productsOfLines(lines).map((product) => invoiceProductOf(product, inWindow));
}
