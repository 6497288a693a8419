import type { Input, Output } from '../../../contract/route.ts';
import { reportRoutes } from '../../../contract/sac/reports.ts';
import type { Context, PublicContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { implement } from '../../implement.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { reportFor, runToScreen } from '../reports/queries.ts';
import { acceptedValues, type Values } from './acceptedValues.ts';
import { issueReportTicket, redeemReportTicket } from './reportTicket.ts';
import { expiredPage, refusedPage, viewerPage } from './viewerPage.ts';

type Routes = typeof reportRoutes;
const { ticket, view } = reportRoutes;

/** What is wrong with the filters is said here, where there is a form to say it at. */
async function issueTicket(
  { params, body }: Input<Routes['ticket']>,
  ctx: Context,
): Promise<Output<Routes['ticket']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const { filtros, ...plain } = body as { filtros?: Values };
  const values = await acceptedValues(ctx, report, filtros ?? plain);
  return { data: await issueReportTicket(ctx, report.key, values) };
}

/** Runs with the rights of whoever is signed in now: a right that was taken meanwhile is gone here too. */
async function viewReport({ params, query }: Input<Routes['view']>, ctx: PublicContext): Promise<FileAnswer> {
  const values = await redeemReportTicket(ctx, params.idRelatorio, query.bilhete);
  if (!values || !ctx.user) return expiredPage(ctx);
  const asker = { ...ctx, user: ctx.user };
  try {
    const report = await reportFor(asker, params.idRelatorio);
    const result = await runToScreen(asker, report, values);
    return viewerPage(ctx, result, await zoneOf(ctx.db, ctx.user));
  } catch (error) {
    if (error instanceof Refusal) return refusedPage(ctx, error.message);
    throw error;
  }
}

/** A report inside another page, opened by a ticket. */
export const reportViewerImplementation = implement(
  { ticket, view },
  { ticket: issueTicket, view: viewReport },
);
