import { domainToASCII } from 'node:url';
import { sql } from 'drizzle-orm';
import { isMailAddress, mailKey } from '#contract/rules/contact.ts';
import type { Executor } from '../../db/client.ts';
import { customerContacts, customerEmails, customers } from '../../db/tables/index.ts';
import type { ReadMail } from './readMail.ts';

/**
 * An address as people may have one: also with accents (RFC 6531), and with a domain in any script, which is compared in the
 * form of the DNS. '' for a text that is no address.
 */
export function senderAddress(text: string): string {
  const address = mailKey(text);
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const ascii = domainToASCII(domain);
  if (at < 1 || !ascii || address.length > 254 || /[\s<>()[\]\\,;:"@\p{Cc}]/u.test(name)) return '';
  const named = `${name}@${ascii}`;
  return isMailAddress(named.replace(/[^\x20-\x7e]/g, 'a')) ? named : '';
}

/**
 * The e-mail as its writer's, where a program of ours sent it on: a group or a contact form writes from our address and names
 * the person in a header of its own.
 */
export function asWritten(mail: ReadMail, ours: ReadonlySet<string>): ReadMail {
  if (!ours.has(mail.from.address)) return mail;
  const writer = mail.writers.find(({ address }) => !ours.has(address));
  return writer ? { ...mail, from: { address: writer.address, name: writer.name || mail.from.name } } : mail;
}

/** Customers by each of these addresses, whether it is their own, a contact's or one of their list. */
export async function customersByAddress(
  db: Executor,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  const given = sql.param([...new Set(addresses)].filter((address) => address !== ''));
  const { rows } = await db.execute<{ address: string; id: number }>(sql`
    select distinct address, id from (
      select lower(${customers.email}) as address, ${customers.id} as id from ${customers}
        where lower(${customers.email}) = any(${given}::text[])
      union all
      select ${customerEmails.email}, ${customerEmails.customerId} from ${customerEmails}
        where ${customerEmails.email} = any(${given}::text[])
      union all
      select lower(${customerContacts.email}), ${customerContacts.customerId} from ${customerContacts}
        where lower(${customerContacts.email}) = any(${given}::text[])
    ) found order by address, id`);
  const found = new Map<string, number[]>();
  for (const { address, id } of rows) found.set(address, [...(found.get(address) ?? []), id]);
  return found;
}
