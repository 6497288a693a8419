import { type CompanyRule, MAX_LOOK } from '#contract/rules/companyRules/companyRule.ts';
import { isEveryYear, ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { addDays, type CalendarDate, isCalendarDate, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Db, Tx } from '../db/client.ts';
import { asCompany } from '../db/guard/asCompany.ts';
import { columnOf, ROW_TWICE, rowsOf } from '../map/rowPaths.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import {
  followedRule,
  keyOf,
  ownTypes,
  passesGuard,
  ruleConditionSql,
  type Statement,
  withValues,
} from './judge.ts';

/** A record that a rule by time is for, and the moment or day that it waited for. */
export interface DueRecord {
  id: number;
  /** As the database writes it: it names the event. Of what comes every year only the year. */
  at: string;
}

interface Window {
  from: Date;
  to: Date;
  /** The last one of the page before. */
  after: DueRecord | null;
}

type ByTime = Pick<CompanyRule, 'entidade' | 'quando' | 'se'>;

/** The next records for which a rule's time has come within a window, in the order in which it came. */
export async function recordsDue(
  db: Db | Tx,
  rule: ByTime,
  entities: SourcedEntities,
  window: Window,
): Promise<DueRecord[]> {
  const { quando } = rule;
  if (quando.tipo === 'HORARIO')
    return askFor(db, entities, clockStatement(await followedRule(db, rule, entities), entities, window));
  if (quando.tipo !== 'PRAZO') return [];
  return isEveryYear(rule.entidade, quando.campo)
    ? anniversaries(db, rule, quando, entities, window)
    : askFor(db, entities, dueStatement(rule, quando, entities, window));
}

async function askFor(
  db: Db | Tx,
  entities: SourcedEntities,
  { statement, values }: Looked,
): Promise<DueRecord[]> {
  if (!(await passesGuard(statement))) return [];
  const { rows } = await db.transaction((tx) =>
    asCompany(
      tx,
      () => tx.execute<{ registro: number; em: string }>(withValues(statement, values)),
      ownTypes(entities),
    ),
  );
  return rows.map(({ registro, em }) => ({ id: Number(registro), at: em }));
}

interface Looked {
  statement: Statement;
  values: readonly unknown[];
}

type Due = Extract<CompanyRule['quando'], { tipo: 'PRAZO' }>;
const HOUR = 3_600_000;

/** The window is moved, not the column, so that an index on it is used. */
export function dueStatement(rule: ByTime, due: Due, entities: SourcedEntities, window: Window): Looked {
  const { entidade } = rule;
  const { campo, quantidade } = due;
  const byDay = entities[entidade]?.campos[campo]?.tipo === 'DATA';
  const type = byDay ? 'date' : 'timestamptz';
  const moved = (at: Date): string =>
    byDay
      ? addDays(localDate(at, DEFAULT_TIME_ZONE), -quantidade)
      : new Date(at.getTime() - leadOf(due)).toISOString();
  // A day is not over: what is dated or changed in its course is met too, and what was met before is known by its key.
  const from = byDay ? addDays(moved(window.from), -1) : moved(window.from);
  const { column, key, begin } = dueRows(entidade, campo, entities);
  return {
    statement: {
      text: [
        `${begin}${column} > `,
        ` and ${column} <= `,
        ` and (${column} > `,
        ` or ${key} > `,
        `) order by ${column}, ${key} limit ${MAX_LOOK}`,
      ],
      types: [type, type, type, 'integer'],
    },
    values: [from, moved(window.to), ...(window.after ? [window.after.at, window.after.id] : [from, 0])],
  };
}

/** The beginning of a statement for the rows of an entity that may be due by a field. */
function dueRows(entidade: string, campo: string, entities: SourcedEntities) {
  const entity = entities[entidade];
  const column = columnOf(entity, campo, 'r');
  const key = keyOf(entidade, entities, 'r');
  const { view, only } = rowsOf(entidade, entity, 'r');
  const entityFacts = ruleEntity(entidade);
  const open =
    entityFacts?.aberto && entityFacts.prazosEmAberto?.includes(campo) ? [`r.${entityFacts.aberto}`] : [];
  const begin = `select ${key} as registro, ${column}::text as em from relatorio.${view} as r where ${[...only, ...open, ''].join(' and ')}`;
  return { column, key, begin };
}

/** Milliseconds from the moment of the field to that of the rule; below 0 before it. */
const leadOf = ({ quantidade, unidade }: Due): number =>
  (unidade === 'DIAS' ? quantidade * 24 : quantidade) * HOUR;

interface Changed {
  ids: readonly number[];
  now: Date;
  /** When the rule began to look: what came before is not made up for. */
  since: Date;
  /** From when on what rules met is known; `null` for records that are new, which nothing met before. */
  known: Date | null;
}

