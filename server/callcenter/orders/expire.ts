import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Deps } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, orders, paymentLinks } from '../../db/tables/index.ts';
import { lapsedBefore } from '../../session/lifetime.ts';
import { returnCouponUses } from '../orderCore/commands.ts';
import { changeOrder } from './change/changeOrder.ts';

/** Rows per transaction, so that no request waits long for a row being processed. */
const BATCH = 200;
/** The branch time zone where a day ends first. */
const EASTERNMOST = 'America/Noronha';
const SYSTEM_ACTOR = { user: null, ip: '', requestId: 'hourly' } as const;

/** Marks quotes past their validity and links past their time as expired, each with its log entry. */
export async function expireOrders(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  while ((await deps.db.transaction((tx) => expireQuotes(tx, deps))) === BATCH);
  while ((await deps.db.transaction((tx) => expireLinks(tx, deps))) === BATCH);
}

async function expireQuotes(tx: Tx, { now }: Pick<Deps, 'now'>): Promise<number> {
  const due = await tx
    .select({ order: orders })
    .from(orders)
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .where(
      and(
        eq(orders.stage, 'ORCAMENTO'),
        eq(orders.status, 'ATIVO'),
        // First a day that is over somewhere in the country, which the index can find; then by the clock of the quote's
        // branch.
        lt(orders.validUntil, localDate(now(), EASTERNMOST)),
        sql`${orders.validUntil} < (${now()}::timestamptz at time zone ${branches.timeZone})::date`,
      ),
    )
    .orderBy(asc(orders.id))
    .limit(BATCH)
    .for('update', { of: orders, skipLocked: true });
  for (const { order } of due)
    await changeOrder(tx, { ...SYSTEM_ACTOR, now }, order, {
      // `updatedAt` stays, because no one worked on the quote: it still counts as stalled.
      set: { status: 'VENCIDO', updatedAt: order.updatedAt },
      action: 'VENCER',
      text: `Orçamento vencido em ${order.validUntil ? formatCalendarDate(order.validUntil) : ''}`,
    });
  await returnCouponUses(
    tx,
    due.map(({ order }) => order),
  );
  return due.length;
}

async function expireLinks(tx: Tx, { now }: Pick<Deps, 'now'>): Promise<number> {
  const due = await tx
    .select({ id: paymentLinks.id, orderId: paymentLinks.orderId })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.status, 'AGUARDANDO'), lte(paymentLinks.expiresAt, lapsedBefore(now()))))
    .orderBy(asc(paymentLinks.orderId))
    .limit(BATCH);
  // The order is locked first, as everywhere that changes both.
  const locked = await lockOrders(
    tx,
    due.map(({ orderId }) => orderId),
  );
  for (const order of locked) {
    const expired = await tx
      .update(paymentLinks)
      .set({ status: 'EXPIRADO' })
      .where(
        and(
          eq(paymentLinks.orderId, order.id),
          eq(paymentLinks.status, 'AGUARDANDO'),
          lte(paymentLinks.expiresAt, lapsedBefore(now())),
        ),
      )
      .returning({ id: paymentLinks.id });
    if (expired.length === 0) continue;
    await changeOrder(tx, { ...SYSTEM_ACTOR, now }, order, {
      set: order.status === 'PAGAMENTO_PENDENTE' ? { status: 'PAGAMENTO_EXPIRADO' } : {},
      action: 'VENCER',
      text: 'Link de pagamento vencido sem pagamento',
    });
  }
  return locked.length;
}

const lockOrders = (tx: Tx, ids: number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(orders)
        .where(inArray(orders.id, ids))
        .orderBy(asc(orders.id))
        .for('update', { skipLocked: true });
