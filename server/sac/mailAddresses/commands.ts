import { sql } from 'drizzle-orm';
import { mailKey } from '#contract/rules/contact.ts';
import type { Deps } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { mailAddresses } from '../../db/tables/index.ts';
import { plainText } from '../../text/plainText.ts';
import { type AuditContext, audit } from '../../writing/audit.ts';

type Change = Partial<Pick<typeof mailAddresses.$inferInsert, 'unsubscribedAt' | 'failingSince' | 'failure'>>;

/** Sets whether an address receives e-mails about tickets. Turning them on again also clears a recorded delivery failure. */
export const setReceives = (tx: Tx, ctx: AuditContext, address: string, receives: boolean): Promise<void> =>
  write(tx, ctx, address, {
    action: receives ? 'LIGAR_EMAILS' : 'DESLIGAR_EMAILS',
    change: receives
      ? { unsubscribedAt: null, failingSince: null, failure: '' }
      : { unsubscribedAt: ctx.now() },
  });

/** Marks an address as undeliverable: nothing is sent there until someone confirms that it works again. */
export const markFailing = (tx: Tx, ctx: AuditContext, address: string, failure: string): Promise<void> =>
  write(tx, ctx, address, {
    action: 'EMAIL_DEVOLVIDO',
    change: { failingSince: ctx.now(), failure: plainText(failure).slice(0, MAX_FAILURE_LENGTH) },
  });

/** The same for the answer of the mail server that was to take an e-mail. */
export const noteBadAddress = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  address: string,
  answer: string,
): Promise<void> =>
  db.transaction((tx) => markFailing(tx, { user: null, ip: '', requestId: 'smtp', now }, address, answer));

/** Resumes sending to an address; one that has unsubscribed still gets nothing. */
export const tryAgain = (tx: Tx, ctx: AuditContext, address: string): Promise<void> =>
  write(tx, ctx, address, { action: 'TENTAR_EMAIL', change: { failingSince: null, failure: '' } });

const MAX_FAILURE_LENGTH = 300;

async function write(
  tx: Tx,
  ctx: AuditContext,
  address: string,
  { action, change }: { action: string; change: Change },
): Promise<void> {
  const key = mailKey(address);
  await tx
    .insert(mailAddresses)
    .values({ address: key, ...change, updatedAt: ctx.now() })
    .onConflictDoUpdate({
      target: mailAddresses.address,
      set: { ...change, updatedAt: ctx.now(), version: sql`${mailAddresses.version} + 1` },
    });
  await audit(tx, ctx, {
    action,
    entity: 'mail_addresses',
    entityId: key,
    ...(change.failure && { after: { falha: change.failure } }),
  });
}
