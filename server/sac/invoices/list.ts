import { and, asc, desc, eq, exists, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { normalizeAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { trustMark } from '#contract/rules/nfe/noteTrust.ts';
import type { Invoice, InvoiceProduct, invoiceRoutes } from '#contract/sac/invoices.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { carriers, invoiceItems, invoices, invoiceTitles } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { noteTrust } from './noteTrust.ts';
import {
  authorizedInvoice,
  type BranchRow,
  linesWith,
  returnWindow,
  servingBranch,
  visibleInvoice,
} from './returnableLines.ts';
import { invoiceProductOf, productsOfLines } from './rules.ts';

type ListInput = Input<typeof invoiceRoutes.list>;

/** A customer's invoices in a branch, newest first, none older than the return window. */
export async function listInvoices(
  { params, query }: ListInput,
  { db, user, now }: Context,
): Promise<Output<typeof invoiceRoutes.list>> {
  const branch = await servingBranch(db, user, params.idCli, params.idFil);
  if (!branch) throw notFound();
  const condition = and(
    eq(invoices.customerId, params.idCli),
    eq(invoices.branchId, params.idFil),
    authorizedInvoice,
    gte(invoices.issuedOn, await returnWindow(db, branch, now)),
    ...filters(db, query),
  );
  const total = await countOf(
    db,
    db.select({ id: invoices.id }).from(invoices).where(condition).limit(COUNT_CAP),
  );
  const itens = await invoicesWith(db, branch, condition, pageOf(query));
  return { itens: await withDetails(db, itens, query), paginator: paginatorOf(query, total) };
}

/** Invoices of a branch, newest first. */
export async function invoicesWith(
  db: Executor,
  branch: BranchRow,
  condition: SQL | undefined,
  { take, offset }: Pick<ReturnType<typeof pageOf>, 'take' | 'offset'>,
): Promise<Invoice[]> {
  const rows = await db
    .select({
      invoice: invoices,
      carrier: { id: carriers.id, razSoc: carriers.legalName },
      trust: noteTrust,
    })
    .from(invoices)
    .leftJoin(carriers, eq(carriers.id, invoices.carrierId))
    .where(condition)
    .orderBy(desc(invoices.issuedOn), asc(invoices.id))
    .limit(take)
    .offset(offset);
  return rows.map(({ invoice, carrier, trust }) => ({
    ...invoiceOf(invoice, carrier, branch),
    avisoNota: trustMark(trust),
  }));
}

function filters(db: Executor, { dtInicial, dtFinal, numero, idProd }: ListInput['query']): SQL[] {
  const given: (SQL | undefined)[] = [
    dtInicial ? gte(invoices.issuedOn, dtInicial) : undefined,
    dtFinal ? lte(invoices.issuedOn, dtFinal) : undefined,
    numero?.trim() ? byNumber(numero) : undefined,
    idProd ? holds(db, idProd) : undefined,
  ];
  return given.filter((condition) => condition !== undefined);
}

/** Matches a 44-character key or an invoice number; any other text finds nothing. */
function byNumber(text: string): SQL {
  const plain = normalizeAccessKey(text);
  if (plain.length === 44) return eq(invoices.key, plain);
  return /^\d{1,9}$/.test(plain) ? eq(invoices.number, Number(plain)) : sql`false`;
}

const holds = (db: Executor, productId: number): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(invoiceItems)
      .where(and(eq(invoiceItems.invoiceId, invoices.id), eq(invoiceItems.productId, productId))),
  );

const invoiceOf = (
  row: typeof invoices.$inferSelect,
  carrier: Invoice['transportadora'],
  branch: BranchRow,
): Omit<Invoice, 'avisoNota'> => ({
  id: row.id,
  chave: row.key,
  numNf: row.number,
  dtSai: row.issuedOn,
  filial: { idFil: branch.id, razSoc: branch.legalName },
  qtdeIt: row.itemCount,
  vlTot: row.total,
  transportadora: carrier,
});

async function withDetails(
  db: Executor,
  itens: Invoice[],
  { withTitulos, idProd }: ListInput['query'],
): Promise<Invoice[]> {
  const ids = itens.map(({ id }) => id);
  if (ids.length === 0) return itens;
  const titles = withTitulos ? await openTitles(db, ids) : null;
  const found = idProd ? await productIn(db, ids, idProd) : null;
  return itens.map((invoice) => ({
    ...invoice,
    ...(titles && { titulos: titles.filter(({ invoiceId }) => invoiceId === invoice.id) }),
    ...(found?.has(invoice.id) && { produto: found.get(invoice.id) }),
  }));
}

const openTitles = (db: Executor, ids: number[]) =>
  db
    .select({
      invoiceId: invoiceTitles.invoiceId,
      nro: invoiceTitles.number,
      dtVenc: invoiceTitles.dueOn,
      valor: invoiceTitles.amount,
    })
    .from(invoiceTitles)
    .where(and(inArray(invoiceTitles.invoiceId, ids), isNull(invoiceTitles.paidOn)))
    .orderBy(asc(invoiceTitles.dueOn), asc(invoiceTitles.id));

/** The product in each invoice, by invoice id. All invoices of the list are within the return window. */
async function productIn(
  db: Executor,
  ids: number[],
  productId: number,
): Promise<Map<number, InvoiceProduct>> {
  const lines = await linesWith(
    db,
    and(inArray(invoiceItems.invoiceId, ids), eq(invoiceItems.productId, productId)),
  );
  return new Map(
    productsOfLines(lines).map((product) => [product.lines[0].invoiceId, invoiceProductOf(product, true)]),
  );
}

/** What may be returned of one invoice; an invoice out of scope gets the same answer as an unknown one. */
export async function productsOfInvoice(key: string, ctx: Context): Promise<InvoiceProduct[]> {
  const found = await visibleInvoice(ctx, key);
  if (!found) throw notFound();
  const inWindow = found.invoice.issuedOn >= (await returnWindow(ctx.db, found.branch, ctx.now));
  const lines = await linesWith(ctx.db, eq(invoiceItems.invoiceId, found.invoice.id));
  return productsOfLines(lines).map((product) => invoiceProductOf(product, inWindow));
}
