import { and, asc, desc, eq } from 'drizzle-orm';
import type { ProposedTerms } from '#contract/callcenter/quotes/proposedTerms.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, customerBranches, orders, trafficSources } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { leadingVisible } from '../../sac/customers/queries.ts';
import { branchScope } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { requireOpenCustomer } from '../orderCore/commands.ts';
import { proposedTerms } from './proposedTerms.ts';

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
  /** Whether it begins with the terms of the customer's newest order. */
  proporCondicoes?: boolean;
}

interface Opened {
  id: number;
  proposta: ProposedTerms | null;
}

/** Creates an empty quote of the user for a customer, at a branch that serves them. */
export const openQuote = async (tx: Tx, ctx: Context, wanted: Wanted): Promise<number> =>
  (await openedQuote(tx, ctx, wanted)).id;

/** The same, with what is proposed for its header. */
export async function openedQuote(
  tx: Tx,
  ctx: Context,
  { proporCondicoes = false, ...wanted }: Wanted,
): Promise<Opened> {
  const customer = await leadingVisible(tx, ctx.user, wanted.idCli);
  if (!customer) throw notFound();
  const branch = await servingBranch(tx, ctx, { ...wanted, idCli: customer.id });
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
    .returning();
  if (!row) throw new Error('no quote was written');
  const { id } = row;
  const proposal = proporCondicoes ? await proposedTerms(tx, ctx, row) : null;
  if (proposal && proposal.terms.campos.length > 0)
    await tx.update(orders).set(proposal.columns).where(eq(orders.id, id));
  await logCustomer(tx, ctx, {
    customerId: customer.id,
    type: 'ORCAMENTO',
    itemId: id,
    text: proposal?.terms.campos.length
      ? `Orçamento aberto com as condições do pedido ${proposal.terms.pedido.id}`
      : 'Orçamento aberto',
    data: { idFil: branch.id },
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'orders',
    entityId: id,
    after: { ...wanted, idCli: customer.id, ...proposal?.change },
  });
  return { id, proposta: proposal?.terms ?? null };
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
