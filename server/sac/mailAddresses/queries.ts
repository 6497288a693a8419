import { and, asc, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { mailKey } from '#contract/rules/contact.ts';
import type { MailPreference } from '#contract/sac/mailAddresses.ts';
import type { Executor } from '../../db/client.ts';
import { customerContacts, customerEmails, type customers, mailAddresses } from '../../db/tables/index.ts';

type AddressRow = typeof mailAddresses.$inferSelect;

/** The stored rows for e-mail addresses, by their key (`mailKey`); most addresses have none. */
export async function addressesOf(db: Executor, given: readonly string[]): Promise<Map<string, AddressRow>> {
  if (given.length === 0) return new Map();
  const rows = await db
    .select()
    .from(mailAddresses)
    .where(inArray(mailAddresses.address, given.map(mailKey)));
  return new Map(rows.map((row) => [row.address, row]));
}

export async function mailPreference(db: Executor, address: string): Promise<MailPreference> {
  const row = (await addressesOf(db, [address])).get(mailKey(address));
  return { recebe: !row?.unsubscribedAt, falha: row?.failingSince ? row.failure : '' };
}

type CustomerRow = Pick<typeof customers.$inferSelect, 'id' | 'email'>;

/** Undeliverable addresses of a customer and its contacts, those failing longest first. */
export async function refusedAddresses(db: Executor, { id, email }: CustomerRow) {
  const rows = await db
    .select()
    .from(mailAddresses)
    .where(
      and(
        isNotNull(mailAddresses.failingSince),
        or(
          sql`${mailAddresses.address} = ${mailKey(email)}`,
          sql`${mailAddresses.address} in (
            select lower(trim(${customerEmails.email})) from ${customerEmails} where ${customerEmails.customerId} = ${id}
            union all
            select lower(trim(${customerContacts.email})) from ${customerContacts}
            where ${customerContacts.customerId} = ${id})`,
        ),
      ),
    )
    .orderBy(asc(mailAddresses.failingSince), asc(mailAddresses.address));
  return rows.flatMap(({ address, failingSince, failure }) =>
    failingSince ? [{ email: address, desde: failingSince.toISOString(), falha: failure }] : [],
  );
}
