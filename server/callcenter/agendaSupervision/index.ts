import { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../implement.ts';
import {
  agendaTemplate,
  failedLines,
  importAgendas,
  importExternal,
  validateAgendas,
} from '../agendaImport/queries.ts';
import { createAgenda, updateAgenda } from '../agendas/queries.ts';
import { capacities, saveCapacities } from './capacity.ts';
import { requireLead } from './leads.ts';
import { receivers } from './people.ts';
import { balanceProposal } from './proposal.ts';
import { removeAny, removeMany } from './remove.ts';
import { carryOutBalance, transferAgendas } from './transfer.ts';

const kind = 'AGENDAS_SUPERVISOR';

/** Only for who leads. */
const lead =
  <I, A>(handler: (input: I, ctx: Context) => A | Promise<A>) =>
  async (input: I, ctx: Context): Promise<A> => {
    requireLead(ctx.user);
    return handler(input, ctx);
  };

export const agendaSupervisionImplementation = implement(agendaSupervisionRoutes, {
  check: lead(async ({ body }, ctx) => ({ data: await validateAgendas(ctx, { kind, ...body }) })),
  importBatch: lead(async ({ body }, ctx) => ({ data: await importAgendas(ctx, body.idLote, kind) })),
  template: lead(({ query }, ctx) => agendaTemplate(ctx, kind, query.formato)),
  failures: ({ params, query }, ctx) => failedLines(ctx, params.idLote, query.formato),
  importExternal: lead(async ({ body }, ctx) => ({ data: await importExternal(ctx, body, kind) })),
  transfer: transferAgendas,
  removeMany,
  receivers,
  create: lead(createAgenda),
  update: lead(updateAgenda),
  remove: removeAny,
  capacities,
  saveCapacities,
  proposal: balanceProposal,
  balance: carryOutBalance,
});
