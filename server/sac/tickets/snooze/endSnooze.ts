import { eq, sql } from 'drizzle-orm';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { noticeText } from '#contract/words/notices.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { branches, companyRules, ticketSnoozes, tickets } from '#server/db/tables/index.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';

export type Snooze = typeof ticketSnoozes.$inferSelect;
type Snoozed = Pick<typeof tickets.$inferSelect, 'id' | 'subject' | 'branchId' | 'operatorId'>;

const snoozed = sql`(select ${ticketSnoozes.ticketId} from ${ticketSnoozes})`;
/**
 * Over `tickets`: not put off. The few that are get read once and looked up for each row; as a join they would change how an order is
 * walked.
 */
export const notSnoozed = sql`${tickets.id} not in ${snoozed}`;
/** Over `tickets`: until when it is put off. */
export const snoozedUntil = sql<Date | null>`(select ${ticketSnoozes.until} from ${ticketSnoozes} where ${ticketSnoozes.ticketId} = ${tickets.id})`;
/** Over `tickets`: put off. */
export const isSnoozed = sql`${tickets.id} in ${snoozed}`;

/** Brings a locked ticket back, and says until when it was put off; `null` if it was not. */
export async function endSnooze(tx: Tx, ticketId: number): Promise<Snooze | null> {
  const [ended] = await tx.delete(ticketSnoozes).where(eq(ticketSnoozes.ticketId, ticketId)).returning();
  return ended ?? null;
}

/** How a ticket is put off; `null` if it is not. */
export async function snoozeOf(tx: Tx, ticketId: number): Promise<Snooze | null> {
  const [held] = await tx.select().from(ticketSnoozes).where(eq(ticketSnoozes.ticketId, ticketId));
  return held ?? null;
}

/** How a ticket was put off before an entry that brought it back (`data.adiado`); `null` if it was not, or would be back by now. */
export function keptSnooze({ adiado }: Record<string, unknown>, now: Date): Snooze | null {
  const storedSnooze = adiado as Kept<Snooze> | undefined;
  if (!storedSnooze || new Date(storedSnooze.until) <= now) return null;
  return { ...storedSnooze, until: new Date(storedSnooze.until), at: new Date(storedSnooze.at) };
}

/** As JSON keeps it: a moment is a text. */
type Kept<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };

/** Puts a locked ticket off again as it was. */
export async function restoreSnooze(tx: Tx, snooze: Snooze): Promise<void> {
  await tx.insert(ticketSnoozes).values(snooze);
}

/** Tells whoever has the ticket, or else whoever put it off or answers for the rule that did, that it is back. */
export async function tellBack(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>,
  { id, subject, branchId, operatorId }: Snoozed,
  { personId, until }: Snooze,
  because: 'VOLTOU_HORA' | 'VOLTOU_RESPOSTA',
): Promise<void> {
  await noticeTo(tx, ctx, [operatorId ?? (await answeringFor(tx, personId))], {
    titulo: noticeText('VOLTOU', { ticket: id, motivo: noticeText(because, {}) }),
    texto: `${subject}\n${noticeText('VOLTOU_ADIADO', { quando: await onClock(tx, branchId, until) })}`,
    link: `/tickets/${id}`,
  });
}

/** The person themselves, or who is responsible for the rule that writes as them. */
async function answeringFor(tx: Tx, personId: number): Promise<number> {
  const [rule] = await tx
    .select({ responsibleId: companyRules.responsibleId })
    .from(companyRules)
    .where(eq(companyRules.personId, personId));
  return rule?.responsibleId ?? personId;
}

/** '24/11/2026 08:00' on the clock of the branch. */
export async function onClock(tx: Tx, branchId: number, at: Date): Promise<string> {
  const [branch] = await tx
    .select({ zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, branchId));
  return formatDateTime(at, branch?.zone ?? DEFAULT_TIME_ZONE);
}
