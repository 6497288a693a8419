import { and, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import { PERSONAL_DATA_VIEWED } from '#contract/catalogs/auditNames.ts';
import { type AuditEntry, auditRoutes, joinedChange } from '#contract/config/people/audit.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { dayRange } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { auditLog, people } from '#server/db/tables/index.ts';
import { notFound } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { COUNT_CAP, countOf } from '#server/paging/paging.ts';
import { isFindable } from '#server/session/personalData.ts';
import { isId, simpleList } from '../simpleRest.ts';
import { entriesBefore, notContinued } from './joined.ts';
import { withNames } from './names.ts';

/** The log of every write. It is append-only (a trigger refuses anything else), so there are only read routes. */
export const auditImplementation = implement(auditRoutes, {
  list: async ({ query }, ctx) =>
    shown(
      ctx,
      await simpleList(ctx, query, {
        name: 'auditoria',
        id: auditLog.id,
        // Entries are written as they happen, so ordering by id is ordering by time and uses an index.
        sorts: { quando: auditLog.id },
        filters: FILTERS,
        rows: (where, order, { first, size }) =>
          selectEntries(ctx.db)
            .where(and(where, withoutLooks(query.filter), withoutContinued(query.filter)))
            .orderBy(...order)
            .limit(size)
            .offset(first),
        count: (where) =>
          countOf(
            ctx.db,
            ctx.db
              .select({ id: auditLog.id })
              .from(auditLog)
              .where(and(where, withoutLooks(query.filter), withoutContinued(query.filter)))
              .limit(COUNT_CAP),
          ),
      }),
    ),
  async get({ params }, ctx) {
    const [entry] = await shown(ctx, await selectEntries(ctx.db).where(eq(auditLog.id, params.id)));
    if (!entry) throw notFound();
    return entry;
  },
});

/**
 * View entries are included only when the filter names a record, a person or an action; in the full list they would crowd out
 * the changes.
 */
const withoutLooks = (filter = ''): SQL | undefined =>
  /"(?:acao|registro|pessoa)"/.test(filter) ? undefined : ne(auditLog.action, PERSONAL_DATA_VIEWED);

/** Of a form that saves itself, only its last entry is listed; it tells what all of them changed. */
function withoutContinued(filter = '{}'): SQL | undefined {
  const { id, dtFim } = JSON.parse(filter || '{}') as { id?: unknown; dtFim?: unknown };
  if (id !== undefined) return undefined;
  return notContinued(isDay(dtFim) ? rangeOf(dtFim).end : undefined);
}

const selectEntries = (db: Executor) =>
  db
    .select({ entry: auditLog, person: people.name })
    .from(auditLog)
    .leftJoin(people, eq(people.id, auditLog.personId));

/** The supported filters; days are in the company's default zone. */
const FILTERS: Record<string, (value: unknown, ctx: Context) => SQL | undefined> = {
  entidade: (value) => (isName(value) ? eq(auditLog.entity, value) : undefined),
  registro: (value, { user }) =>
    isName(value)
      ? isFindable(user, 'FRASE', value)
        ? eq(auditLog.entityId, value)
        : sql`false`
      : undefined,
  acao: (value) => (isName(value) ? eq(auditLog.action, value) : undefined),
  pessoa: (value) => (isId(value) ? eq(auditLog.personId, Number(value)) : undefined),
  dtIni: (value) => (isDay(value) ? gte(auditLog.at, rangeOf(value).start) : undefined),
  dtFim: (value) => (isDay(value) ? lt(auditLog.at, rangeOf(value).end) : undefined),
};

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 100;
/** A date that the database accepts too: it has no year 0. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && isCalendarDate(value) && value > '0001-01-01';
const rangeOf = (day: string) => dayRange(day, day, DEFAULT_TIME_ZONE);

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

async function shown(ctx: Context, rows: readonly Row[]): Promise<AuditEntry[]> {
  const earlier = await entriesBefore(
    ctx.db,
    rows.map(({ entry }) => entry),
  );
  const entries = rows.map(({ entry, person }): Omit<AuditEntry, 'nome' | 'nomes'> => {
    const saved = [...(earlier.get(entry.id) ?? []), entry];
    const { before, after } = joinedChange(saved);
    return {
      id: entry.id,
      quando: entry.at.toISOString(),
      desde: saved.length > 1 ? (saved[0]?.at.toISOString() ?? null) : null,
      vezes: saved.length,
      pessoa: entry.personId === null ? null : { id: entry.personId, nome: person ?? `${entry.personId}` },
      acao: entry.action,
      entidade: entry.entity,
      registro: entry.entityId,
      antes: before as AuditEntry['antes'],
      depois: after as AuditEntry['depois'],
      ip: entry.ip,
      protocolo: entry.requestId,
    };
  });
  return withNames(ctx, entries);
}
