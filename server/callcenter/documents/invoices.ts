import { and, asc, desc, eq, gte, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { CustomerInvoice, documentRoutes, InvoiceSort } from '#contract/callcenter/orders/documents.ts';
import type { Input, Output } from '#contract/route.ts';
import { type NoteTrust, trustMark } from '#contract/rules/nfe/noteTrust.ts';
import {
  boletoBarcode,
  type CollectingAccount,
  collectingBanks,
  digitableLine,
  formatDigitableLine,
} from '#contract/rules/sales/boleto.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches, customers, invoices, invoiceTitles } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf, requirePeriod } from '../../paging/paging.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { noteTrust } from '../../sac/invoices/queries.ts';
import { branchScope, customerScope } from '../../session/scope.ts';

const COLUMNS: Record<InvoiceSort, Parameters<typeof asc>[0][]> = {
  dtSai: [invoices.issuedOn],
  numNf: [invoices.number],
  idFil: [invoices.branchId, invoices.issuedOn],
  vlTot: [invoices.total],
};

/** A customer's invoices; without a start date, those of the last `diasConsultaNotas` days. */
export async function listInvoices(
  { params, query }: Input<typeof documentRoutes.invoices>,
  ctx: Context,
): Promise<Output<typeof documentRoutes.invoices>> {
  const { db, user, now } = ctx;
  if (!(await visibleCustomer(db, user, params.idCli))) throw notFound();
  const { diasConsultaNotas } = await serviceParameters(db);
  const last = query.dtFinal ?? localDate(now(), DEFAULT_TIME_ZONE);
  const first = query.dtInicial ?? addDays(last, -diasConsultaNotas);
  requirePeriod(first, last, 'dtFinal');
  const condition = and(
    eq(invoices.customerId, params.idCli),
    branchScope(user, invoices.branchId),
    gte(invoices.issuedOn, first),
    lte(invoices.issuedOn, last),
  );
  const total = await countOf(
    db,
    db.select({ id: invoices.id }).from(invoices).where(condition).limit(COUNT_CAP),
  );
  const sort = query.sortBy ?? 'dtSai';
  const way = (query.orderBy ?? (sort === 'dtSai' ? 'DESC' : 'ASC')) === 'DESC' ? desc : asc;
  const { take, offset } = pageOf(query);
  const rows = await db
    .select({
      invoice: invoices,
      branch: { id: branches.id, name: branches.tradeName },
      trust: noteTrust,
    })
    .from(invoices)
    .innerJoin(branches, eq(branches.id, invoices.branchId))
    .where(condition)
    .orderBy(...COLUMNS[sort].map((column) => way(column)), way(invoices.id))
    .limit(take)
    .offset(offset);
  const slips = await nextSlips(db, rows);
  return {
    itens: rows.map((row) => invoiceOf(row, slips.get(row.invoice.id))),
    paginator: paginatorOf(query, total),
  };
}

interface Row {
  trust: NoteTrust | null;
  invoice: typeof invoices.$inferSelect;
  branch: { id: number; name: string };
}

const invoiceOf = (
  { invoice, branch, trust }: Row,
  next: (Slip & { titleId: number }) | undefined,
): CustomerInvoice => ({
  id: invoice.id,
  numNf: invoice.number,
  observacao: invoice.note,
  idFil: branch.id,
  filial: branch.name,
  chave: invoice.key,
  dtSai: invoice.issuedOn,
  avisoNota: trustMark(trust),
  vlTot: invoice.total,
  boleto: next?.titleId ?? null,
  codBarras: next?.line ?? null,
  rastreio: invoice.tracking,
});

/** The next payment slip due, by invoice. */
async function nextSlips(
  db: Executor,
  rows: readonly Row[],
): Promise<Map<number, Slip & { titleId: number }>> {
  const found = new Map<number, Slip & { titleId: number }>();
  if (rows.length === 0) return found;
  const accounts = await accountsOf(
    db,
    rows.map(({ branch }) => branch.id),
  );
  const branchOf = new Map(rows.map(({ invoice }) => [invoice.id, invoice.branchId]));
  const titles = await db
    .select()
    .from(invoiceTitles)
    .where(and(inArray(invoiceTitles.invoiceId, [...branchOf.keys()]), isNull(invoiceTitles.paidOn)))
    .orderBy(asc(invoiceTitles.dueOn), asc(invoiceTitles.id));
  for (const title of titles) {
    const slip = slipOf(title, accounts.get(branchOf.get(title.invoiceId) ?? 0));
    if (slip && !found.has(title.invoiceId)) found.set(title.invoiceId, { ...slip, titleId: title.id });
  }
  return found;
}

/** An invoice within the user's scope, with its customer and branch. */
export async function visibleInvoice({ db, user }: Pick<Context, 'db' | 'user'>, id: number) {
  const [row] = await db
    .select({ invoice: invoices, customer: customers, branch: branches })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .innerJoin(branches, eq(branches.id, invoices.branchId))
    .where(and(eq(invoices.id, id), ...invoiceScope(user)));
  if (!row) throw notFound();
  return row;
}

/** A title of an invoice within the user's scope. */
export async function visibleTitle({ db, user }: Pick<Context, 'db' | 'user'>, id: number) {
  const [row] = await db
    .select({ title: invoiceTitles, invoice: invoices, customer: customers, branch: branches })
    .from(invoiceTitles)
    .innerJoin(invoices, eq(invoices.id, invoiceTitles.invoiceId))
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .innerJoin(branches, eq(branches.id, invoices.branchId))
    .where(and(eq(invoiceTitles.id, id), ...invoiceScope(user)));
  if (!row) throw notFound();
  return row;
}

/** Over `invoices` joined with `customers`. */
const invoiceScope = (user: Context['user']): (SQL | undefined)[] => [
  customerScope(user),
  branchScope(user, invoices.branchId),
];

type Title = Pick<
  typeof invoiceTitles.$inferSelect,
  'bankCode' | 'bankNumber' | 'dueOn' | 'amount' | 'paidOn'
>;

export interface Slip {
  barcode: string;
  line: string;
  account: CollectingAccount;
}

/** The accounts in which branches collect payments; `null` for a branch without one. */
export async function accountsOf(
  db: Executor,
  branchIds: readonly number[],
): Promise<Map<number, CollectingAccount | null>> {
  const ids = [...new Set(branchIds)];
  return new Map(await Promise.all(ids.map(async (id) => [id, await accountOf(db, id)] as const)));
}

export async function accountOf(db: Executor, branchId: number): Promise<CollectingAccount | null> {
  const { boletoAgencia, boletoConta, boletoCarteira } = await serviceParameters(db, branchId);
  if (!boletoAgencia || !boletoConta || !boletoCarteira) return null;
  return { agency: boletoAgencia, account: boletoConta, portfolio: boletoCarteira };
}

/** Barcode and digitable line of a title; `null` if it is paid or the console cannot collect it. */
export function slipOf(title: Title, account: CollectingAccount | null | undefined): Slip | null {
  const bank = collectingBanks[title.bankCode];
  if (title.paidOn !== null || !bank || !account || !/^\d+$/.test(title.bankNumber)) return null;
  const barcode = boletoBarcode({
    bank: title.bankCode,
    dueOn: title.dueOn,
    amount: title.amount,
    freeField: bank.freeField(title.bankNumber, account),
  });
  return { barcode, line: formatDigitableLine(digitableLine(barcode)), account };
}
