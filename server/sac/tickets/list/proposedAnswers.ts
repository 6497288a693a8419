import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import type { ticketRoutes } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import { ticketItems, tickets } from '#server/db/tables/index.ts';
import { isConsumer, ticketScope } from '#server/session/scope.ts';

type Proposed = typeof ticketRoutes.proposed;

const NOTHING = { idTicket: null, origem: null, motivos: [], motivoProduto: null };

/**
 * Reasons of the customer's last ticket of a type, and the origin of their last ticket. Only those that the person sees count, so
 * that nothing of a foreign ticket shows. A consumer says for themselves why they write.
 */
export async function proposedAnswers(
  { query: { idCli, idTipo } }: Input<Proposed>,
  { db, user }: Context,
): Promise<Output<Proposed>> {
  if (isConsumer(user)) return { data: NOTHING };
  const seen = and(eq(tickets.customerId, idCli), isNull(tickets.mergedIntoId), ticketScope(user));
  const last = (ofType: boolean) =>
    db
      .select({ id: tickets.id, origin: tickets.origin, reasons: tickets.reasons })
      .from(tickets)
      .where(and(seen, ofType ? eq(tickets.typeId, idTipo) : undefined))
      .orderBy(desc(tickets.createdAt), desc(tickets.id))
      .limit(1);
  const [latest] = await last(false);
  if (!latest) return { data: NOTHING };
  const [alike] = await last(true);
  return {
    data: {
      idTicket: alike?.id ?? null,
      origem: latest.origin,
      motivos: alike?.reasons.map(({ id }) => id) ?? [],
      motivoProduto: alike ? await lastProductReason(db, alike.id) : null,
    },
  };
}

async function lastProductReason(db: Context['db'], ticketId: number): Promise<number | null> {
  const [line] = await db
    .select({ reasonId: ticketItems.reasonId })
    .from(ticketItems)
    .where(eq(ticketItems.ticketId, ticketId))
    .orderBy(desc(ticketItems.line))
    .limit(1);
  return line?.reasonId ?? null;
}
