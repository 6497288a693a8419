import { eq } from 'drizzle-orm';
import { isMailAddress, mailKey } from '#contract/rules/contact.ts';
import type { Executor } from '#server/db/client.ts';
import { customers, people, tickets } from '#server/db/tables/index.ts';
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
  /** The account of the person who opened the ticket; null for the contact. */
  personId: number | null;
  /** Whether the recipient gets only e-mails that cannot be unsubscribed from. */
  unsubscribed: boolean;
}

/**
 * The recipients of a ticket's e-mails: its contact, and whoever opened it or a ticket merged into it unless they are staff. Each address occurs
 * once; invalid and undeliverable ones are left out.
 */
export async function recipientsOf(db: Executor, ticket: typeof tickets.$inferSelect): Promise<Recipient[]> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, ticket.customerId));
  const openers = await db
    .selectDistinct({ id: people.id, name: people.name, email: people.email, type: people.type })
    .from(tickets)
    .innerJoin(people, eq(people.id, tickets.creatorId))
    .where(inFamily(tickets.id, ticket.id));
  const contact = customer && contactOf({ ticket, customer });
  const named = [
    ...(contact
      ? [
          {
            name: contact.nome,
            address: contact.email,
            consumer: isPerson(contact.documento),
            personId: null,
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
      })),
  ].filter(({ address }) => isMailAddress(address));
  const known = await addressesOf(
    db,
    named.map(({ address }) => address),
  );
  return named
    .filter(({ address }, index) => named.findIndex((each) => isSame(each.address, address)) === index)
    .filter(({ address }) => !known.get(mailKey(address))?.failingSince)
    .map((each) => ({ ...each, unsubscribed: Boolean(known.get(mailKey(each.address))?.unsubscribedAt) }));
}

const isPerson = (document: string) => document.length === 11;

const isSame = (a: string, b: string) => mailKey(a) === mailKey(b);
