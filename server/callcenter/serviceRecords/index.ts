import { eq } from 'drizzle-orm';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { serviceRecords } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { requireCustomer } from '../contacts/queries.ts';
import { dialNumber } from './dial.ts';
import { pendingRecord, reasonOptions, recordPage } from './queries.ts';
import { operatorState, setOperatorStatus } from './status.ts';
import { createRecord, finishRecord, registerRecord, startRecord } from './write.ts';

export const serviceRecordImplementation = implement(serviceRecordRoutes, {
  reasons: (_, { db }) => reasonOptions(db),
  create: createRecord,
  ofCustomer: async ({ params, query }, ctx) => {
    await requireCustomer(ctx, params.idCli);
    return recordPage(ctx.db, eq(serviceRecords.customerId, params.idCli), query);
  },
  list: async ({ query: { idCli, ...page } }, ctx) => {
    if (idCli === undefined) return recordPage(ctx.db, eq(serviceRecords.personId, ctx.user.id), page);
    await requireCustomer(ctx, idCli);
    return recordPage(ctx.db, eq(serviceRecords.customerId, idCli), page);
  },
  pending: async (_, ctx) => ({ data: await pendingRecord(ctx) }),
  start: startRecord,
  register: registerRecord,
  finish: finishRecord,
  operatorStatus: (_, { db, user }) => operatorState(db, user.id),
  setOperatorStatus,
  dial: dialNumber,
});
