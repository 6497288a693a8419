import { and, eq, sql } from 'drizzle-orm';
import type { freightRoutes } from '../../../contract/callcenter/freight.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { findEvents } from '../../adapters/tracking/findEvents.ts';
import type { Context } from '../../context.ts';
import { customers, invoices } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { branchScope, customerScope } from '../../session/scope.ts';

/** What happened to a consignment; 404 for a code of no invoice that the person may see. */
export async function trackConsignment(
  { params: { tipo, codigo } }: Input<typeof freightRoutes.tracking>,
  ctx: Context,
): Promise<Output<typeof freightRoutes.tracking>> {
  const [invoice] = await ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .where(
      and(
        sql`${invoices.tracking} ->> 'codigo' = ${codigo}`,
        sql`${invoices.tracking} ->> 'tipo' = ${tipo}`,
        customerScope(ctx.user),
        branchScope(ctx.user, invoices.branchId),
      ),
    )
    .limit(1);
  if (!invoice) throw notFound();
  return { data: { ocorrencias: await findEvents(ctx, { kind: tipo, code: codigo }) } };
}
