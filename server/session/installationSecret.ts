import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { installation } from '../db/tables/index.ts';

/** One secret for all processes of an installation, created by the first one to ask for it. */
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

/** Seals data that a browser sends back later and may read but not change. A seal is only valid for its own purpose. */
export async function sealer(
  db: Executor,
  purpose: string,
  until: Date,
): Promise<(content: object) => string> {
  const secret = await installationSecret(db);
  return (content) => {
    const text = Buffer.from(JSON.stringify({ ...content, until: until.getTime() })).toString('base64url');
    return `${text}.${markOf(secret, purpose, text)}`;
  };
}

/** The data that was sealed here, with `until`, the millisecond at which it expires; `null` for anything else. */
export async function unsealed<T extends object>(
  db: Executor,
  purpose: string,
  seal: string,
): Promise<(T & { until: number }) | null> {
  const [text = '', mark = ''] = seal.split('.');
  const given = Buffer.from(mark);
  const expected = Buffer.from(markOf(await installationSecret(db), purpose, text));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as T & { until: number };
}

const markOf = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
