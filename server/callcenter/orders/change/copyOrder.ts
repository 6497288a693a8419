import { and, asc, eq, isNull } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { branches, customers, orderItems, orders, products } from '#server/db/tables/index.ts';
import { notFound } from '#server/errors.ts';
import { logCustomer } from '#server/sac/customers/commands.ts';
import { audit } from '#server/writing/audit.ts';
import { type OrderRecord, requireOpenCustomer, writeTotals } from '../../orderCore/commands.ts';
import { similarNames } from '../../productCore/queries.ts';
import { movedPricesText, reoffer } from '../../quoteEditing/commands.ts';
import { endedTerms } from '../../quoteEditing/queries.ts';
import { orderFacts } from './changeOrder.ts';

interface Copied {
  copy: OrderRecord;
  /** What the copy does not have as its original does. */
  notices: string[];
  /** The names of terms that have to be chosen again. */
  ended: string[];
}

interface CopyWish {
  /** `SEM_ITENS` only has the terms, in the same group; `COPIA` has the lines too; `REPETICAO` is a sale of its own. */
  kind: 'SEM_ITENS' | 'COPIA' | 'REPETICAO';
  text: string;
  /** Ids of lines that are left out and not spoken of. */
  without?: ReadonlySet<number>;
  /** What a sale of its own follows from today's customer, in place of what the source has. */
  today?: Partial<Pick<OrderRecord, 'branchId' | 'representativeId' | 'priceTableId'>>;
  /** Where a line is sold from; as it was, if not given. */
  branchOf?: (branchId: number) => number;
}

/** The parts of a message, of which only the last may bring its own full stop. */
export const joined = (...texts: string[]): string => texts.filter(Boolean).join('. ');

/**
 * Creates a quote for the same customer, branch and terms. It offers the current lines anew, at today's prices; coupon, freight and
 * dates have to be chosen again. Terms and products that a new quote could not be given any more are left out. 422
 * CLIENTE_BLOQUEADO if the customer is blocked.
 */
export async function copyOrder(
  tx: Tx,
  ctx: Context,
  source: OrderRecord,
  { kind, text, without, today, branchOf = (branchId) => branchId }: CopyWish,
): Promise<Copied> {
  const [customer] = await tx.select().from(customers).where(eq(customers.id, source.customerId));
  if (!customer) throw notFound();
  requireOpenCustomer(customer);
  const terms = { ...source, ...today };
  const ended = await endedTerms(tx, ctx, terms);
  const [copy] = await tx
    .insert(orders)
    .values({ ...termsOf(terms, kind), ...ended.cleared, ...(await freshParts(tx, ctx, terms)) })
    .returning();
  if (!copy) throw new Error('no quote was written');
  const notices = [
    ended.names.length > 0 ? `Não pode ser mantido, escolha de novo: ${ended.names.join(', ')}` : '',
    ...(kind === 'SEM_ITENS' ? [] : await copyLines(tx, ctx, source, { copy, without, branchOf })),
  ];
  await writeTotals(tx, copy.id);
  await logCustomer(tx, ctx, {
    customerId: copy.customerId,
    type: 'ORCAMENTO',
    itemId: copy.id,
    text: joined(text, ...notices),
    data: { acao: kind === 'REPETICAO' ? 'REPETIR' : 'DUPLICAR', de: source.id },
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'orders',
    entityId: copy.id,
    after: { ...orderFacts.of(copy), origem: source.id },
  });
  return { copy, notices: notices.filter(Boolean), ended: ended.names };
}

const termsOf = (source: OrderRecord, kind: CopyWish['kind']) => ({
  customerId: source.customerId,
  branchId: source.branchId,
  representativeId: source.representativeId,
  trafficSourceId: source.trafficSourceId,
  paymentMethodId: source.paymentMethodId,
  paymentPlanId: source.paymentPlanId,
  priceTableId: source.priceTableId,
  freightTypeId: source.freightTypeId,
  carrierId: source.carrierId,
  redispatchCarrierId: source.redispatchCarrierId,
  pickup: source.pickup,
  deliveryAddressId: source.deliveryAddressId,
  // Notes and the group speak of the sale that was copied, not of the next one.
  ...(kind !== 'REPETICAO' && {
    groupId: source.groupId ?? source.id,
    deliveryNote: source.deliveryNote,
    orderNote: source.orderNote,
    customerNote: source.customerNote,
  }),
});

async function freshParts(tx: Tx, { user, now }: Context, { branchId }: OrderRecord) {
  const [branch] = await tx.select().from(branches).where(eq(branches.id, branchId));
  const { validadeOrcamento } = await serviceParameters(tx, branchId);
  return {
    sellerId: user.id,
    validUntil: addDays(localDate(now(), branch?.timeZone ?? 'America/Sao_Paulo'), validadeOrcamento),
    createdAt: now(),
    updatedAt: now(),
  };
}

/** Copies the lines whose product is still sold; returns what became of the others and of prices. */
async function copyLines(
  tx: Tx,
  ctx: Context,
  source: OrderRecord,
  {
    copy,
    without = NONE,
    branchOf,
  }: Pick<CopyWish, 'without'> & Required<Pick<CopyWish, 'branchOf'>> & { copy: OrderRecord },
): Promise<string[]> {
  const rows = await tx
    .select({ line: orderItems, name: products.description, gone: products.inactive })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, source.id), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.line));
  const wanted = rows.filter(({ line }) => !without.has(line.id));
  const lines = wanted.filter(({ gone }) => !gone).map(({ line }) => line);
  const removedNames = [
    ...new Map(wanted.flatMap(({ gone, name, line }) => (gone ? [[line.productId, name] as const] : []))),
  ].map(([id, name]) => ({ id, name }));
  if (lines.length > 0)
    await tx.insert(orderItems).values(
      lines.map(({ id: _, ...line }, index) => ({
        ...line,
        branchId: branchOf(line.branchId),
        orderId: copy.id,
        line: index + 1,
        removedAt: null,
        removedById: null,
      })),
    );
  const moved = await reoffer(tx, ctx, copy);
  return [removedNames.length > 0 ? await goneText(tx, removedNames) : '', movedPricesText(moved)];
}

const NONE: ReadonlySet<number> = new Set();

/** Names what a copy lacks, each with what may be sold instead. */
async function goneText(tx: Tx, gone: readonly { id: number; name: string }[]): Promise<string> {
  const similar = await similarNames(
    tx,
    gone.map(({ id }) => id),
  );
  const texts = gone.map(({ id, name }) => {
    const instead = similar.get(id) ?? [];
    return instead.length > 0 ? `${name} (similares: ${instead.join(', ')})` : name;
  });
  return `Saiu de linha e ficou de fora: ${texts.join(', ')}`;
}
