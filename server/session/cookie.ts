import type { PublicContext } from '../context.ts';

export const SESSION_COOKIE = 'balcao_sessao';

/**
 * How long the browser keeps the cookie, in seconds. The session itself ends earlier, on the server: 12 hours
 * after its last use.
 */
const KEPT = 7 * 24 * 60 * 60;

type Answer = Pick<PublicContext, 'setHeader' | 'https'>;

export const setSessionCookie = (ctx: Answer, token: string) => send(ctx, token, KEPT);
export const expireSessionCookie = (ctx: Answer) => send(ctx, '', 0);

const send = (ctx: Answer, value: string, seconds: number) =>
  ctx.setHeader(
    'Set-Cookie',
    `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${ctx.https ? '; Secure' : ''}`,
  );
