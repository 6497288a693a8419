import type { PublicContext } from '../context.ts';
import { SESSION_LIFE } from './openSession.ts';

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

export const setSessionCookie = (ctx: Answer, token: string) => send(ctx, token, KEPT);
export const expireSessionCookie = (ctx: Answer) => send(ctx, '', 0);

const send = (ctx: Answer, value: string, seconds: number) =>
  ctx.setHeader(
    'Set-Cookie',
    `${sessionCookieOf(ctx)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${ctx.https ? '; Secure' : ''}`,
  );
