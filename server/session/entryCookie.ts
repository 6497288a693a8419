import type { PublicContext } from '../context.ts';
import { isToken, newToken } from './tokens.ts';

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
