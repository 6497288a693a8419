import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { implement } from '../../implement.ts';
import { agendaTemplate, importAgendas, importExternal, validateAgendas } from '../agendaImport/queries.ts';
import { finishAgendas, rescheduleAgendas } from './bulk.ts';
import { agendaCounts } from './counts.ts';
import { createAgenda } from './create.ts';
import { exportAgendas } from './exportAgendas.ts';
import { finishReasons, listAgendas } from './list.ts';
import { customerHistory, customersWithAgendas, openOfCustomer } from './ofCustomers.ts';
import { oneAgenda } from './oneAgenda.ts';
import { removeAgenda, updateAgenda } from './update.ts';

export const agendaImplementation = implement(agendaRoutes, {
  list: ({ query }, ctx) => listAgendas(query, ctx),
  exportFile: exportAgendas,
  counts: ({ query }, ctx) => agendaCounts(query, ctx),
  history: customerHistory,
  finishReasons: (_, ctx) => finishReasons(ctx),
  customers: customersWithAgendas,
  ofCustomer: openOfCustomer,
  template: async ({ query }, ctx) => agendaTemplate(ctx, 'AGENDAS', query.formato),
  get: async ({ params }, ctx) => ({ data: await oneAgenda(params.id, ctx) }),
  create: createAgenda,
  update: updateAgenda,
  remove: removeAgenda,
  check: async ({ body }, ctx) => ({ data: await validateAgendas(ctx, { ...body, kind: 'AGENDAS' }) }),
  importBatch: async ({ body }, ctx) => ({ data: await importAgendas(ctx, body.idLote, 'AGENDAS') }),
  importExternal: async ({ body }, ctx) => ({ data: await importExternal(ctx, body, 'AGENDAS') }),
  rescheduleMany: rescheduleAgendas,
  finishMany: finishAgendas,
});
