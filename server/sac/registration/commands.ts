import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { insertMany } from '../../db/manyRows.ts';
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
  const samePhones = await tx
    .select({ customerId: customerPhones.customerId, number: customerPhones.number })
    .from(customerPhones)
    .where(
      amongIds(
        customerPhones.customerId,
        given.map(({ customerId }) => customerId),
      ),
    );
  const existing = new Set(samePhones.map(({ customerId, number }) => `${customerId} ${number}`));
  const fresh = given.filter(({ customerId, number }) => !existing.has(`${customerId} ${number}`));
  await insertMany(tx, customerPhones, fresh);
}

/** The same for e-mails; one address may be stored for several purposes. */
export async function addEmails(tx: Tx, given: readonly EmailOf[]): Promise<void> {
  if (given.length === 0) return;
  const sameEmails = await tx
    .select({
      customerId: customerEmails.customerId,
      email: customerEmails.email,
      description: customerEmails.description,
    })
    .from(customerEmails)
    .where(
      amongIds(
        customerEmails.customerId,
        given.map(({ customerId }) => customerId),
      ),
    );
  const keyOf = ({ customerId, email, description }: EmailOf) => `${customerId} ${email} ${description}`;
  const existing = new Set(sameEmails.map(keyOf));
  const fresh = given.filter((one) => !existing.has(keyOf(one)));
  await insertMany(tx, customerEmails, fresh);
}
