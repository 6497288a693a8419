import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { CreditLimit, OpenTitle } from '#contract/callcenter/customers/customerUpkeep.ts';
import { addDecimals, subtractDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import { daysToPay, lateUntil, payableUntil } from '#contract/rules/sales/titleDue.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  accountEntries,
  customerContacts,
  customerCreditLimits,
  customerCredits,
  customerRestrictions,
  invoices,
  invoiceTitles,
  paymentMethods,
  paymentPlans,
} from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';

const MAX_ROWS = 500;

export async function limitsOf(db: Executor, customerId: number): Promise<CreditLimit[]> {
  const [rows, credit] = await Promise.all([limitRows(db, customerId), creditOf(db, customerId)]);
  return rows.map(({ limit, method, plan }) => ({
    id: limit.id,
    limite_total: limit.total,
    limite_utilizado: limit.used,
    limite_disponivel: subtractDecimals(limit.total, limit.used),
    credito_disponivel: credit,
    cobranca: method === null ? null : { desc: method },
    plano: plan === null ? null : { desc: plan },
    data_vencimento: limit.dueOn,
  }));
}

const limitRows = (db: Executor, customerId: number) =>
  db
    .select({ limit: customerCreditLimits, method: paymentMethods.name, plan: paymentPlans.name })
    .from(customerCreditLimits)
    .leftJoin(paymentMethods, eq(paymentMethods.id, customerCreditLimits.paymentMethodId))
    .leftJoin(paymentPlans, eq(paymentPlans.id, customerCreditLimits.paymentPlanId))
    .where(eq(customerCreditLimits.customerId, customerId))
    .orderBy(asc(customerCreditLimits.id))
    .limit(MAX_ROWS);

/** The customer's unused credit with the company. */
async function creditOf(db: Executor, customerId: number): Promise<string> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${customerCredits.balance}), 0)::text` })
    .from(customerCredits)
    .where(eq(customerCredits.customerId, customerId));
  return row?.sum ?? '0';
}

export async function availableCreditOf(db: Executor, customerId: number) {
  const [rows, credit] = await Promise.all([limitRows(db, customerId), creditOf(db, customerId)]);
  const left = sumDecimals(rows.map(({ limit }) => subtractDecimals(limit.total, limit.used)));
  return {
    temLimite: rows.length > 0,
    limite_disponivel: left,
    credito_disponivel: credit,
    total: addDecimals(left, credit),
  };
}

export const creditsOf = (db: Executor, customerId: number) =>
  db
    .select({
      id: customerCredits.id,
      desc: customerCredits.description,
      valor: customerCredits.amount,
      saldo: customerCredits.balance,
      data: customerCredits.createdOn,
    })
    .from(customerCredits)
    .where(eq(customerCredits.customerId, customerId))
    .orderBy(asc(customerCredits.createdOn), asc(customerCredits.id))
    .limit(MAX_ROWS);

/** Current restrictions, those that block an order first. */
export const restrictionsOf = (db: Executor, customerId: number) =>
  db
    .select({
      id: customerRestrictions.id,
      desc: customerRestrictions.description,
      bloqueia: customerRestrictions.blocking,
    })
    .from(customerRestrictions)
    .where(and(eq(customerRestrictions.customerId, customerId), eq(customerRestrictions.active, true)))
    .orderBy(sql`${customerRestrictions.blocking} desc`, asc(customerRestrictions.id))
    .limit(MAX_ROWS);

export const billersOf = (db: Executor, customerId: number) =>
  db
    .select({ id: customerContacts.id, nome: customerContacts.name, cargo: customerContacts.role })
    .from(customerContacts)
    .where(and(eq(customerContacts.customerId, customerId), eq(customerContacts.mayBill, true)))
    .orderBy(asc(customerContacts.name))
    .limit(MAX_ROWS);

/** Unpaid titles of the branches that the user may see, ordered by due date. */
export async function unpaidTitles(
  ctx: Context,
  customerId: number,
  only: 'ALL' | 'OVERDUE',
): Promise<OpenTitle[]> {
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  const rows = await ctx.db
    .select({ title: invoiceTitles, branchId: invoices.branchId, method: paymentMethods.name })
    .from(invoices)
    .innerJoin(invoiceTitles, eq(invoiceTitles.invoiceId, invoices.id))
    .leftJoin(paymentMethods, eq(paymentMethods.id, invoiceTitles.paymentMethodId))
    .where(and(unpaid(ctx, customerId), only === 'OVERDUE' ? overdue(today) : undefined))
    .orderBy(asc(invoiceTitles.dueOn), asc(invoiceTitles.id))
    .limit(MAX_ROWS);
  return rows.map((row) => titleOf(row, today));
}

const unpaid = ({ user }: Context, customerId: number) =>
  and(
    eq(invoices.customerId, customerId),
    isNull(invoiceTitles.paidOn),
    branchScope(user, invoices.branchId),
  );

const overdue = (today: CalendarDate) => lte(invoiceTitles.dueOn, lateUntil(today));

/** How much of a customer's titles is overdue, and since when. */
export async function overdueOf(ctx: Context, customerId: number) {
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  const [row] = await ctx.db
    .select({
      quantidade: sql<number>`count(*)::int`,
      valor: sql<string>`coalesce(sum(${invoiceTitles.amount}), 0)::text`,
      desde: sql<string | null>`min(${invoiceTitles.dueOn})::text`,
    })
    .from(invoices)
    .innerJoin(invoiceTitles, eq(invoiceTitles.invoiceId, invoices.id))
    .where(and(unpaid(ctx, customerId), overdue(today)));
  return row ?? { quantidade: 0, valor: '0', desde: null };
}

function titleOf(
  {
    title,
    branchId,
    method,
  }: { title: typeof invoiceTitles.$inferSelect; branchId: number; method: string | null },
  today: CalendarDate,
): OpenTitle {
  const days = daysToPay(title.dueOn, today);
  return {
    id: title.id,
    nro: title.number,
    idFil: branchId,
    grupo: days < 0 ? 'VENCIDO' : 'A_VENCER',
    descCob: method ?? '',
    dtVenc: title.dueOn,
    pagavelAte: payableUntil(title.dueOn),
    valor: title.amount,
    dias: days,
  };
}

/** The sum of collaborators' current account entries from business with this customer. */
export async function accountBalanceOf(db: Executor, customerId: number) {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${accountEntries.amount}), 0)::text` })
    .from(accountEntries)
    .where(eq(accountEntries.customerId, customerId));
  return { saldo: row?.sum ?? '0' };
}
