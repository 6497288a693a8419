import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type { Output } from '#contract/route.ts';
import type { sessionRoutes } from '#contract/session/session.ts';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { PublicContext } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { people, sessions } from '../db/tables/index.ts';
import { Refusal, unauthorized } from '../errors.ts';
import { signal } from '../realtime/signal.ts';
import { audit } from '../writing/audit.ts';
import { type Allowance, addressSubject } from './backoff.ts';
import type { ProviderEntry } from './oidc/providerSignIn.ts';
import { hashToken, installationSecret, isToken, newToken } from './secrets.ts';

const HOUR = 60 * 60 * 1000;

/** The maximum life of a session after its sign-in, however much it is used (docs/domain.md 12), in milliseconds. */
export const SESSION_LIFETIME = 7 * 24 * HOUR;

/** The time at which a session that is used now ends (parameter `horasSessao`, docs/domain.md 7). */
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

/**
 * Locks a person for a sign-in, and for what makes earlier proofs worthless and ends the sessions: a new password, the first
 * second factor. Otherwise a proof that was checked just before could still open a session just after.
 */
export async function lockSignIn(tx: Tx, personId: number) {
  const [person] = await tx
    .select({ active: people.active, passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, personId))
    .for('no key update');
  return person;
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

interface Counted {
  account: Allowance;
  address?: Allowance;
}

/**
 * The counters that a sign-in attempt counts against. A browser known to belong to the account's owner has its own counter.
 */
export async function attemptCounters(
  ctx: PublicContext,
  cpf: string,
  free: { account: number; address: number },
): Promise<Counted> {
  if (await isKnownDevice(ctx, cpf)) return { account: { subject: `aparelho:${cpf}`, free: free.account } };
  return {
    address: { subject: addressSubject(ctx.ip), free: free.address },
    account: { subject: `cpf:${cpf}`, free: free.account },
  };
}

/**
 * Opens the session of someone who has proved everything that their account requires. The browser's previous session ends
 * (rotation), so a planted token is worthless.
 */
export async function replaceSession(
  tx: Tx,
  ctx: PublicContext,
  personId: number,
  entry: ProviderEntry | null = null,
): Promise<string> {
  if (!(await lockSignIn(tx, personId))?.active) throw unauthorized();
  if (ctx.user) await endSession(tx, ctx.user.sessionId);
  await audit(tx, ctx, {
    action: 'ENTRAR',
    entity: 'people',
    entityId: personId,
    personId,
    ...(entry && { after: { por: 'conta da empresa' } }),
  });
  return openSession(tx, ctx, personId, ctx.now(), entry);
}

/** Gives the browser the session, and remembers the browser as known. */
export async function setSessionAndDevice(
  ctx: PublicContext,
  cpf: string,
  token: string,
): Promise<Output<typeof sessionRoutes.loginSac>> {
  setSessionCookie(ctx, token);
  await rememberDevice(ctx, cpf);
  return { token };
}

/** Revealed only to someone who has proved who they are. */
export const onlyByProvider = (name: string) =>
  new Refusal(403, 'SO_PELO_PROVEDOR', `Aqui a equipe entra por ${name}, e não com CPF e senha.`);

/** Stored in a browser in which a person has signed in; sent with sign-ins only. */
export const DEVICE_COOKIE = 'balcao_aparelho';

/** About half a year, in seconds. */
const DEVICE_MAX_AGE = 180 * 24 * 60 * 60;

/**
 * Whether this person has signed in with this browser before. Attempts from it are counted separately, so that a stranger who
 * keeps guessing never locks the owner out. It grants no access: the password is still required.
 */
async function isKnownDevice(ctx: PublicContext, cpf: string): Promise<boolean> {
  if (!ctx.device) return false;
  const expected = Buffer.from(await markOf(ctx, cpf));
  const given = Buffer.from(ctx.device);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function rememberDevice(ctx: PublicContext, cpf: string): Promise<void> {
  const attributes = `Path=/login; Max-Age=${DEVICE_MAX_AGE}; HttpOnly; SameSite=Strict${ctx.https ? '; Secure' : ''}`;
  ctx.setHeader('Set-Cookie', `${DEVICE_COOKIE}=${await markOf(ctx, cpf)}; ${attributes}`);
}

const markOf = async ({ db }: PublicContext, cpf: string): Promise<string> =>
  createHmac('sha256', await installationSecret(db))
    .update(`aparelho:${cpf}`)
    .digest('base64url');
