import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Context, PublicContext } from '../../context.ts';
import { reportTickets } from '../../db/tables/index.ts';
import { hashToken, isToken, newToken } from '../../session/tokens.ts';
import type { Values } from './acceptedValues.ts';

const LIFE_MS = 60_000;

export interface IssuedTicket {
  bilhete: string;
  endereco: string;
  expira: string;
}

/** Opens the viewer of this report with these values, once, in this session, within a minute. Only its hash is kept. */
export async function issueReportTicket(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  reportKey: string,
  parameters: Values,
): Promise<IssuedTicket> {
  const token = newToken();
  const expiresAt = new Date(now().getTime() + LIFE_MS);
  await db.insert(reportTickets).values({
    tokenHash: hashToken(token),
    personId: user.id,
    sessionId: user.sessionId,
    reportKey,
    parameters,
    expiresAt,
  });
  const query = `bilhete=${token}&timestamp=${now().getTime()}`;
  return {
    bilhete: token,
    endereco: `/sac/relatorios/${reportKey}/visualizar?${query}`,
    expira: expiresAt.toISOString(),
  };
}

/**
 * The values that a ticket was issued with, for the one request that may use it. `null` for a second use, after its
 * minute, in another session, for another report: nobody is told which.
 */
export async function redeemReportTicket(
  { db, user, now }: Pick<PublicContext, 'db' | 'user' | 'now'>,
  reportKey: string,
  token: string,
): Promise<Values | null> {
  if (!user || !isToken(token)) return null;
  const [used] = await db
    .update(reportTickets)
    .set({ usedAt: now() })
    .where(
      and(
        eq(reportTickets.tokenHash, hashToken(token)),
        eq(reportTickets.reportKey, reportKey),
        eq(reportTickets.sessionId, user.sessionId),
        eq(reportTickets.personId, user.id),
        isNull(reportTickets.usedAt),
        gt(reportTickets.expiresAt, now()),
      ),
    )
    .returning({ parameters: reportTickets.parameters });
  return used?.parameters ?? null;
}
