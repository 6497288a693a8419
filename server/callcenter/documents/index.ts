import { Readable } from 'node:stream';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { documentRoutes, type Receivable, type TitleSort } from '#contract/callcenter/orders/documents.ts';
import type { Input, Output } from '#contract/route.ts';
import { daysToPay, payableUntil } from '#contract/rules/sales/titleDue.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import { branches, invoices, invoiceTitles, paymentMethods } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { signedFile } from '../../sac/nfe/queries.ts';
import { branchScope } from '../../session/scope.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { loadSheet } from './invoiceSheet.ts';
import { accountOf, accountsOf, listInvoices, slipOf, visibleInvoice, visibleTitle } from './invoices.ts';
import { nfeXml } from './nfe/nfeXml.ts';
import { boletoPdf } from './pdf/boletoPdf.ts';
import { danfePdf } from './pdf/danfePdf.ts';

const COLUMNS: Record<TitleSort, Parameters<typeof asc>[0][]> = {
  dtVenc: [invoiceTitles.dueOn],
  nro: [invoices.number, invoiceTitles.number],
  idFil: [invoices.branchId, invoiceTitles.dueOn],
  valor: [invoiceTitles.amount],
};

/** A customer's unpaid titles; one customer has few enough invoices to sort them on the fly. */
async function listTitles(
  { params, query }: Input<typeof documentRoutes.titles>,
  { db, user, now }: Context,
): Promise<Output<typeof documentRoutes.titles>> {
  if (!(await visibleCustomer(db, user, params.idCli))) throw notFound();
  const open = and(
    eq(invoices.customerId, params.idCli),
    branchScope(user, invoices.branchId),
    isNull(invoiceTitles.paidOn),
  );
  const joined = db
    .select({ id: invoiceTitles.id })
    .from(invoiceTitles)
    .innerJoin(invoices, eq(invoices.id, invoiceTitles.invoiceId));
  const total = await countOf(db, joined.where(open).limit(COUNT_CAP));
  const way = query.orderBy === 'DESC' ? desc : asc;
  const { take, offset } = pageOf(query);
  const rows = await db
    .select({ title: invoiceTitles, invoice: invoices, branch: branches, method: paymentMethods.name })
    .from(invoiceTitles)
    .innerJoin(invoices, eq(invoices.id, invoiceTitles.invoiceId))
    .innerJoin(branches, eq(branches.id, invoices.branchId))
    .leftJoin(paymentMethods, eq(paymentMethods.id, invoiceTitles.paymentMethodId))
    .where(open)
    .orderBy(...COLUMNS[query.sortBy ?? 'dtVenc'].map((column) => way(column)), way(invoiceTitles.id))
    .limit(take)
    .offset(offset);
  const accounts = await accountsOf(
    db,
    rows.map(({ branch }) => branch.id),
  );
  const itens = rows.map(({ title, invoice, branch, method }): Receivable => {
    const days = daysToPay(title.dueOn, localDate(now(), branch.timeZone));
    return {
      id: title.id,
      nro: title.number,
      idFil: branch.id,
      filial: branch.tradeName,
      grupo: groupOf(days),
      dias: days,
      descCob: method ?? '—',
      dtVenc: title.dueOn,
      pagavelAte: payableUntil(title.dueOn),
      valor: title.amount,
      numNf: invoice.number,
      codBarras: slipOf(title, accounts.get(branch.id))?.line ?? null,
    };
  });
  return { itens, paginator: paginatorOf(query, total) };
}

function groupOf(days: number): Receivable['grupo'] {
  if (days === 0) return 'VENCE_HOJE';
  return days < 0 ? 'VENCIDO' : 'A_VENCER';
}

interface ById {
  params: { id: number };
}

export const documentImplementation = implement(documentRoutes, {
  titles: listTitles,
  invoices: listInvoices,
  slip: printSlip,
  invoiceXml,
  invoicePdf: async ({ params }: ById, ctx: Context) =>
    fileOf(await danfePdf(await loadSheet(ctx, params.id)), `nfe-${params.id}.pdf`, 'application/pdf'),
});

/** The file signed by the emitter if it was imported, otherwise the demonstration's own XML, which is marked as such. */
async function invoiceXml({ params }: ById, ctx: Context): Promise<FileAnswer> {
  const { invoice } = await visibleInvoice(ctx, params.id);
  const signed = await signedFile(ctx.db, invoice.id);
  const mime = 'application/xml';
  if (signed) return fileOf(Readable.from([signed]), `${invoice.key}-procNFe.xml`, mime);
  return fileOf(Readable.from([nfeXml(await loadSheet(ctx, params.id))]), `nfe-${params.id}.xml`, mime);
}

async function printSlip({ params }: ById, ctx: Context): Promise<FileAnswer> {
  const found = await visibleTitle(ctx, params.id);
  const { title, branch } = found;
  if (title.paidOn !== null) throw refused('BOLETO_PAGO', `O título ${title.number} já foi pago.`);
  const slip = slipOf(title, await accountOf(ctx.db, branch.id));
  if (!slip)
    throw refused(
      'SEM_BOLETO',
      `O título ${title.number} não tem boleto para imprimir. Veja a forma de cobrança com o financeiro.`,
    );
  const [method] = await ctx.db
    .select({ name: paymentMethods.name })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, title.paymentMethodId ?? 0));
  const today = localDate(ctx.now(), branch.timeZone);
  const content = await boletoPdf({ ...found, slip, today, paymentMethod: method?.name ?? '' });
  return fileOf(content, `boleto-${title.id}.pdf`, 'application/pdf');
}

const fileOf = (content: Readable, name: string, mime: string): FileAnswer => ({ content, name, mime });
