import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Output } from '../../contract/route.ts';
import type { sessionRoutes } from '../../contract/session/session.ts';
import { audit } from '../audit.ts';
import type { PublicContext } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { Refusal } from '../errors.ts';
import { type Allowance, addressSubject } from './backoff.ts';
import type { ProviderEntry } from './oidc/providerSignIn.ts';
import { endSession, openSession, setSessionCookie } from './openSession.ts';
import { installationSecret } from './secrets.ts';

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
const MAX_AGE = 180 * 24 * 60 * 60;

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
  const attributes = `Path=/login; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict${ctx.https ? '; Secure' : ''}`;
  ctx.setHeader('Set-Cookie', `${DEVICE_COOKIE}=${await markOf(ctx, cpf)}; ${attributes}`);
}

const markOf = async ({ db }: PublicContext, cpf: string): Promise<string> =>
  createHmac('sha256', await installationSecret(db))
    .update(`aparelho:${cpf}`)
    .digest('base64url');
