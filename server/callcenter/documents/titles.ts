import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { documentRoutes, Receivable, TitleSort } from '../../../contract/callcenter/documents.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { daysBetween } from '../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Context } from '../../context.ts';
import { branches, invoices, invoiceTitles, paymentMethods } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { branchScope } from '../../session/scope.ts';
import { accountsOf, slipOf } from './slips.ts';

const COLUMNS: Record<TitleSort, Parameters<typeof asc>[0][]> = {
  dtVenc: [invoiceTitles.dueOn],
  nro: [invoices.number, invoiceTitles.number],
  idFil: [invoices.branchId, invoiceTitles.dueOn],
  valor: [invoiceTitles.amount],
};

/** What a customer still has to pay; the invoices of one customer are few enough to be sorted as they are found. */
export async function listTitles(
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
    const days = daysBetween(localDate(now(), branch.timeZone), title.dueOn);
    return {
      id: title.id,
      nro: title.number,
      idFil: branch.id,
      filial: branch.tradeName,
      grupo: groupOf(days),
      dias: days,
      descCob: method ?? 'Não informada',
      dtVenc: title.dueOn,
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
