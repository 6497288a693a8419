import { and, eq, ne } from 'drizzle-orm';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { people, sessions } from '../db/tables/index.ts';
import { signal } from '../realtime/signal.ts';
import type { ProviderEntry } from './oidc/providerSignIn.ts';
import { hashToken, isToken, newToken } from './secrets.ts';

const HOUR = 60 * 60 * 1000;

/** The maximum life of a session after its sign-in, however much it is used (DOMAIN.md section 12), in milliseconds. */
export const SESSION_LIFETIME = 7 * 24 * HOUR;

/** The time at which a session that is used now ends (parameter `horasSessao`, DOMAIN.md section 7). */
export async function sessionEnd(db: Executor, now: Date): Promise<Date> {
  const { horasSessao } = await serviceParameters(db);
  return new Date(now.getTime() + horasSessao * HOUR);
}

/** What a session stores about the company's provider, for the session that replaces it. */
export async function entryOf(tx: Executor, sessionId: string): Promise<ProviderEntry | null> {
  const [row] = await tx
    .select({
      identityId: sessions.identityId,
      providerSid: sessions.providerSid,
      sealedIdToken: sessions.sealedIdToken,
      factorByProvider: sessions.factorByProvider,
    })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return row && row.identityId !== null ? { ...row, identityId: row.identityId } : null;
}

/** Opens a session and returns its token, which is revealed once and never stored. */
export async function openSession(
  tx: Executor,
  ctx: Pick<PublicContext, 'now' | 'ip' | 'userAgent'>,
  personId: number,
  provedAt: Date | null,
  entry: ProviderEntry | null = null,
): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    personId,
    createdAt: now,
    seenAt: now,
    provedAt,
    expiresAt: await sessionEnd(tx, now),
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    ...entry,
  });
  await tx.update(people).set({ lastSeenAt: now }).where(eq(people.id, personId));
  return token;
}

export async function endSession(tx: Executor, sessionId: string) {
  await tx.delete(sessions).where(eq(sessions.id, sessionId));
  await signal(tx, { kind: 'sessions', sessionId });
}

/** Ends all sessions of a person, except `exceptId` if given. */
export async function endSessionsOf(tx: Executor, personId: number, exceptId?: string) {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), exceptId ? ne(sessions.id, exceptId) : undefined));
  await signal(tx, { kind: 'sessions', personId });
}

type Answer = Pick<PublicContext, 'setHeader' | 'https'>;

/**
 * Over https, a browser accepts this name only from this exact host and for all of its paths, so a neighbouring host under
 * the same domain cannot plant the cookie.
 */
export const sessionCookieOf = ({ https }: Pick<Answer, 'https'>) =>
  https ? '__Host-balcao_sessao' : 'balcao_sessao';

/**
 * How long the browser keeps the cookie, in seconds: the maximum life of a session. Usually the session ends earlier on the
 * server, 12 hours after its last use.
 */
const MAX_AGE = SESSION_LIFETIME / 1000;

const send = (ctx: Answer, value: string, seconds: number) =>
  ctx.setHeader(
    'Set-Cookie',
    `${sessionCookieOf(ctx)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${ctx.https ? '; Secure' : ''}`,
  );

export const setSessionCookie = (ctx: Answer, token: string) => send(ctx, token, MAX_AGE);

export const expireSessionCookie = (ctx: Answer) => send(ctx, '', 0);

/** Enough time for a password and a phone confirmation at the provider. */
export const ENTRY_MINUTES = 10;

/**
 * Ties the return from the provider to the browser that started the sign-in, so that a response that someone else received is
 * worthless in another browser.
 */
export const entryCookieOf = ({ https }: Pick<PublicContext, 'https'>) =>
  https ? '__Host-balcao_entrada' : 'balcao_entrada';

/** The token of this browser, which it keeps for the duration of a sign-in. Tabs of one browser share it. */
export function entryBrowser(ctx: PublicContext): string {
  const browser = ctx.entryBrowser && isToken(ctx.entryBrowser) ? ctx.entryBrowser : newToken();
  ctx.setHeader(
    'Set-Cookie',
    `${entryCookieOf(ctx)}=${browser}; Path=/; Max-Age=${ENTRY_MINUTES * 60}; HttpOnly; SameSite=Lax${ctx.https ? '; Secure' : ''}`,
  );
  return browser;
}
