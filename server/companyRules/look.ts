import { type CompanyRule, MAX_LOOK } from '#contract/rules/companyRules/companyRule.ts';
import { ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { addDays, type CalendarDate, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Db, Tx } from '../db/client.ts';
import { asCompany } from '../db/guard/asCompany.ts';
import { columnOf, ROW_TWICE, rowsOf } from '../map/rowPaths.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { keyOf, ownTypes, passesGuard, ruleConditionSql, type Statement, withValues } from './judge.ts';

/** A record that a rule by time is for, and the moment or day that it waited for. */
export interface DueRecord {
  id: number;
  /** As the database writes it: it names the event. */
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
  if (quando.tipo !== 'PRAZO' && quando.tipo !== 'HORARIO') return [];
  const { statement, values } =
    quando.tipo === 'PRAZO'
      ? dueStatement(rule, quando, entities, window)
      : clockStatement(rule, entities, window);
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
export function dueStatement(
  rule: ByTime,
  { campo, quantidade, unidade }: Due,
  entities: SourcedEntities,
  window: Window,
): Looked {
  const { entidade } = rule;
  const entity = entities[entidade];
  const byDay = entity?.campos[campo]?.tipo === 'DATA';
  const type = byDay ? 'date' : 'timestamptz';
  const hours = unidade === 'DIAS' ? quantidade * 24 : quantidade;
  const moved = (at: Date): string =>
    byDay
      ? addDays(localDate(at, DEFAULT_TIME_ZONE), -quantidade)
      : new Date(at.getTime() - hours * HOUR).toISOString();
  // A day is not over: what is dated or changed in its course is met too, and what was met before is known by its key.
  const from = byDay ? addDays(moved(window.from), -1) : moved(window.from);
  const column = columnOf(entity, campo, 'r');
  const key = keyOf(entidade, entities, 'r');
  const { view, only } = rowsOf(entidade, entity, 'r');
  const known = ruleEntity(entidade);
  const open = known?.aberto && known.prazosEmAberto?.includes(campo) ? [`r.${known.aberto}`] : [];
  return {
    statement: {
      text: [
        `select ${key} as registro, ${column}::text as em from relatorio.${view} as r where ${[...only, ...open, `${column} > `].join(' and ')}`,
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
