import { and, eq, isNull } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import type { Context, PublicContext } from '../../context.ts';
import { reportTickets } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { alive } from '../../session/lifetime.ts';
import { hashToken, isToken, newToken } from '../../session/secrets.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { reportFor, runToScreen } from '../reports/queries.ts';
import { acceptedValues, type Values } from './acceptedValues.ts';
import { expiredPage, refusedPage, viewerPage } from './viewerPage.ts';

type Routes = typeof reportRoutes;
const { ticket, view } = reportRoutes;

/** Problems with the filters are reported here, where there is still a form to show them in. */
async function issueTicket(
  { params, body }: Input<Routes['ticket']>,
  ctx: Context,
): Promise<Output<Routes['ticket']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const { filtros, ...plain } = body as { filtros?: Values };
  const values = await acceptedValues(ctx, report, filtros ?? plain);
  return { data: await issueReportTicket(ctx, report.key, values) };
}

/** Runs with the signed-in user's current permissions, so one that was revoked meanwhile no longer applies. */
async function viewReport({ params, query }: Input<Routes['view']>, ctx: PublicContext): Promise<FileAnswer> {
  const values = await redeemReportTicket(ctx, params.idRelatorio, query.bilhete);
  if (!values || !ctx.user) return expiredPage(ctx);
  const asker = { ...ctx, user: ctx.user };
  try {
    const report = await reportFor(asker, params.idRelatorio);
    const result = await ctx.waiting((left) => runToScreen(asker, report, values, left));
    return viewerPage(ctx, result, await zoneOf(ctx.db, ctx.user));
  } catch (error) {
    if (error instanceof Refusal) return refusedPage(ctx, error.message);
    throw error;
  }
}

/** A report embedded in another page, opened with a ticket. */
export const reportViewerImplementation = implement(
  { ticket, view },
  { ticket: issueTicket, view: viewReport },
);

const LIFETIME_MS = 60_000;

interface IssuedTicket {
  bilhete: string;
  endereco: string;
  expira: string;
}

/**
 * Issues a ticket that opens the viewer of this report with these values: once, in this session, within a minute. Only its
 * hash is stored.
 */
async function issueReportTicket(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  reportKey: string,
  parameters: Values,
): Promise<IssuedTicket> {
  const token = newToken();
  const expiresAt = new Date(now().getTime() + LIFETIME_MS);
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
 * The values that a ticket was issued with, for the single request that may use it. `null` if it was used before, has
 * expired, or belongs to another session or report; the caller is not told which.
 */
async function redeemReportTicket(
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
        alive(reportTickets.expiresAt, LIFETIME_MS, now()),
      ),
    )
    .returning({ parameters: reportTickets.parameters });
  return used?.parameters ?? null;
}
