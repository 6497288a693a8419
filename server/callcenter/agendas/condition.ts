import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import type { AgendaSituation } from '../../../contract/catalogs/agendas.ts';
import type { Input } from '../../../contract/route.ts';
import type { Reading, User } from '../../context.ts';
import { amongFound } from '../../db/amongFound.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/likePattern.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { matchesTerms } from '../../sac/customers/queries.ts';
import { customerTerms } from '../../sac/customers/rules.ts';
import { agendaScope, leadsAgendas } from '../../session/scope.ts';
import { agendaDays } from './days.ts';

type Reader = Reading<'db' | 'user' | 'now'>;
export type AgendaFilters = NonNullable<Input<typeof agendaRoutes.exportFile>['body']['filtros']>;

/** Scope and filters of the list, as a condition over `agendas`. */
export async function agendaCondition(ctx: Reader, filters: AgendaFilters): Promise<SQL | undefined> {
  const [days, text] = await Promise.all([
    agendaDays(ctx.db, filters),
    textCondition(ctx.db, filters.texto ?? ''),
  ]);
  return and(
    ownAgendas(ctx.user, filters.idColab),
    filters.idCli === undefined ? undefined : eq(agendas.customerId, filters.idCli),
    filters.idFil === undefined ? undefined : eq(agendas.branchId, filters.idFil),
    filters.tipo && eq(agendas.kind, filters.tipo),
    situationCondition(filters.situacao, ctx.now()),
    days,
    text,
  );
}

/**
 * In schedules ADMIN, GERENTE and SUPERVISOR may name a collaborator; everybody else is forced to be their own, whoever
 * they name (document 002 section 6).
 */
export function ownAgendas(user: User, idColab?: number): SQL | undefined {
  const personId = leadsAgendas(user) ? idColab : user.id;
  return and(agendaScope(user), personId === undefined ? undefined : eq(agendas.personId, personId));
}

/** As `situationOf` judges, in SQL. */
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
 * Number of an agenda, a customer (code, document, words of the names), or words of the subject; scope is that of the
 * agendas. What finds nothing is not asked: a lone condition is answered from an index.
 */
async function textCondition(db: Executor, text: string): Promise<SQL | undefined> {
  const terms = customerTerms(text);
  if (terms.words.length === 0) return undefined;
  const inSubject = and(...terms.words.map((word) => sql`${agendas.foldedSubject} like ${containing(word)}`));
  const [byCustomer, bySubject] = await Promise.all([
    amongFound(agendas.customerId, () =>
      db.select({ id: customers.id }).from(customers).where(matchesTerms(terms)),
    ),
    amongFound(agendas.id, () => db.select({ id: agendas.id }).from(agendas).where(inSubject), inSubject),
  ]);
  return (
    or(
      terms.id === null ? undefined : eq(agendas.id, terms.id),
      byCustomer ?? undefined,
      bySubject ?? undefined,
    ) ?? sql`false`
  );
}
