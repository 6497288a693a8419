import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Deps, User } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { people, ticketSnoozes, tickets } from '#server/db/tables/index.ts';
import { inRounds, type Rounds } from '#server/rounds.ts';
import { personById } from '#server/session/currentUser.ts';
import { openerByMail } from '../../inbox/queries.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { onClock, tellBack } from './endSnooze.ts';

const CHECK_INTERVAL = 30_000;

type Needs = Pick<Deps, 'db' | 'now'>;

/** Brings back what was put off until now, twice a minute. Several processes share the work. */
export const startWakingTickets = (
  deps: Needs & { log: { warn(details: object, text: string): void } },
): Rounds =>
  inRounds(
    CHECK_INTERVAL,
    (isStopped) => wakeDue(deps, isStopped),
    (err) => deps.log.warn({ err }, 'tickets were not brought back'),
  );

/** Brings every ticket back whose time has come; resolves when there are no more. */
export async function wakeDue(deps: Needs, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await deps.db.transaction((tx) => wakeOne(tx, deps))));
}

/** The ticket's lock keeps other processes, and anyone who writes on the ticket or puts it off again, from interfering. */
async function wakeOne(tx: Tx, { now }: Needs): Promise<boolean> {
  const due = tx
    .select({ id: ticketSnoozes.ticketId })
    .from(ticketSnoozes)
    .where(lte(ticketSnoozes.until, now()))
    .orderBy(asc(ticketSnoozes.until))
    .limit(100);
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(inArray(tickets.id, due))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!ticket) return false;
  const [ended] = await tx
    .delete(ticketSnoozes)
    .where(and(eq(ticketSnoozes.ticketId, ticket.id), lte(ticketSnoozes.until, now())))
    .returning();
  if (!ended) return true;
  const ctx = { user: await signerOf(tx, ended.personId), now, ip: '', requestId: 'adiamento' };
  const changed = await changeTicket(tx, ctx, ticket, {
    event: {
      type: 'RETOMADA',
      note: `Chegou a hora marcada: ${await onClock(tx, ticket.branchId, ended.until)}.`,
      internal: true,
    },
    audit: { action: 'RETOMAR', before: { adiadoAte: ended.until.toISOString() } },
  });
  await tellBack(tx, ctx, changed, ended, 'VOLTOU_HORA');
  return true;
}

/** Whoever put it off has also said when it comes back, also a rule, or a person who signs in no longer. */
async function signerOf(tx: Tx, id: number): Promise<User> {
  const user = await personById(tx, id);
  if (user) return user;
  const [person] = await tx.select({ name: people.name }).from(people).where(eq(people.id, id));
  return { ...(await openerByMail(tx)), cpf: '', ...(person && { id, name: person.name }) };
}
