import { and, desc, eq, sql } from 'drizzle-orm';
import type { Agenda, AgendaCount } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { Input, Output } from '#contract/route.ts';
import { daysBetween } from '#contract/rules/time/calendarDate.ts';
import { localTime } from '#contract/rules/time/zonedTime.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, branches, customerLog, people } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { agendaScope } from '../../session/scope.ts';
import { withIdempotency } from '../../writing/idempotency.ts';
import { checkAgendas, importAgendas, importExternal } from '../agendaImport/commands.ts';
import { agendaTemplate } from '../agendaImport/queries.ts';
import { contactTurnOf } from './contactTurn.ts';
import { createAgenda } from './create.ts';
import { exportAgendas } from './exportAgendas.ts';
import {
  agendaRows,
  customerHistory,
  customersWithAgendas,
  finishReasons,
  listAgendas,
  openOfCustomer,
} from './list.ts';
import { agendaDays, countIf, ownAgendas, situationCondition } from './queries.ts';
import { readSchedule } from './rules.ts';
import {
  confirmedBy,
  confirmedChange,
  finishing,
  removeAgenda,
  rescheduling,
  updateAgenda,
} from './update.ts';
import { type AgendaChange, changeAgenda, eachAgenda, type LockedAgenda } from './writeAgenda.ts';

/** Moves agendas to another day, each at its own time of day or all at the same time. */
const rescheduleAgendas = (
  { body }: Input<typeof agendaRoutes.rescheduleMany>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.rescheduleMany>> =>
  withIdempotency(ctx, 'agendas.rescheduleMany', { body }, async (tx) => {
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

const finishAgendas = (
  { body }: Input<typeof agendaRoutes.finishMany>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.finishMany>> =>
  withIdempotency(ctx, 'agendas.finishMany', { body }, async (tx) => {
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
    ctx.user,
    ids.map((id) => ({ id })),
    async (agenda) => {
      const change = await changeOf(agenda);
      if (change) await changeAgenda(tx, ctx, agenda, change);
    },
  );

export const agendaImplementation = implement(agendaRoutes, {
  list: ({ query }, ctx) => listAgendas(query, ctx),
  exportFile: exportAgendas,
  counts: ({ query }, ctx) => agendaCounts(query, ctx),
  history: customerHistory,
  finishReasons: (_, ctx) => finishReasons(ctx),
  customers: customersWithAgendas,
  ofCustomer: openOfCustomer,
  template: async ({ query }, ctx) => agendaTemplate(ctx, 'agendas', query.formato),
  get: async ({ params }, ctx) => ({ data: await oneAgenda(params.id, ctx) }),
  create: createAgenda,
  update: updateAgenda,
  remove: removeAgenda,
  check: async ({ body }, ctx) => ({ data: await checkAgendas(ctx, 'agendas', body) }),
  importBatch: async ({ body }, ctx) => ({ data: await importAgendas(ctx, 'agendas', body.idLote) }),
  importExternal: async ({ body }, ctx) => ({ data: await importExternal(ctx, body, 'agendas') }),
  rescheduleMany: rescheduleAgendas,
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

/** No agenda in real use has more entries than this. */
const MAX_EVENTS = 100;

/** An agenda with its history; unknown and out-of-scope ones are both 404. */
async function oneAgenda(id: number, ctx: Context): Promise<Agenda> {
  const { db, user } = ctx;
  const [record] = await db
    .select({ agenda: agendas, creator: people.name })
    .from(agendas)
    .leftJoin(people, eq(people.id, agendas.createdById))
    .where(and(eq(agendas.id, id), agendaScope(user)));
  if (!record) throw notFound();
  const [[row], historico] = await Promise.all([agendaRows(ctx, [id]), eventsOf(ctx, id)]);
  if (!row) throw notFound();
  return {
    ...row,
    observacao: record.agenda.finishNote,
    criador: record.creator,
    dtCriacao: record.agenda.createdAt.toISOString(),
    historico,
    podeExcluir: row.podeAlterar && record.agenda.personId === user.id,
  };
}

async function eventsOf({ db }: Context, id: number): Promise<Agenda['historico']> {
  const rows = await db
    .select({
      id: customerLog.id,
      texto: customerLog.text,
      at: customerLog.at,
      data: customerLog.data,
      colaborador: people.name,
    })
    .from(customerLog)
    .leftJoin(people, eq(people.id, customerLog.personId))
    .where(and(eq(customerLog.type, 'AGENDA'), eq(customerLog.itemId, id)))
    .orderBy(desc(customerLog.at), desc(customerLog.id))
    .limit(MAX_EVENTS);
  return rows.map(({ at, data, ...event }) => ({
    ...event,
    datahora: at.toISOString(),
    motivo: typeof data.motivo === 'string' ? data.motivo : null,
  }));
}
