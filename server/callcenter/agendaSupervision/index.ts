import * as Type from '@sinclair/typebox';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { MAX_AGENDA_ROWS } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { agendaCapacities, agendas, branches, customers, people } from '../../db/tables/index.ts';
import { invalid, notFound, shownBy } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { agendaScope } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { checkAgendas, importAgendas, importExternal } from '../agendaImport/commands.ts';
import { agendaTemplate, collaboratorsWhere } from '../agendaImport/queries.ts';
import { changedAgenda, deleteAgendas, eachAgenda, lockAgenda, newAgenda } from '../agendas/commands.ts';
import { agendaDays } from '../agendas/queries.ts';
import { capacities, localDay, receivers, requireLead, sellersWith, workingDays } from './queries.ts';
import { carryOutBalance, proposeMoves, selectedIds, transferAgendas } from './transfer.ts';

type Route = (typeof agendaSupervisionRoutes)['proposal'];

/** Beyond this the supervisor has to balance fewer days at a time. */
const MAX_READ = 20_000;

async function balanceProposal({ query }: Input<Route>, ctx: Context): Promise<Output<Route>> {
  requireLead(ctx.user);
  const days = await workingDays(ctx.db, ctx, query);
  const sellers = await sellersWith(ctx.db);
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  const open = await openOn(ctx, days, [...names.keys()]);
  const reach = await collaboratorsWhere(ctx.db, inArray(people.id, [...names.keys()]));
  const { moves, stuck } = proposeMoves(
    open.map(({ id, day, personId, branchId, representativeId }) => ({
      id,
      day,
      personId,
      candidates: reach.filter((each) => each.serves(branchId, representativeId)).map((each) => each.id),
    })),
    new Map(sellers.map(({ id, perDay }) => [id, perDay])),
  );
  const byId = new Map(open.map((row) => [row.id, row]));
  const person = (id: number) => ({ id, nome: names.get(id) ?? '' });
  return {
    movimentos: moves.slice(0, MAX_AGENDA_ROWS).flatMap(({ id, from, to }) => {
      const row = byId.get(id);
      if (!row) return [];
      const { version, day, subject, customer } = row;
      return [
        {
          id,
          versao: version,
          dia: day,
          assunto: subject,
          cliente: customer,
          de: person(from),
          para: person(to),
        },
      ];
    }),
    semLugar: stuck,
  };
}

/** Ordered by day and time: the earliest agendas stay with their owners. */
async function openOn({ db, user }: Context, days: readonly string[], personIds: number[]) {
  const within = await agendaDays(db, { dtIni: days[0] ?? '', dtFim: days.at(-1) ?? '' });
  return db
    .select({
      id: agendas.id,
      day: localDay,
      personId: agendas.personId,
      branchId: agendas.branchId,
      representativeId: agendas.representativeId,
      version: agendas.version,
      subject: agendas.subject,
      customer: sql<string>`${customers.tradeName}`,
    })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .innerJoin(customers, eq(customers.id, agendas.customerId))
    .where(and(within, isNull(agendas.finishedAt), inArray(agendas.personId, personIds), agendaScope(user)))
    .orderBy(asc(agendas.scheduledAt), asc(agendas.id))
    .limit(MAX_READ);
}

const key = 'agendas-equipe';

/** Restricts a handler to team leaders. */
const forLeaders =
  <I, A>(handler: (input: I, ctx: Context) => A | Promise<A>) =>
  async (input: I, ctx: Context): Promise<A> => {
    requireLead(ctx.user);
    return handler(input, ctx);
  };

/** The same for the work of a command. */
const ofLeaders =
  <I, A>(work: (tx: Tx, ctx: Context, input: I) => Promise<A>) =>
  async (tx: Tx, ctx: Context, input: I): Promise<A> => {
    requireLead(ctx.user);
    return work(tx, ctx, input);
  };

const lockedCapacity = (tx: Executor, personId: number) =>
  tx.select().from(agendaCapacities).where(eq(agendaCapacities.personId, personId)).for('update');

