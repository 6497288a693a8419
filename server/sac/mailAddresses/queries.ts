import { inArray } from 'drizzle-orm';
import { mailKey } from '../../../contract/rules/mailAddress.ts';
import type { MailPreference } from '../../../contract/sac/mailAddresses.ts';
import type { Executor } from '../../db/client.ts';
import { mailAddresses } from '../../db/tables/index.ts';

type AddressRow = typeof mailAddresses.$inferSelect;

/** What is known of addresses, by their key (`mailKey`); of most nothing is. */
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