/**
 * Of changed records those whose time to act is past: before a moment that is still ahead, or after one for which the rule was looking
 * already, and never so long ago that having met them may be forgotten. Of days none, since a look meets all of a day.
 */
export async function recordsPast(
  db: Tx,
  rule: ByTime,
  entities: SourcedEntities,
  { ids, now, since, known }: Changed,
): Promise<DueRecord[]> {
  const { entidade, quando } = rule;
  if (quando.tipo !== 'PRAZO' || entities[entidade]?.campos[quando.campo]?.tipo !== 'DATAHORA') return [];
  const { column, key, begin } = dueRows(entidade, quando.campo, entities);
  const lead = leadOf(quando);
  const before = (at: Date | null) => (at ? at.getTime() - lead : Number.NEGATIVE_INFINITY);
  const from = new Date(Math.max(lead < 0 ? now.getTime() : before(since), before(known)));
  return askFor(db, entities, {
    statement: {
      text: [`${begin}${key} = any(`, `) and ${column} > `, ` and ${column} <= `, ''],
      types: ['integer[]', 'timestamptz', 'timestamptz'],
    },
    values: [`{${ids.join(',')}}`, from.toISOString(), new Date(now.getTime() - lead).toISOString()],
  });
}

/** Nobody is older. */
const MOST_YEARS = 130;

/** The records of which a day comes again within the window, each with the year in which it does. */
async function anniversaries(
  db: Db | Tx,
  { entidade }: ByTime,
  { campo, quantidade }: Due,
  entities: SourcedEntities,
  { from, to, after }: Window,
): Promise<DueRecord[]> {
  const dayOf = (at: Date) => addDays(localDate(at, DEFAULT_TIME_ZONE), -quantidade);
  const years = new Map<string, string>();
  const last = dayOf(to);
  // A day is not over, as in `dueStatement`.
  for (let day = addDays(dayOf(from), -1); day <= last; day = addDays(day, 1))
    for (const monthDay of celebratedOn(day)) years.set(monthDay, day.slice(0, 4));
  const dates = [...years].flatMap(([monthDay, year]) =>
    Array.from({ length: MOST_YEARS }, (_, back) => `${Number(year) - back}-${monthDay}`).filter(
      isCalendarDate,
    ),
  );
  const { column, key, begin } = dueRows(entidade, campo, entities);
  const found = await askFor(db, entities, {
    statement: {
      text: [`${begin}${column} = any(`, `) and ${key} > `, ` order by ${key} limit ${MAX_LOOK}`],
      types: ['date[]', 'integer'],
    },
    values: [`{${dates.join(',')}}`, after?.id ?? 0],
  });
  return found.map(({ id, at }) => ({ id, at: years.get(at.slice(5)) ?? '' }));
}

/** Months and days that a day is the anniversary of: in a short year, the last of February is also that of the 29th. */
const celebratedOn = (day: CalendarDate): string[] =>
  day.endsWith('-02-28') && addDays(day, 1).endsWith('-03-01') ? ['02-28', '02-29'] : [day.slice(5)];

function clockStatement(rule: ByTime, entities: SourcedEntities, { to, after }: Window): Looked {
  const { entidade } = rule;
  const { view, only } = rowsOf(entidade, entities[entidade], 't');
  const open = ruleEntity(entidade)?.aberto;
  const key = keyOf(entidade, entities, 't');
  const where = [...only, ...(open ? [`t.${open}`] : []), `${key} > `].join(' and ');
  return {
    statement: {
      text: [
        `select ${keyOf(entidade, entities, 'r')} as registro, '' as em from (select t.* from relatorio.${view} as t where ${where}`,
        `) as r ${ROW_TWICE} cross join (select `,
        ' as agora, ',
        ' as da_equipe, ',
        ` as por_regra) as v where ${ruleConditionSql(rule, entities)} order by 1 limit ${MAX_LOOK}`,
      ],
      types: ['integer', 'timestamptz', 'boolean', 'boolean'],
    },
    values: [after?.id ?? 0, to.toISOString(), false, false],
  };
}
type Clock = Extract<CompanyRule['quando'], { tipo: 'HORARIO' }>;

/** The last time of a rule by the clock after `from` and up to `to`; those before it are not made up for. */
export function lastTurn(
  { hora, dias }: Clock,
  from: Date,
  to: Date,
): { day: CalendarDate; at: Date } | null {
  for (let back = 0; back <= 7; back += 1) {
    const day = addDays(localDate(to, DEFAULT_TIME_ZONE), -back);
    const at = localInstant(day, hora, DEFAULT_TIME_ZONE);
    if (at <= from) return null;
    if (at <= to && dias.includes(weekdayOf(day))) return { day, at };
  }
  return null;
}
