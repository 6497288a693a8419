import { and, eq, ne } from 'drizzle-orm';
import { queueMail } from '../adapters/mail/queueMail.ts';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { notices, people } from '../db/tables/index.ts';
import { publishNotices } from '../realtime/publishNotices.ts';

/** What only they can mend: a notice in the console, and by mail. */
export async function notifyAdministrators(
  tx: Tx,
  now: Deps['now'],
  { title, text }: { title: string; text: string },
): Promise<void> {
  await tx.insert(notices).values({
    title,
    html: `<p>${escaped(text)}</p>`,
    audience: 'ADMIN',
    publishedAt: now(),
  });
  await publishNotices(tx, now());
  const administrators = await tx
    .select({ email: people.email })
    .from(people)
    .where(and(eq(people.type, 'ADMIN'), eq(people.active, true), ne(people.email, '')));
  for (const { email } of administrators) await queueMail(tx, { to: email, subject: title, text }, now);
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');
