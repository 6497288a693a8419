import { inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { customerEmails, customerPhones } from '../../db/tables/index.ts';

interface PhoneOf {
  customerId: number;
  number: string;
  description: string;
}

interface EmailOf {
  customerId: number;
  email: string;
  description: string;
}

/** Adds phones to customers; those already stored are not written again. */
export async function addPhones(tx: Tx, given: readonly PhoneOf[]): Promise<void> {
  if (given.length === 0) return;
  const known = await tx
    .select({ customerId: customerPhones.customerId, number: customerPhones.number })
    .from(customerPhones)
    .where(inArray(customerPhones.customerId, [...new Set(given.map(({ customerId }) => customerId))]));
  const standing = new Set(known.map(({ customerId, number }) => `${customerId} ${number}`));
  const fresh = given.filter(({ customerId, number }) => !standing.has(`${customerId} ${number}`));
  if (fresh.length > 0) await tx.insert(customerPhones).values(fresh);
}

/** The same for e-mails; one address may be stored for several purposes. */
export async function addEmails(tx: Tx, given: readonly EmailOf[]): Promise<void> {
  if (given.length === 0) return;
  const known = await tx
    .select({
      customerId: customerEmails.customerId,
      email: customerEmails.email,
      description: customerEmails.description,
    })
    .from(customerEmails)
    .where(inArray(customerEmails.customerId, [...new Set(given.map(({ customerId }) => customerId))]));
  const keyOf = ({ customerId, email, description }: EmailOf) => `${customerId} ${email} ${description}`;
  const standing = new Set(known.map(keyOf));
  const fresh = given.filter((one) => !standing.has(keyOf(one)));
  if (fresh.length > 0) await tx.insert(customerEmails).values(fresh);
}
