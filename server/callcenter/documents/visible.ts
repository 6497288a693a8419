import { and, eq, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { branches, customers, invoices, invoiceTitles } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { branchScope, customerScope } from '../../session/scope.ts';

/** An invoice within what the person may see, with its customer and branch. */
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

/** A title of such an invoice. */
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
