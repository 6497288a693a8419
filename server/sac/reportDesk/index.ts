import { eq } from 'drizzle-orm';
import { reportDeskRoutes } from '../../../contract/sac/reportDesk.ts';
import { reportSchedules } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { reportFor } from '../reports/queries.ts';
import { findReceivers } from './receivers.ts';
import { downloadRunFile } from './runFile.ts';
import { listRuns } from './runQueries.ts';
import { shownSchedules } from './scheduleQueries.ts';
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
  schedules: ({ query }, { db, user }) =>
    shownSchedules(db, user, query.relatorio ? eq(reportSchedules.reportKey, query.relatorio) : undefined),
  createSchedule,
  updateSchedule,
  removeSchedule,
  receivers: ({ query }, { db }) => findReceivers(db, query.q),
  runs: listRuns,
  runFile: downloadRunFile,
});
