import { and, eq, sql } from 'drizzle-orm';
import type { AgendaCount } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { Input } from '#contract/route.ts';
import { daysBetween } from '#contract/rules/time/calendarDate.ts';
import { localTime } from '#contract/rules/time/zonedTime.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, branches } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { command } from '../../writing/command.ts';
import { checkAgendas, importAgendas, importExternal } from '../agendaImport/commands.ts';
import { agendaTemplate } from '../agendaImport/queries.ts';
import { agendaDays } from './agendaDays.ts';
import { agendaSums } from './agendaSums.ts';
import { contactTurnOf } from './contactTurn.ts';
import { newAgenda } from './create.ts';
import { exportAgendas } from './exportAgendas.ts';
import { customerHistory, customersWithAgendas, finishReasons, listAgendas, openOfCustomer } from './list.ts';
import { dayCalls, nextContacts } from './nextContacts.ts';
import { oneAgenda } from './oneAgenda.ts';
import { countIf, ownAgendas, situationCondition } from './queries.ts';
import { readSchedule } from './rules.ts';
import { undoneReschedule } from './undo.ts';
import {
  changedAgenda,
  confirmedBy,
  confirmedChange,
  finishing,
  removedAgenda,
  rescheduling,
} from './update.ts';
import { type AgendaChange, changeAgenda, eachAgenda, type LockedAgenda } from './writeAgenda.ts';

/** Moves agendas to another day, each at its own time of day or all at the same time. */
const rescheduleAgendas = command(agendaRoutes.rescheduleMany, async (tx, ctx, { body }) => {
  if (!body.motivo.trim()) throw invalid({ motivo: 'Informe por que as agendas mudam de data.' });
  const turn = await contactTurnOf(tx, body.ids);
  return changeEach(tx, ctx, body.ids, async (agenda) => {
    const time = body.hora ?? localTime(agenda.scheduledAt, agenda.zone);
    const to = readSchedule(`${body.data} ${time}`, agenda.zone, ctx.now());
    const change = rescheduling(agenda, to, body.motivo);
    if (!change) return null;
    const why = { set: change.set, confirmar: body.confirmar, turn };
    return confirmedBy(change, await confirmedChange(tx, ctx, agenda, why));
  });
});

const finishAgendas = command(agendaRoutes.finishMany, async (tx, ctx, { body }) => {
  const finish = await finishing(tx, ctx, body.idMotivoFinalizacao, body.observacao);
  return changeEach(tx, ctx, body.ids, async () => finish);
});

const changeEach = (
  tx: Tx,
  ctx: Context,
  ids: readonly number[],
  changeOf: (agenda: LockedAgenda) => Promise<AgendaChange | null>,
): Promise<RowResults> =>
  eachAgenda(
    tx,
    ctx,
    ids.map((id) => ({ id })),
    async (agenda) => {
      const change = await changeOf(agenda);
      if (change) await changeAgenda(tx, ctx, agenda, change);
    },
  );

export const agendaImplementation = implement(agendaRoutes, {
  sums: agendaSums,
  list: ({ query }, ctx) => listAgendas(query, ctx),
  exportFile: exportAgendas,
  counts: ({ query }, ctx) => agendaCounts(query, ctx),
  history: customerHistory,
  finishReasons: (_, ctx) => finishReasons(ctx),
  customers: customersWithAgendas,
  ofCustomer: openOfCustomer,
  nextContact: nextContacts,
  dayCalls: (_, ctx) => dayCalls(ctx),
  template: async ({ query }, ctx) => agendaTemplate(ctx, 'agendas', query.formato),
  get: async ({ params }, ctx) => ({ data: await oneAgenda(params.id, ctx) }),
  create: command(agendaRoutes.create, newAgenda),
  update: command(agendaRoutes.update, changedAgenda),
  remove: command(agendaRoutes.remove, removedAgenda),
  check: async ({ body }, ctx) => ({ data: await checkAgendas(ctx, 'agendas', body) }),
  importBatch: async ({ body }, ctx) => ({ data: await importAgendas(ctx, 'agendas', body.idLote) }),
  importExternal: async ({ body }, ctx) => ({ data: await importExternal(ctx, body, 'agendas') }),
  rescheduleMany: rescheduleAgendas,
  undoReschedule: command(agendaRoutes.undoReschedule, (tx, ctx, { body }) =>
    eachAgenda(tx, ctx, body.agendas, (agenda) => undoneReschedule(tx, ctx, agenda)),
  ),
  finishMany: finishAgendas,
});

/** A calendar shows six weeks at most; reports ask for a quarter. */
const MAX_DAYS = 92;

/** Number of agendas per day of the range, by situation; days without any are omitted. */
async function agendaCounts(
  query: Input<typeof agendaRoutes.counts>['query'],
  { db, user, now }: Context,
): Promise<AgendaCount[]> {
  if (daysBetween(query.dtIni, query.dtFim) >= MAX_DAYS)
    throw invalid({ dtFim: `Peça no máximo ${MAX_DAYS} dias de cada vez.` });
  const day = sql<string>`(${agendas.scheduledAt} at time zone ${branches.timeZone})::date::text`;
  return db
    .select({
      data: day.as('dia'),
      atrasadas: countIf(situationCondition(['ATRASADA'], now())),
      pendentes: countIf(situationCondition(['PENDENTE'], now())),
      cumpridas: countIf(situationCondition(['CUMPRIDA'], now())),
      total: sql<number>`count(*)::int`,
    })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(
      and(
        ownAgendas(user, query.idColab),
        query.tipo && eq(agendas.kind, query.tipo),
        await agendaDays(db, query),
      ),
    )
    .groupBy(sql`dia`)
    .orderBy(sql`dia`);
}
