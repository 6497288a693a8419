import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import { type AuditEntry, auditRoutes } from '../../contract/config/audit.ts';
import { isCalendarDate } from '../../contract/rules/calendarDate.ts';
import { dayRange } from '../../contract/rules/dayRange.ts';
import { DEFAULT_TIME_ZONE } from '../../contract/rules/zonedTime.ts';
import type { Executor } from '../db/client.ts';
import { auditLog, people } from '../db/tables/index.ts';
import { invalid, notFound } from '../errors.ts';
import { implement } from '../implement.ts';
import { COUNT_CAP, countOf } from '../paging.ts';
import { readListQuery } from './simpleRest.ts';

/** The log of every write; it is only ever added to (a trigger refuses the rest), so there is nothing but reading. */
export const auditImplementation = implement(auditRoutes, {
  async list({ query }, ctx) {
    const { filter, range } = readListQuery(query, ['id', 'quando']);
    const where = and(...Object.entries(filter).map(([key, value]) => condition(key, value)));
    const [rows, total] = await Promise.all([
      selectEntries(ctx.db).where(where).orderBy(desc(auditLog.id)).limit(range.size).offset(range.first),
      countOf(ctx.db, ctx.db.select({ id: auditLog.id }).from(auditLog).where(where).limit(COUNT_CAP)),
    ]);
    const last = range.first + Math.max(0, rows.length - 1);
    ctx.setHeader('Content-Range', `auditoria ${range.first}-${last}/${total}`);
    return rows.map(shown);
  },
  async get({ params }, { db }) {
    const [row] = await selectEntries(db).where(eq(auditLog.id, params.id));
    if (!row) throw notFound();
    return shown(row);
  },
});

const selectEntries = (db: Executor) =>
  db
    .select({ entry: auditLog, person: people.name })
    .from(auditLog)
    .leftJoin(people, eq(people.id, auditLog.personId));

/** What may be asked for; a day is one of the company's default zone. */
const FILTERS: Record<string, (value: unknown) => SQL | undefined> = {
  entidade: (value) => (isName(value) ? eq(auditLog.entity, value) : undefined),
  registro: (value) => (isName(value) ? eq(auditLog.entityId, value) : undefined),
  acao: (value) => (isName(value) ? eq(auditLog.action, value) : undefined),
  pessoa: (value) => {
    const id = Number(value);
    return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? eq(auditLog.personId, id) : undefined;
  },
  dtIni: (value) => (isDay(value) ? gte(auditLog.at, rangeOf(value).start) : undefined),
  dtFim: (value) => (isDay(value) ? lt(auditLog.at, rangeOf(value).end) : undefined),
};

function condition(key: string, value: unknown): SQL {
  const made = Object.hasOwn(FILTERS, key) ? FILTERS[key]?.(value) : undefined;
  if (!made) throw invalid({ filter: `O filtro "${key.slice(0, 40)}" não existe ou tem um valor inválido.` });
  return made;
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 100;
/** One that the database has too: it knows no year 0. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && isCalendarDate(value) && value > '0001-01-01';
const rangeOf = (day: string) => dayRange(day, day, DEFAULT_TIME_ZONE);

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

const shown = ({ entry, person }: Row): AuditEntry => ({
  id: entry.id,
  quando: entry.at.toISOString(),
  pessoa: entry.personId === null ? null : { id: entry.personId, nome: person ?? `${entry.personId}` },
  acao: entry.action,
  entidade: entry.entity,
  registro: entry.entityId,
  antes: entry.before as AuditEntry['antes'],
  depois: entry.after as AuditEntry['depois'],
  ip: entry.ip,
  protocolo: entry.requestId,
});
