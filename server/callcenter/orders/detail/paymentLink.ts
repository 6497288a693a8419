import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PaymentLink } from '#contract/callcenter/orders/orderRow.ts';
import type { Deps } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { paymentLinks } from '#server/db/tables/index.ts';
import { lapsedBefore } from '#server/session/lifetime.ts';

type Columns = Record<'id' | 'status', AnyPgColumn>;

/** An order shows the link that was paid, even if a newer one has replaced it; otherwise its latest link. */
const rankOf = ({ id, status }: Columns): SQL => sql`(${status} = 'PAGO', ${id})`;
export const decisiveLinkFirst = desc(rankOf(paymentLinks));
export const outranks = (one: Columns, other: Columns): SQL => sql`${rankOf(one)} > ${rankOf(other)}`;

/** The link through which an order was paid, if it was. */
export async function paidLink(db: Executor, orderId: number) {
  const [link] = await db
    .select()
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orderId, orderId), eq(paymentLinks.status, 'PAGO')))
    .orderBy(desc(paymentLinks.id))
    .limit(1);
  return link;
}

type Link = typeof paymentLinks.$inferSelect;

/** A link past its time reads as expired even before the hourly job has updated it. */
export const linkStatusAt = ({ status, expiresAt }: Pick<Link, 'status' | 'expiresAt'>, now: Date) =>
  status === 'AGUARDANDO' && expiresAt <= lapsedBefore(now) ? 'EXPIRADO' : status;

/** A link as shown to users who may see its order; its address is included only while it can be paid. */
export function shownLink(link: Link, { settings, now }: Pick<Deps, 'settings' | 'now'>): PaymentLink {
  const status = linkStatusAt(link, now());
  return {
    status,
    valor: link.amount,
    validade: link.expiresAt.toISOString(),
    pagoEm: link.paidAt?.toISOString() ?? null,
    url: status === 'AGUARDANDO' ? `${settings.publicUrl}/pagamento/${link.hash}` : null,
  };
}
