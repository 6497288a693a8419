import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { AgendaSituation } from '#contract/catalogs/callCenter.ts';
import type { Input } from '#contract/route.ts';
import type { Reading, User } from '../../context.ts';
import { hasWords, inFoundIds } from '../../db/conditions.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { groupCondition } from '../../paging/groupings.ts';
import { askedCondition } from '../../paging/listConditions.ts';
import { customerTerms, matchesTerms } from '../../sac/customers/queries.ts';
import { agendaScope, seesOthersAgendas } from '../../session/scope.ts';
import { followedText } from '../../session/storedCodes.ts';
import { agendaConditionFields } from './agendaConditionFields.ts';
import { agendaDays, branchesByZone, branchZone } from './agendaDays.ts';
import { agendaGroupings } from './agendaGroupings.ts';

export { agendaConditionFields } from './agendaConditionFields.ts';
export { agendaDays } from './agendaDays.ts';

type Reader = Reading<'db' | 'user' | 'now'>;
export type AgendaFilters = NonNullable<Input<typeof agendaRoutes.exportFile>['body']['filtros']> &
  Pick<Input<typeof agendaRoutes.list>['query'], 'ids'>;

/** Scope and filters of the list, as a condition over `agendas`. */
export async function agendaCondition(ctx: Reader, filters: AgendaFilters): Promise<SQL | undefined> {
  const [days, text] = await Promise.all([
    agendaDays(ctx.db, filters),
    textCondition(ctx, filters.texto ?? ''),
  ]);
  return and(
    ownAgendas(ctx.user, filters.idColab),
    filters.ids && inArray(agendas.id, filters.ids),
    filters.idCli === undefined ? undefined : eq(agendas.customerId, filters.idCli),
    filters.idFil === undefined ? undefined : eq(agendas.branchId, filters.idFil),
    filters.tipo && eq(agendas.kind, filters.tipo),
    situationCondition(filters.situacao, ctx.now()),
    days,
    text,
    filters.no_grupo?.length ? groupCondition(await agendaGroupings(ctx), filters.no_grupo) : undefined,
    filters.condicao ? await asked(ctx, filters.condicao) : undefined,
  );
}

/** By the clock of each agenda's branch, as the list shows its days. */
async function asked(ctx: Reader, condition: string): Promise<SQL | undefined> {
  const fields = agendaConditionFields(ctx);
  return askedCondition(await followedText(ctx.db, condition, fields), fields, {
    zone: branchZone(await branchesByZone(ctx.db)),
    now: ctx.now(),
  });
}

/**
 * In schedules ADMIN, GERENTE and SUPERVISOR may name a collaborator; all others only ever see their own, whoever they name
 * (document 002 section 6).
 */
export function ownAgendas(user: User, idColab?: number): SQL | undefined {
  const personId = seesOthersAgendas(user) ? idColab : user.id;
  return and(agendaScope(user), personId === undefined ? undefined : eq(agendas.personId, personId));
}

/** The rule of `situationOf`, in SQL. */
export function situationCondition(
  situations: readonly AgendaSituation[] | undefined,
  now: Date,
): SQL | undefined {
  if (!situations?.length || new Set(situations).size === 3) return undefined;
  return or(...situations.map((situation) => CONDITIONS[situation](now)));
}

const CONDITIONS: Record<AgendaSituation, (now: Date) => SQL | undefined> = {
  CUMPRIDA: () => isNotNull(agendas.finishedAt),
  ATRASADA: (now) => and(isNull(agendas.finishedAt), lt(agendas.scheduledAt, now)),
  PENDENTE: (now) => and(isNull(agendas.finishedAt), gte(agendas.scheduledAt, now)),
};

export const openAgenda: SQL = isNull(agendas.finishedAt);
export const countIf = (condition: SQL | undefined) =>
  sql<number>`(count(*) filter (where ${condition ?? sql`true`}))::int`;

/**
 * Matches the number of an agenda, a customer (code, document, words of the names), or words of the subject; the scope is
 * that of the agendas. A part that finds nothing is dropped, since a single condition can be answered from an index.
 */
async function textCondition({ db, user }: Reading<'db' | 'user'>, text: string): Promise<SQL | undefined> {
  const terms = await customerTerms(db, text, user);
  if (!terms) return undefined;
  const inSubject = hasWords(agendas.foldedSubject, terms.words);
  const [byCustomer, bySubject] = await Promise.all([
    inFoundIds(agendas.customerId, () =>
      db.select({ id: customers.id }).from(customers).where(matchesTerms(terms)),
    ),
    inFoundIds(agendas.id, () => db.select({ id: agendas.id }).from(agendas).where(inSubject), inSubject),
  ]);
  return (
    or(
      terms.id === null ? undefined : eq(agendas.id, terms.id),
      byCustomer ?? undefined,
      bySubject ?? undefined,
    ) ?? sql`false`
  );
}
