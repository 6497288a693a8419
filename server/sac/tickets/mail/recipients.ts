import { eq } from 'drizzle-orm';
import { isMailAddress, mailKey } from '../../../../contract/rules/contact.ts';
import type { Executor } from '../../../db/client.ts';
import { customers, people, type tickets } from '../../../db/tables/index.ts';
import { isAttendant } from '../../../session/attendants.ts';
import { addressesOf } from '../../mailAddresses/queries.ts';
import { contactOf } from '../detail/oneTicket.ts';

export interface Recipient {
  name: string;
  /** As it was written down. */
  address: string;
  /** Reads 'solicitação' for a ticket. */
  consumer: boolean;
  /** The account of the one who opened it; null for the contact. */
  personId: number | null;
  /** Wants what nobody may do without, and nothing else. */
  unsubscribed: boolean;
}

/**
 * Who is told of a ticket: its contact, and whoever opened it unless they work for the company. Each address once; none
 * that cannot be one, and none where nothing arrives.
 */
export async function recipientsOf(db: Executor, ticket: typeof tickets.$inferSelect): Promise<Recipient[]> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, ticket.customerId));
  const [opener] = await db
    .select({ id: people.id, name: people.name, email: people.email, type: people.type })
    .from(people)
    .where(eq(people.id, ticket.creatorId));
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
    ...(opener && !isAttendant(opener)
      ? [
          {
            name: opener.name,
            address: opener.email,
            consumer: opener.type === 'CONSUMIDOR_FINAL',
            personId: opener.id,
          },
        ]
      : []),
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
