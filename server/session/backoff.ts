import { eq, inArray, sql } from 'drizzle-orm';
import type { PublicContext } from '../context.ts';
import { loginFailures } from '../db/tables/index.ts';
import { tooMany } from '../errors.ts';

/** How many attempts are free before each further one has to wait: 2, 4, 8 … seconds, up to 15 minutes. */
export interface Allowance {
  /** `cpf:…` or `ip:…`, with a prefix for anything other than the sign-in. */
  subject: string;
  free: number;
}

/** Attempts are forgotten this long after the last one, in seconds. */
const RESET_SECONDS = 60 * 60;
const MAX_WAIT = 15 * 60;

type Ctx = Pick<PublicContext, 'db' | 'now'>;

/**
 * Counts an attempt before it is checked, so that a hundred concurrent attempts are not all admitted on the same count.
 * Throws 429 with the seconds to wait; a refused attempt does not lengthen the wait.
 */
export async function countAttempt(ctx: Ctx, allowances: readonly Allowance[]): Promise<void> {
  for (const allowance of allowances) await countOne(ctx, allowance);
}

async function countOne({ db, now }: Ctx, { subject, free }: Allowance) {
  const at = now();
  // Of two concurrent attempts, the one counted last may have the earlier timestamp; it does not have to wait because of
  // that.
  const waited = sql`(${loginFailures.failures} < ${free}::int
    or ${loginFailures.lastAt} + ${waitAfter(free)} <= ${at.toISOString()}::timestamptz)`;
  const forgotten = sql`${loginFailures.lastAt} + make_interval(secs => ${RESET_SECONDS}) < ${at.toISOString()}::timestamptz`;
  const counted = await db
    .insert(loginFailures)
    .values({ subject, failures: 1, lastAt: at })
    .onConflictDoUpdate({
      target: loginFailures.subject,
      set: {
        failures: sql`case when ${forgotten} then 1 else ${loginFailures.failures} + 1 end`,
        lastAt: sql`greatest(${loginFailures.lastAt}, ${at.toISOString()}::timestamptz)`,
      },
      setWhere: waited,
    })
    .returning({ failures: loginFailures.failures });
  if (counted.length === 0) throw tooMany(await secondsLeft({ db, now }, subject, free));
}

const waitAfter = (free: number) =>
  sql`make_interval(secs => case when ${loginFailures.failures} < ${free}::int then 0
    else least(${MAX_WAIT}::int, power(2, least(${loginFailures.failures} - ${free}::int + 1, 20))) end)`;

async function secondsLeft({ db, now }: Ctx, subject: string, free: number): Promise<number> {
  const [row] = await db
    .select({
      left: sql<number>`extract(epoch from ${loginFailures.lastAt} + ${waitAfter(free)} - ${now().toISOString()}::timestamptz)::float8`,
    })
    .from(loginFailures)
    .where(eq(loginFailures.subject, subject));
  return Math.max(1, Math.ceil(row?.left ?? 1));
}

/** After a successful attempt: resets the account's count, while the address only gets this one attempt back. */
export async function forgiveAttempt(
  { db }: Pick<PublicContext, 'db'>,
  account: string,
  address?: string,
): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.subject, account));
  if (address === undefined) return;
  await db
    .update(loginFailures)
    .set({ failures: sql`greatest(0, ${loginFailures.failures} - 1)` })
    .where(eq(loginFailures.subject, address));
}

/**
 * Beginnings, and ends whose secret nobody can guess, that an address may make within a minute. An office shares one, and
 * signs in at the same hour.
 */
const PER_MINUTE = 120;

/**
 * Counts one towards the limit of a minute, for what costs the server but proves nothing to a guesser: there is nothing to be
 * slowed down from one failure to the next. Throws 429 with the seconds until the minute is over. `forgiveMinute` gives those
 * back that came to a good end.
 */
export async function countPerMinute({ db, now }: Ctx, subject: string, most = PER_MINUTE): Promise<void> {
  const at = now().toISOString();
  const over = sql`${loginFailures.lastAt} + interval '1 minute' <= ${at}::timestamptz`;
  const counted = await db
    .insert(loginFailures)
    .values({ subject, failures: 1, lastAt: now() })
    .onConflictDoUpdate({
      target: loginFailures.subject,
      set: {
        failures: sql`case when ${over} then 1 else ${loginFailures.failures} + 1 end`,
        // The minute begins with its first.
        lastAt: sql`case when ${over} then ${at}::timestamptz else ${loginFailures.lastAt} end`,
      },
      setWhere: sql`${over} or ${loginFailures.failures} < ${most}::int`,
    })
    .returning({ failures: loginFailures.failures });
  if (counted.length > 0) return;
  const [row] = await db.select().from(loginFailures).where(eq(loginFailures.subject, subject));
  const left = row ? (row.lastAt.getTime() + 60_000 - now().getTime()) / 1_000 : 1;
  throw tooMany(Math.max(1, Math.ceil(left)));
}

/** One of each subject came to a good end. */
export const forgiveMinute = ({ db }: Pick<PublicContext, 'db'>, subjects: string[]) =>
  db
    .update(loginFailures)
    .set({ failures: sql`greatest(0, ${loginFailures.failures} - 1)` })
    .where(inArray(loginFailures.subject, subjects));

/** Clears the attempts counted against these accounts, for example after a new password. */
export const forgetAttempts = ({ db }: Pick<PublicContext, 'db'>, subjects: string[]) =>
  db.delete(loginFailures).where(inArray(loginFailures.subject, subjects));

/** Groups IPv6 addresses by /64, since a single customer of a provider has a whole /64. */
export function addressSubject(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !ip.includes(':')) return `ip:${mapped ?? ip}`;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head ? head.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail ? tail.split(':').length : 0);
  const allGroups = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')];
  return `ip:${allGroups.slice(0, 4).join(':')}::/64`;
}
