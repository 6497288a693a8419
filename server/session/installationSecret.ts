import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { installation } from '../db/tables/index.ts';

/** One secret for all processes of an installation, made by whoever asks first. */
export async function installationSecret(db: Executor): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  const stored = await storedSecret(db);
  if (stored) return stored;
  await db
    .insert(installation)
    .values({ facts: { captchaSecret: made } })
    .onConflictDoUpdate({
      target: installation.id,
      set: { facts: sql`jsonb_build_object('captchaSecret', ${made}::text) || ${installation.facts}` },
    });
  return (await storedSecret(db)) ?? made;
}

async function storedSecret(db: Executor): Promise<string | null> {
  const [row] = await db
    .select({ secret: sql<string | null>`${installation.facts} ->> 'captchaSecret'` })
    .from(installation)
    .where(eq(installation.id, 1));
  return row?.secret ?? null;
}
