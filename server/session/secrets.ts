import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { installation } from '../db/tables/index.ts';

/** A 256-bit token, safe in a URL and in a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether the text has the form of one of our tokens; anything else is not looked up. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The only form in which the database stores a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** One secret for all processes of an installation, created by the first one to ask for it. */
export async function installationSecret(db: Executor): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const stored = await storedSecret(db);
  if (stored) return stored;
  await db
    .insert(installation)
    .values({ facts: { captchaSecret: secret } })
    .onConflictDoUpdate({
      target: installation.id,
      set: { facts: sql`jsonb_build_object('captchaSecret', ${secret}::text) || ${installation.facts}` },
    });
  return (await storedSecret(db)) ?? secret;
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

/** Makes marks that only this installation can make: equal texts have equal marks, and a mark tells nothing of its text. */
export async function marker(db: Executor, purpose: string): Promise<(text: string) => string> {
  const secret = await installationSecret(db);
  return (text) => markOf(secret, purpose, text);
}

const markOf = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url');

/**
 * Secrets that, unlike a password, must be read again are stored encrypted with a key of the installation and bound to their
 * person: a stolen table opens nothing, and a row moved to another person is refused. The key is in the same database, so
 * only the encryption of backups and disks protects against someone who takes all of it (docs/production.md).
 */
export async function sealFor(db: Executor, personId: number, plain: string): Promise<string> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyFor(db, 'segredo'), iv).setAAD(owner(personId));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.');
}

export async function openFor(db: Executor, personId: number, sealed: string): Promise<string> {
  const [iv, text, tag] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !text || !tag) throw new Error('not a sealed secret');
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(db, 'segredo'), iv);
  decipher.setAAD(owner(personId)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Without the key of the installation, codes cannot be tried against the hash. */
export const keyedHash = async (db: Executor, personId: number, code: string): Promise<string> =>
  createHmac('sha256', await keyFor(db, 'recuperacao'))
    .update(`${personId}:${code}`)
    .digest('hex');

const keyFor = async (db: Executor, purpose: string): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', await installationSecret(db), '', `balcao segundo fator: ${purpose}`, 32));

const owner = (personId: number) => Buffer.from(`pessoa:${personId}`);
