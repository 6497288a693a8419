import { and, asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { invoiceRoutes } from '#contract/sac/invoices.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/conditions.ts';
import { invoiceItems, invoices, products } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { searchWords } from '../lookups/queries.ts';
import { listInvoices, productsOfInvoice } from './list.ts';
import { readReturns } from './readReturns.ts';
import { authorizedInvoice, returnWindow, servingBranch } from './returnableLines.ts';

type PurchasedInput = Input<typeof invoiceRoutes.purchased>;

/** Each product that the customer bought from a branch within the return window, once, most recent purchase first. */
async function purchasedProducts(
  { params, query }: PurchasedInput,
  { db, user, now }: Context,
): Promise<Output<typeof invoiceRoutes.purchased>> {
  const branch = await servingBranch(db, user, params.idCli, params.idFil);
  if (!branch) throw notFound();
  const condition = and(
    eq(invoices.customerId, params.idCli),
    eq(invoices.branchId, params.idFil),
    authorizedInvoice,
    eq(invoiceItems.returnable, true),
    gte(invoices.issuedOn, await returnWindow(db, branch, now)),
    ...words(query.q ?? ''),
  );
  const { take, offset } = pageOf(query);
  const itens = await bought(db, condition)
    .orderBy(desc(sql`max(${invoices.issuedOn})`), asc(products.id))
    .limit(take)
    .offset(offset);
  const total = await countOf(db, bought(db, condition).limit(COUNT_CAP));
  return { itens, paginator: paginatorOf(query, total) };
}

const bought = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      id: products.id,
      display: sql<string>`${products.code} || ' - ' || ${products.description}`.as('display'),
    })
    .from(invoices)
    .innerJoin(invoiceItems, eq(invoiceItems.invoiceId, invoices.id))
    .innerJoin(products, eq(products.id, invoiceItems.productId))
    .where(condition)
    .groupBy(products.id);

/** Each word must occur in the code or description, ignoring accents. */
const words = (text: string): SQL[] =>
  searchWords(text).map(
    (word) => sql`fold_text(${products.code} || ' ' || ${products.description}) like ${containing(word)}`,
  );

export const invoiceImplementation = implement(invoiceRoutes, {
  list: listInvoices,
  products: ({ params }, ctx) => productsOfInvoice(params.numNf, ctx),
  readReturns,
  purchased: purchasedProducts,
});
