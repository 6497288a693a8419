import { eq } from 'drizzle-orm';
import { ReportSchedule, reportDeskRoutes } from '../../../contract/sac/reportDesk.ts';
import { simpleListOf } from '../../config/simpleRest.ts';
import { reportSchedules } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { reportFor } from '../reports/queries.ts';
import { findReceivers } from './receivers.ts';
import { downloadRunFile } from './runFile.ts';
import { listRuns } from './runQueries.ts';
import { oneSchedule, shownSchedules } from './scheduleQueries.ts';
import { createSchedule, removeSchedule, updateSchedule } from './scheduleWrite.ts';
import { shownSets } from './setQueries.ts';
import { createSet, removeSet, updateSet } from './setWrite.ts';

/** What the studio asks is answered beside the engine. */
const { preview: _preview, dataSets: _dataSets, ...deskRoutes } = reportDeskRoutes;

/** What people keep of reports: sets of filters, schedules, the history. */
export const reportDeskImplementation = implement(deskRoutes, {
  sets: async (input, ctx) => shownSets(ctx.db, ctx.user, await reportFor(ctx, input.params.idRelatorio)),
  createSet,
  updateSet,
  removeSet,
  schedules: async ({ query }, ctx) => {
    const which = query.relatorio ? eq(reportSchedules.reportKey, query.relatorio) : undefined;
    return simpleListOf(
      ctx,
      query,
      { name: 'relatorios-agendados', record: ReportSchedule },
      await shownSchedules(ctx.db, ctx.user, which),
    );
  },
  schedule: ({ params }, { db, user }) => oneSchedule(db, user, params.id),
  createSchedule,
  updateSchedule,
  removeSchedule,
  receivers: ({ query }, { db }) => findReceivers(db, query.q),
  runs: listRuns,
  runFile: downloadRunFile,
});
