import { and, asc, desc, eq } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, customerBranches, orders, trafficSources } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { branchScope } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { requireOpenCustomer } from '../orderCore/commands.ts';

export { changeQuote } from './changeQuote.ts';
export { writeEachLine } from './eachLine.ts';
export { endNegotiations, resetPrices as returnPrices } from './lineNegotiations.ts';
export { writeFlex } from './loadedQuote.ts';
export { isRenewal, movedPricesText, reoffer } from './reoffer.ts';
export { followPackagings } from './repackedLines.ts';

interface Wanted {
  idCli: number;
  idFil?: number;
  idOrigem?: number | null;
}

/** Creates an empty quote of the user for a customer, at a branch that serves them. */
export async function openQuote(tx: Tx, ctx: Context, wanted: Wanted): Promise<number> {
  const customer = await visibleCustomer(tx, ctx.user, wanted.idCli);
  if (!customer) throw notFound();
  const branch = await servingBranch(tx, ctx, wanted);
  requireOpenCustomer(customer);
  if (wanted.idOrigem) await requireSource(tx, wanted.idOrigem);
  const { validadeOrcamento } = await serviceParameters(tx, branch.id);
  const [row] = await tx
    .insert(orders)
    .values({
      customerId: customer.id,
      branchId: branch.id,
      representativeId: customer.representativeId,
      sellerId: ctx.user.id,
      priceTableId: customer.priceTableId,
      trafficSourceId: wanted.idOrigem ?? null,
      validUntil: addDays(localDate(ctx.now(), branch.zone), validadeOrcamento),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning({ id: orders.id });
  const id = row?.id ?? 0;
  await logCustomer(tx, ctx, {
    customerId: customer.id,
    type: 'ORCAMENTO',
    itemId: id,
    text: 'Orçamento aberto',
    data: { idFil: branch.id },
  });
  await audit(tx, ctx, { action: 'CRIAR', entity: 'orders', entityId: id, after: { ...wanted } });
  return id;
}

/** The branch that serves the customer: `idFil`, or else `antes`, if it does, or the first one. */
export async function servingBranch(
  tx: Tx,
  { user }: Context,
  { idCli, idFil, antes = 0 }: Pick<Wanted, 'idCli' | 'idFil'> & { antes?: number },
) {
  const [row] = await tx
    .select({ id: branches.id, zone: branches.timeZone })
    .from(customerBranches)
    .innerJoin(branches, eq(branches.id, customerBranches.branchId))
    .where(
      and(
        eq(customerBranches.customerId, idCli),
        idFil === undefined ? undefined : eq(branches.id, idFil),
        branchScope(user),
      ),
    )
    .orderBy(desc(eq(branches.id, antes)), asc(branches.id))
    .limit(1);
  if (row) return row;
  if (idFil !== undefined) throw notFound();
  throw refused('SEM_FILIAL', 'Nenhuma das suas filiais atende este cliente.');
}

async function requireSource(tx: Tx, id: number): Promise<void> {
  const rows = await tx
    .select({ id: trafficSources.id })
    .from(trafficSources)
    .where(eq(trafficSources.id, id));
  if (rows.length === 0) throw notFound();
}
