import type { PublicContext } from '../context.ts';
import { SESSION_LIFE } from './openSession.ts';
import { isToken, newToken } from './tokens.ts';

type Answer = Pick<PublicContext, 'setHeader' | 'https'>;

/**
 * By https a browser takes this name from this very host alone, for all of its paths: no neighbour below the same
 * domain can plant one.
 */
export const sessionCookieOf = ({ https }: Pick<Answer, 'https'>) =>
  https ? '__Host-balcao_sessao' : 'balcao_sessao';

/**
 * How long the browser keeps the cookie, in seconds: as long as a session can last. Mostly it ends earlier, on the
 * server: 12 hours after its last use.
 */
const KEPT = SESSION_LIFE / 1000;

const send = (ctx: Answer, value: string, seconds: number) =>
  ctx.setHeader(
    'Set-Cookie',
    `${sessionCookieOf(ctx)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${ctx.https ? '; Secure' : ''}`,
  );

export const setSessionCookie = (ctx: Answer, token: string) => send(ctx, token, KEPT);

export const expireSessionCookie = (ctx: Answer) => send(ctx, '', 0);

/** Time enough for a password and a telephone at the provider. */
export const ENTRY_MINUTES = 10;

/** Ties the way back to the browser that went: an answer that somebody else got is worth nothing in it. */
export const entryCookieOf = ({ https }: Pick<PublicContext, 'https'>) =>
  https ? '__Host-balcao_entrada' : 'balcao_entrada';

/** The token of this browser, which it keeps for the time of a sign-in. Tabs of one browser share it. */
export function entryBrowser(ctx: PublicContext): string {
  const browser = ctx.entryBrowser && isToken(ctx.entryBrowser) ? ctx.entryBrowser : newToken();
  ctx.setHeader(
    'Set-Cookie',
    `${entryCookieOf(ctx)}=${browser}; Path=/; Max-Age=${ENTRY_MINUTES * 60}; HttpOnly; SameSite=Lax${ctx.https ? '; Secure' : ''}`,
  );
  return browser;
}
