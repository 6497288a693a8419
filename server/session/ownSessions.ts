import Bowser from 'bowser';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Input, Output } from '../../contract/route.ts';
import type { sessionRoutes } from '../../contract/session/session.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { sessions } from '../db/tables/index.ts';
import { endSession, endSessionsOf, SESSION_LIFETIME } from './openSession.ts';

/** The person who really signed in: someone viewing as another person only sees their own sessions. */
const ownId = ({ user }: Context) => user.viewer?.id ?? user.id;

/** More than anyone has; the most recently used come first. */
const MAX_SESSIONS = 50;

export async function ownSessions(
  _: unknown,
  ctx: Context,
): Promise<Output<typeof sessionRoutes.ownSessions>> {
  const now = ctx.now();
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.personId, ownId(ctx)),
        gt(sessions.expiresAt, now),
        gt(sessions.createdAt, new Date(now.getTime() - SESSION_LIFETIME)),
      ),
    )
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt))
    .limit(MAX_SESSIONS);
  return rows.map(({ id, userAgent, ip, createdAt, seenAt }) => ({
    id,
    aparelho: deviceName(userAgent),
    ip,
    entrou: createdAt.toISOString(),
    usada: seenAt.toISOString(),
    atual: id === ctx.user.sessionId,
  }));
}

export async function endOwnSession(
  { params }: Input<typeof sessionRoutes.endOwnSession>,
  ctx: Context,
): Promise<Output<typeof sessionRoutes.endOwnSession>> {
  await ctx.db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, params.id), eq(sessions.personId, ownId(ctx))))
      .for('update');
    // Another person's session is treated as unknown, like one that is over.
    if (!own) return;
    await endSession(tx, own.id);
    await audit(tx, ctx, { action: 'ENCERRAR_SESSOES', entity: 'people', entityId: ownId(ctx) });
  });
  return { message: 'Sessão encerrada.' };
}

export async function endOtherSessions(
  _: unknown,
  ctx: Context,
): Promise<Output<typeof sessionRoutes.endOtherSessions>> {
  await ctx.db.transaction(async (tx) => {
    await endSessionsOf(tx, ownId(ctx), ctx.user.sessionId);
    await audit(tx, ctx, { action: 'ENCERRAR_SESSOES', entity: 'people', entityId: ownId(ctx) });
  });
  return { message: 'As outras sessões foram encerradas.' };
}

/** For example 'Chrome no Windows'; a client that sends no browser name is a program. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Aparelho desconhecido';
  const { browser, os } = Bowser.parse(userAgent);
  const system = os.name && (SYSTEMS[os.name] ?? os.name);
  if (!browser.name) return system ? `Programa no ${system}` : 'Programa';
  return system ? `${browser.name} no ${system}` : browser.name;
}

const SYSTEMS: Record<string, string> = { macOS: 'Mac', iOS: 'iPhone ou iPad', 'Chrome OS': 'Chromebook' };
