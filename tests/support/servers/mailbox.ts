import { type Mail, sendDue } from '#server/adapters/mail/outbox.ts';
import type { Deps } from '#server/context.ts';
import { issueResetLink } from '#server/session/account/passwords.ts';

/** Sends the e-mails waiting in the outbox to this test's mailbox and returns those that arrived, in order. */
export async function deliverMails({
  db,
  now,
  settings,
}: Pick<Deps, 'db' | 'now' | 'settings'>): Promise<Mail[]> {
  const arrived: Mail[] = [];
  await sendDue({
    db,
    now,
    linkOf: (resetId) => issueResetLink(db, { now, publicUrl: settings.publicUrl }, resetId),
    log: { warn: () => {} },
    mailer: {
      send: async (mail) => {
        arrived.push(mail);
      },
    },
  });
  return arrived;
}

/** The token of the link in an e-mail; empty if there is none. */
export const tokenIn = (mail: Mail | undefined): string =>
  /\/redefinir-senha\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
