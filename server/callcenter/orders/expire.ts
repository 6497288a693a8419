import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import type { Deps } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, orders, paymentLinks } from '../../db/tables/index.ts';
import { giveBackUses } from '../couponUses.ts';
import { changeOrder } from './change/changeOrder.ts';

/** So many in one transaction: nobody waits long for a row that is being tidied. */
const BATCH = 200;
const NOBODY = { user: null, ip: '', requestId: 'hourly' } as const;

/** Quotes past their validity and links past their time are written as what they are, each with its entry. */
export async function expireOrders(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  while ((await deps.db.transaction((tx) => expireQuotes(tx, deps))) === BATCH);
  while ((await deps.db.transaction((tx) => expireLinks(tx, deps))) === BATCH);
}

async function expireQuotes(tx: Tx, { now }: Pick<Deps, 'now'>): Promise<number> {
  // The westernmost clock of the country decides which may be due; each branch's own clock decides.
  const rows = await tx
    .select({ order: orders, zone: branches.timeZone })
    .from(orders)
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .where(
      and(
        eq(orders.stage, 'ORCAMENTO'),
        eq(orders.status, 'ATIVO'),
        lt(orders.validUntil, localDate(now(), DEFAULT_TIME_ZONE)),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(BATCH)
    .for('update', { of: orders, skipLocked: true });
  const due = rows.filter(({ order, zone }) => (order.validUntil ?? '') < localDate(now(), zone));
  for (const { order } of due)
    await changeOrder(tx, { ...NOBODY, now }, order, {
      set: { status: 'VENCIDO', updatedAt: order.updatedAt },
      action: 'VENCER',
      text: `Orçamento vencido em ${order.validUntil ? formatCalendarDate(order.validUntil) : ''}`,
    });
  await giveBackUses(
    tx,
    due.map(({ order }) => order),
  );
  return due.length;
}

async function expireLinks(tx: Tx, { now }: Pick<Deps, 'now'>): Promise<number> {
  const due = await tx
    .select({ id: paymentLinks.id, orderId: paymentLinks.orderId })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.status, 'AGUARDANDO'), lte(paymentLinks.expiresAt, now())))
    .orderBy(asc(paymentLinks.orderId))
    .limit(BATCH);
  // The order first, as everybody who changes both.
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
          lte(paymentLinks.expiresAt, now()),
        ),
      )
      .returning({ id: paymentLinks.id });
    if (expired.length === 0) continue;
    await changeOrder(tx, { ...NOBODY, now }, order, {
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