export const agendaSupervisionImplementation = implement(agendaSupervisionRoutes, {
  check: forLeaders(async ({ body }, ctx) => ({ data: await checkAgendas(ctx, key, body) })),
  importBatch: forLeaders(async ({ body }, ctx) => ({ data: await importAgendas(ctx, key, body.idLote) })),
  template: forLeaders(({ query }, ctx) => agendaTemplate(ctx, key, query.formato)),
  importExternal: forLeaders(async ({ body }, ctx) => ({ data: await importExternal(ctx, body, key) })),
  transfer: transferAgendas,
  removeMany: command(agendaSupervisionRoutes.removeMany, ofLeaders(removeMany)),
  receivers,
  create: command(agendaSupervisionRoutes.create, ofLeaders(newAgenda)),
  update: command(agendaSupervisionRoutes.update, ofLeaders(changedAgenda)),
  remove: command(agendaSupervisionRoutes.remove, ofLeaders(removeAny)),
  capacities,
  saveCapacities: command(agendaSupervisionRoutes.saveCapacities, ofLeaders(saveCapacities)),
  proposal: balanceProposal,
  balance: carryOutBalance,
});

type Routes = typeof agendaSupervisionRoutes;

async function removeAny(tx: Tx, ctx: Context, { params, query }: Input<Routes['remove']>) {
  const agenda = await lockAgenda(tx, ctx, { id: params.id, versao: query.versao });
  await deleteAgendas(tx, ctx, [agenda]);
  return { data: { id: agenda.id, message: `Agenda ${agenda.id} excluída` } };
}

async function removeMany(tx: Tx, ctx: Context, { body }: Input<Routes['removeMany']>) {
  const motivo = plainText(body.motivo).trim();
  if (!motivo) throw invalid({ motivo: 'Informe por que as agendas são excluídas.' });
  const ids = await selectedIds({ ...ctx, db: tx }, body);
  const wanted = ids.map((id) => ({ id }));
  const results = await eachAgenda(tx, ctx, wanted, (agenda) => deleteAgendas(tx, ctx, [agenda]));
  // Each agenda has its own audit entry; this one records why all of them were deleted.
  if (results.sucesso.length > 0)
    await audit(tx, ctx, {
      action: 'EXCLUIR_LOTE',
      entity: 'agendas',
      entityId: 'lote',
      after: { motivo, agendas: results.sucesso },
    });
  return results;
}

async function saveCapacities(tx: Tx, ctx: Context, { body }: Input<Routes['saveCapacities']>) {
  const wanted = [...body.capacidades].sort((a, b) => a.idColab - b.idColab);
  const ids = wanted.map(({ idColab }) => idColab);
  const sellersFound = await sellersWith(tx, inArray(people.id, ids));
  if (sellersFound.length < new Set(ids).size) throw notFound();
  for (const each of wanted) {
    await saveOne(tx, ctx, each);
    await audit(tx, ctx, {
      action: 'ALTERAR',
      entity: 'agenda_capacities',
      entityId: each.idColab,
      before: { porDia: sellersFound.find(({ id }) => id === each.idColab)?.perDay ?? null },
      after: { porDia: each.porDia },
    });
  }
  return {
    data: { message: `${formatCount(wanted.length, 'capacidade salva', 'capacidades salvas')}.` },
  };
}

/** What a conflict shows of a person's capacity. */
const CapacityState = Type.Omit(agendaSupervisionRoutes.saveCapacities.body.properties.capacidades.items, [
  'versao',
]);

type Wanted = Input<Routes['saveCapacities']>['body']['capacidades'][number];

async function saveOne(tx: Tx, ctx: Context, { idColab, porDia, versao }: Wanted): Promise<void> {
  const [existing] = await lockedCapacity(tx, idColab);
  await requireVersion(tx, versao, {
    entity: 'agenda_capacities',
    entityId: idColab,
    version: existing?.version ?? 0,
    name: 'esta capacidade',
    state: async () => shownBy(CapacityState, { idColab, porDia: existing?.perDay ?? null }),
  });
  if (porDia === null) {
    await tx.delete(agendaCapacities).where(eq(agendaCapacities.personId, idColab));
    return;
  }
  const values = { perDay: porDia, updatedAt: ctx.now(), version: (existing?.version ?? 0) + 1 };
  if (existing) await tx.update(agendaCapacities).set(values).where(eq(agendaCapacities.personId, idColab));
  else {
    const first = await tx
      .insert(agendaCapacities)
      .values({ personId: idColab, ...values })
      .onConflictDoNothing()
      .returning({ personId: agendaCapacities.personId });
    // If two requests insert the first capacity at once, the second had no row to lock, so it tries again.
    if (first.length === 0) await saveOne(tx, ctx, { idColab, porDia, versao });
  }
}
