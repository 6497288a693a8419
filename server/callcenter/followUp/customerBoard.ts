import { and, asc, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type {
  FollowUpCustomer,
  FollowUpStage,
  followUpRoutes,
} from '#contract/callcenter/agendas/followUp.ts';
import type { Input, Output } from '#contract/route.ts';
import { readStageRule, stageRuleText } from '#contract/rules/customers/stageRule.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import {
  boughtOrNever,
  customerBranches,
  customers,
  followUpStages,
  followUpTypes,
} from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf, requirePeriod } from '../../paging/paging.ts';
import { customerTerms, matchesTerms } from '../../sac/customers/queries.ts';
import { badgesFor } from '../../sac/customers/rules.ts';
import { customerScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { stageCondition } from './stageCondition.ts';

type Filters = Input<typeof followUpRoutes.board>['query'];
type Stage = typeof followUpStages.$inferSelect;

/** Number of cards in a column until the user asks for the rest. */
const FIRST = 8;

export const followUpTypeList = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ id: followUpTypes.id, nome: followUpTypes.name, descricao: followUpTypes.description })
    .from(followUpTypes)
    .where(eq(followUpTypes.active, true))
    .orderBy(asc(followUpTypes.id));

/** The board of a type: each customer within the user's scope is in the first stage whose rule matches. */
export async function customerBoard(
  { params, query }: Input<typeof followUpRoutes.board>,
  ctx: Context,
): Promise<Output<typeof followUpRoutes.board>> {
  const { type, stages, today } = await boardOf(ctx, params.idTipo);
  const columns = await columnsOf(ctx, stages, today, query);
  const rows = await customerCards(
    ctx,
    columns.flatMap(({ ids }) => ids),
    today,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...type,
    etapas: stages.map((stage): FollowUpStage => {
      const rule = readStageRule(stage.rule);
      const column = columns.find(({ stageId }) => stageId === stage.id);
      return {
        id: stage.id,
        nome: stage.name,
        cor: stage.color,
        regra: rule ? stageRuleText(rule) : 'A regra desta etapa não pôde ser lida.',
        invalida: rule === null,
        total: column?.total ?? 0,
        clientes: (column?.ids ?? []).flatMap((id) => byId.get(id) ?? []),
      };
    }),
  };
}

/** All the customers of a stage, page by page. */
export async function stageCustomers(
  { params, query }: Input<typeof followUpRoutes.stage>,
  ctx: Context,
): Promise<Output<typeof followUpRoutes.stage>> {
  const { stages, today } = await boardOf(ctx, params.idTipo);
  if (!stages.some(({ id }) => id === params.etapaId)) throw notFound();
  const condition = and(await boardCondition(ctx, query), sql`${placeOf(stages, today)} = ${params.etapaId}`);
  const { take, offset } = pageOf(query);
  const limited = ctx.db.select({ id: customers.id }).from(customers).where(condition).limit(COUNT_CAP);
  const [found, total] = await Promise.all([
    ctx.db
      .select({ id: customers.id })
      .from(customers)
      .where(condition)
      .orderBy(desc(boughtOrNever(customers.lastPurchaseOn)), desc(customers.id))
      .limit(take)
      .offset(offset),
    countOf(ctx.db, limited),
  ]);
  const ids = found.map(({ id }) => id);
  return { itens: await customerCards(ctx, ids, today), paginator: paginatorOf(query, total) };
}

async function boardOf({ db, user, now }: Context, typeId: number) {
  const [type] = await db
    .select({ id: followUpTypes.id, nome: followUpTypes.name, descricao: followUpTypes.description })
    .from(followUpTypes)
    .where(and(eq(followUpTypes.id, typeId), eq(followUpTypes.active, true)));
  if (!type) throw notFound();
  const [stages, zone] = await Promise.all([
    db
      .select()
      .from(followUpStages)
      .where(eq(followUpStages.typeId, typeId))
      .orderBy(asc(followUpStages.position), asc(followUpStages.id)),
    zoneOf(db, user),
  ]);
  return { type, stages, today: localDate(now(), zone) };
}

/** The first matching stage; null if there is none. */
const placeOf = (stages: readonly Stage[], today: CalendarDate): SQL =>
  stages.length === 0
    ? sql`null::int`
    : sql`case ${sql.join(
        stages.map(({ id, rule }) => sql`when ${stageCondition(rule, today)} then ${id}::int`),
        sql` `,
      )} end`;

const builder = new QueryBuilder();

async function boardCondition(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { q = '', idFil, dtIni, dtFim }: Filters,
) {
  requirePeriod(dtIni, dtFim);
  return and(
    customerScope(user),
    eq(customers.simulation, false),
    matchesTerms(await customerTerms(db, q, user)),
    idFil === undefined ? undefined : exists(servedBy(idFil)),
    dtIni ? sql`${customers.lastPurchaseOn} >= ${dtIni}::date` : undefined,
    dtFim ? sql`${customers.lastPurchaseOn} <= ${dtFim}::date` : undefined,
  );
}

const servedBy = (branchId: number) =>
  builder
    .select({ one: sql`1` })
    .from(customerBranches)
    .where(and(eq(customerBranches.customerId, customers.id), eq(customerBranches.branchId, branchId)));

interface Column extends Record<string, unknown> {
  stageId: number;
  total: number;
  ids: number[];
}

/** Evaluates each customer once, then counts every stage and picks its latest buyers. */
async function columnsOf(
  ctx: Context,
  stages: readonly Stage[],
  today: CalendarDate,
  filters: Filters,
): Promise<Column[]> {
  if (stages.length === 0) return [];
  const placed = ctx.db
    .select({
      id: customers.id,
      bought: sql`${boughtOrNever(customers.lastPurchaseOn)}`.as('bought'),
      stage: placeOf(stages, today).as('stage'),
    })
    .from(customers)
    .where(await boardCondition(ctx, filters));
  const { rows } = await ctx.db.execute<Column>(sql`
    with placed as materialized (${placed})
    select wanted.id as "stageId", count(placed.id)::int as total,
      coalesce((select array_agg(first.id) from (
        select id from placed where stage = wanted.id order by bought desc, id desc limit ${FIRST}) as first), '{}') as ids
    from unnest(${sql.param(stages.map(({ id }) => id))}::int[]) as wanted (id)
    left join placed on placed.stage = wanted.id
    group by wanted.id`);
  return rows;
}

async function customerCards(
  { db, user }: Context,
  ids: readonly number[],
  today: CalendarDate,
): Promise<FollowUpCustomer[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]));
  const byId = new Map(
    rows.map((row): [number, FollowUpCustomer] => [
      row.id,
      {
        id: row.id,
        fant: row.tradeName,
        razSoc: row.legalName,
        legendas: badgesFor(user, row, today),
        telefone: row.phone,
        cidade: row.address.cidade ?? '',
        uf: row.address.uf ?? '',
        dtUltComp: row.lastPurchaseOn,
        prospect: row.prospect,
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
