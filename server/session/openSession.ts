import { and, eq, ne } from 'drizzle-orm';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { sessions } from '../db/tables/index.ts';
import { signal } from '../realtime/signal.ts';
import { hashToken, newToken } from './tokens.ts';

const HOUR = 60 * 60 * 1000;

/** A session ends this long after its sign-in, however much it is used (DOMAIN.md section 12). Milliseconds. */
export const SESSION_LIFE = 7 * 24 * HOUR;

/** When a session that is used now ends (parameter `horasSessao`, DOMAIN.md section 7). */
export async function sessionEnd(db: Executor, now: Date): Promise<Date> {
  const { horasSessao } = await serviceParameters(db);
  return new Date(now.getTime() + horasSessao * HOUR);
}

/** A new session; answers its token, which is told once and never stored. */
export async function openSession(
  tx: Executor,
  ctx: Pick<PublicContext, 'now' | 'ip' | 'userAgent'>,
  personId: number,
  provedAt: Date | null,
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
  });
  return token;
}

export async function endSession(tx: Executor, sessionId: string) {
  await tx.delete(sessions).where(eq(sessions.id, sessionId));
  await signal(tx, { kind: 'sessions', sessionId });
}

/** Ends the sessions of a person, all of them or all but one. */
export async function endSessionsOf(tx: Executor, personId: number, exceptId?: string) {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), exceptId ? ne(sessions.id, exceptId) : undefined));
  await signal(tx, { kind: 'sessions', personId });
}
