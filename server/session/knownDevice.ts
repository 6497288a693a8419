import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PublicContext } from '../context.ts';
import { installationSecret } from './installationSecret.ts';

/** Kept by a browser that a person has signed in with; sent with sign-ins only. */
export const DEVICE_COOKIE = 'balcao_aparelho';
/** Half a year, in seconds. */
const KEPT = 180 * 24 * 60 * 60;

/**
 * Whether this person has signed in with this browser before. Attempts from there are counted on their own, so that
 * a stranger who keeps guessing never shuts the owner out. It opens nothing: the password is still asked.
 */
export async function isKnownDevice(ctx: PublicContext, cpf: string): Promise<boolean> {
  if (!ctx.device) return false;
  const expected = Buffer.from(await markOf(ctx, cpf));
  const given = Buffer.from(ctx.device);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export async function rememberDevice(ctx: PublicContext, cpf: string): Promise<void> {
  const attributes = `Path=/login; Max-Age=${KEPT}; HttpOnly; SameSite=Strict${ctx.https ? '; Secure' : ''}`;
  ctx.setHeader('Set-Cookie', `${DEVICE_COOKIE}=${await markOf(ctx, cpf)}; ${attributes}`);
}

const markOf = async ({ db }: PublicContext, cpf: string): Promise<string> =>
  createHmac('sha256', await installationSecret(db))
    .update(`aparelho:${cpf}`)
    .digest('base64url');
