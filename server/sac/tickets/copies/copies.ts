import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { mailKey } from '#contract/rules/contact.ts';
import { copyProblem, MOST_COPIES } from '#contract/rules/tickets/ticketCopies.ts';
import { readReplyAddress } from '#server/adapters/mail/signedAddress.ts';
import type { Deps } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { amongIds } from '#server/db/conditions.ts';
import { outboxEmails, people, receivedEmails, ticketCopies, type tickets } from '#server/db/tables/index.ts';
import { isAttendant } from '#server/session/attendants.ts';
import { ownAddresses } from '../../inbox/queries.ts';
import { ownReaders } from '../mail/recipients.ts';
import type { CarriedSet } from '../merge/carriedSets.ts';
import { inFamily } from '../merge/family.ts';

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
  const readerIds = new Set([
    ...(await ownReaders(db, ticket)),
    ...(await copiesOf(db, ticket.id)).map(({ address }) => address),
    ...(await colleagues(db, written)),
  ]);
  const others = written.filter((address) => !readerIds.has(address));
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

/** The addresses in copy, as merging and dividing tickets carries them on. */
export const copySet: CarriedSet = {
  name: 'copies',
  most: MOST_COPIES,
  rowsOf: (tx, ticketId) =>
    tx
      .select({ id: ticketCopies.id, key: ticketCopies.address })
      .from(ticketCopies)
      .where(eq(ticketCopies.ticketId, ticketId))
      .orderBy(asc(ticketCopies.at), asc(ticketCopies.id)),
  async copyTo(tx, ticketId, ids, room) {
    const rows = await tx
      .select()
      .from(ticketCopies)
      .where(amongIds(ticketCopies.id, ids))
      .orderBy(asc(ticketCopies.at), asc(ticketCopies.id))
      .limit(room);
    const written = await tx
      .insert(ticketCopies)
      .values(rows.map(({ address, personId, at }) => ({ ticketId, address, personId, at })))
      .returning({ id: ticketCopies.id });
    return written.map(({ id }) => id);
  },
  async remove(tx, ticketId, ids) {
    await tx
      .delete(ticketCopies)
      .where(and(eq(ticketCopies.ticketId, ticketId), amongIds(ticketCopies.id, ids)));
  },
};
