import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { mailKey } from '#contract/rules/contact.ts';
import { copyProblem, MOST_COPIES } from '#contract/rules/tickets/ticketCopies.ts';
import { readReplyAddress } from '#server/adapters/mail/signedAddress.ts';
import type { Deps } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { amongIds } from '#server/db/conditions.ts';
import {
  outboxEmails,
  people,
  receivedEmails,
  ticketCopies,
  ticketMerges,
  type tickets,
} from '#server/db/tables/index.ts';
import { isAttendant } from '#server/session/attendants.ts';
import { ownAddresses } from '../../inbox/queries.ts';
import { ownReaders } from '../mail/recipients.ts';
import { inFamily } from '../merge/family.ts';
import type { Merge } from '../merge/standingMerges.ts';

type Ticket = typeof tickets.$inferSelect;

/** The addresses in copy of a ticket's e-mails, the earliest first. */
export const copiesOf = (db: Executor, ticketId: number) =>
  db
    .select({ id: ticketCopies.id, address: ticketCopies.address, addedBy: people.name })
    .from(ticketCopies)
    .innerJoin(people, eq(people.id, ticketCopies.personId))
    .where(eq(ticketCopies.ticketId, ticketId))
    .orderBy(asc(ticketCopies.at), asc(ticketCopies.id));

/** Whether an address is one that the company itself writes from or is written to at. */
export const isOurs = (address: string, ours: ReadonlySet<string>): boolean =>
  ours.has(address) || readReplyAddress(address) !== null;

/** How many of the last e-mails are looked through. */
const LOOKED_AT = 20;

/** Who else the customer wrote to, for a person to decide about: nobody is put in copy by an e-mail. */
export async function proposedCopies(
  db: Executor,
  deps: Pick<Deps, 'settings'>,
  ticket: Ticket,
): Promise<string[]> {
  const rows = await db
    .select({ to: receivedEmails.toAddresses })
    .from(receivedEmails)
    .where(and(inFamily(receivedEmails.ticketId, ticket.id), eq(receivedEmails.state, 'NO_TICKET')))
    .orderBy(desc(receivedEmails.id))
    .limit(LOOKED_AT);
  const written = [...new Set(rows.flatMap(({ to }) => to.map(mailKey)))].filter(
    (address) => copyProblem(address) === null,
  );
  if (written.length === 0) return [];
  const known = new Set([
    ...(await ownReaders(db, ticket)),
    ...(await copiesOf(db, ticket.id)).map(({ address }) => address),
    ...(await colleagues(db, written)),
  ]);
  const others = written.filter((address) => !known.has(address));
  if (others.length === 0) return [];
  const { ours } = await ownAddresses(db, deps);
  return others.filter((address) => !isOurs(address, ours)).slice(0, MOST_COPIES);
}

async function colleagues(db: Executor, addresses: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: people.email, type: people.type })
    .from(people)
    .where(inArray(sql`lower(${people.email})`, [...addresses]));
  return rows.filter(isAttendant).map(({ email }) => mailKey(email));
}

/** Whether an address got e-mails of the ticket in copy, and is in copy no longer. */
export async function wasTakenOut(db: Executor, ticketId: number, address: string): Promise<boolean> {
  const present = await db.$count(
    ticketCopies,
    and(inFamily(ticketCopies.ticketId, ticketId), eq(ticketCopies.address, address)),
  );
  if (present > 0) return false;
  const sent = await db.$count(
    outboxEmails,
    and(
      inFamily(outboxEmails.ticketId, ticketId),
      sql`lower(${outboxEmails.toAddress}) = ${address}`,
      sql`${outboxEmails.envelope} ->> 'copy' = 'true'`,
    ),
  );
  return sent > 0;
}

interface Way {
  from: number;
  to: number;
}

/**
 * What is in copy of a ticket is in copy of another one as well, the earliest first, up to the most that a ticket has. Returns what was not
 * in copy of it before.
 * @param since only what was put in copy after that
 */
export async function carryCopies(tx: Tx, { from, to }: Way, since?: Date): Promise<number[]> {
  const rows = await tx
    .select()
    .from(ticketCopies)
    .where(and(eq(ticketCopies.ticketId, from), since && gt(ticketCopies.at, since)))
    .orderBy(asc(ticketCopies.at), asc(ticketCopies.id));
  const present = new Set((await copiesOf(tx, to)).map(({ address }) => address));
  const added = rows
    .filter(({ address }) => !present.has(address))
    .slice(0, Math.max(0, MOST_COPIES - present.size))
    .map(({ address, personId, at }) => ({ ticketId: to, address, personId, at }));
  if (added.length === 0) return [];
  const written = await tx.insert(ticketCopies).values(added).returning({ id: ticketCopies.id });
  return written.map(({ id }) => id);
}

/**
 * Those whom a merge brought get only their own ticket's e-mails again. Whoever is also in copy of another ticket that stays merged stays,
 * and leaves with that one.
 */
export async function dropCopies(tx: Tx, { toId, moved }: Merge, others: readonly Merge[]): Promise<void> {
  const brought = await tx
    .select()
    .from(ticketCopies)
    .where(and(eq(ticketCopies.ticketId, toId), amongIds(ticketCopies.id, moved.copies ?? [])));
  const beside = await tx
    .select()
    .from(ticketCopies)
    .where(
      amongIds(
        ticketCopies.ticketId,
        others.map(({ fromId }) => fromId),
      ),
    );
  for (const { id, address } of brought) {
    const heir = others.find(({ fromId }) =>
      beside.some((copy) => copy.ticketId === fromId && copy.address === address),
    );
    if (!heir) await tx.delete(ticketCopies).where(eq(ticketCopies.id, id));
    // Other columns of the heir's rows may have been written just before.
    else
      await tx
        .update(ticketMerges)
        .set({
          moved: sql`jsonb_set(${ticketMerges.moved}, '{copies}', coalesce(${ticketMerges.moved} -> 'copies', '[]') || to_jsonb(${id}::integer))`,
        })
        .where(eq(ticketMerges.id, heir.id));
  }
}
