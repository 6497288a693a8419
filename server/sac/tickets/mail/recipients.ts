import { asc, eq } from 'drizzle-orm';
import { isMailAddress, mailKey } from '#contract/rules/contact.ts';
import type { Executor } from '#server/db/client.ts';
import { customers, people, ticketCopies, tickets } from '#server/db/tables/index.ts';
import { isAttendant } from '#server/session/attendants.ts';
import { addressesOf } from '../../mailAddresses/queries.ts';
import { contactOf } from '../detail/oneTicket.ts';
import { inFamily } from '../merge/family.ts';

export interface Recipient {
  name: string;
  /** As it was entered. */
  address: string;
  /** Whether a ticket is called 'solicitação' in the e-mail. */
  consumer: boolean;
  /** The account of the person who opened the ticket; null for the contact and for copies. */
  personId: number | null;
  /** Whether the address is only in copy of what the contact gets. */
  copy: boolean;
  /** Whether the recipient gets only e-mails that cannot be unsubscribed from. */
  unsubscribed: boolean;
}

/** Who the e-mails of a ticket are for, whether or not an address takes any. */
type Reader = Omit<Recipient, 'unsubscribed'>;

/**
 * The readers of a ticket's e-mails: its contact, whoever opened it or a ticket merged into it unless they are staff, and who is in copy.
 * Each address occurs once; invalid ones are left out.
 */
async function readersOf(db: Executor, ticket: typeof tickets.$inferSelect): Promise<Reader[]> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, ticket.customerId));
  const openers = await db
    .selectDistinct({ id: people.id, name: people.name, email: people.email, type: people.type })
    .from(tickets)
    .innerJoin(people, eq(people.id, tickets.creatorId))
    .where(inFamily(tickets.id, ticket.id));
  const copies = await db
    .select({ address: ticketCopies.address })
    .from(ticketCopies)
    .where(eq(ticketCopies.ticketId, ticket.id))
    .orderBy(asc(ticketCopies.at), asc(ticketCopies.id));
  const contact = customer && contactOf({ ticket, customer });
  const named = [
    ...(contact
      ? [
          {
            name: contact.nome,
            address: contact.email,
            consumer: isPerson(contact.documento),
            personId: null,
            copy: false,
          },
        ]
      : []),
    ...openers
      .filter((opener) => !isAttendant(opener))
      .map((opener) => ({
        name: opener.name,
        address: opener.email,
        consumer: opener.type === 'CONSUMIDOR_FINAL',
        personId: opener.id,
        copy: false,
      })),
    // They read what the contact is told.
    ...copies.map(({ address }) => ({
      name: contact?.nome ?? '',
      address,
      consumer: isPerson(contact?.documento ?? ''),
      personId: null,
      copy: true,
    })),
  ].filter(({ address }) => isMailAddress(address));
  return named.filter(
    ({ address }, index) => named.findIndex((each) => isSame(each.address, address)) === index,
  );
}

/** The addresses of those who read the ticket's e-mails for themselves, and not in copy. */
export const ownReaders = async (
  db: Executor,
  ticket: typeof tickets.$inferSelect,
): Promise<ReadonlySet<string>> =>
  new Set((await readersOf(db, ticket)).flatMap(({ address, copy }) => (copy ? [] : [mailKey(address)])));

/** The readers that e-mails go to: undeliverable addresses are left out, and copies that unsubscribed. */
export async function recipientsOf(db: Executor, ticket: typeof tickets.$inferSelect): Promise<Recipient[]> {
  const readers = await readersOf(db, ticket);
  const addressRows = await addressesOf(
    db,
    readers.map(({ address }) => address),
  );
  return readers
    .filter(({ address }) => !addressRows.get(mailKey(address))?.failingSince)
    .map((each) => ({
      ...each,
      unsubscribed: Boolean(addressRows.get(mailKey(each.address))?.unsubscribedAt),
    }))
    .filter(({ copy, unsubscribed }) => !(copy && unsubscribed));
}

const isPerson = (document: string) => document.length === 11;

const isSame = (a: string, b: string) => mailKey(a) === mailKey(b);
