import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import { byDay, byMonth } from '#contract/listSums.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  formatCalendarDate,
  isCalendarDate,
  monthText,
} from '#contract/rules/time/calendarDate.ts';
import { dayRange } from '#contract/rules/time/dayRange.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Executor } from '../db/client.ts';
import { leadingId } from '../db/leadingCustomer.ts';
import { customers, people, representatives } from '../db/tables/index.ts';
import { invalid } from '../errors.ts';

/** One way to group the rows of a list: by a column's value, or by the day or month of a date. */
export interface Grouping {
  /** The column, with `:dia` or `:mes` for a date. */
  id: string;
  /** The value of a row's group; `null` for rows without one. */
  value: SQL;
  /** Its text, made of one value for each group; absent where the value is its text. */
  text?: (value: SQL) => SQL;
  /** The condition on a row of a group, worded to match an index where there is one; undefined for a text that is no value. */
  among: (value: string | null) => SQL | undefined;
  names: (db: Executor, values: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Groups in the order of time; otherwise the largest come first. */
  newestFirst?: true;
}

type Names = (values: readonly string[]) => Iterable<readonly [string, string]>;
const said =
  (names: Names): Grouping['names'] =>
  async (_db, values) =>
    new Map(names(values));

/** The words of values that need none of the database. */
export const inWords = (word: (value: string) => string): Grouping['names'] =>
  said((values) => values.map((value) => [value, word(value)] as const));

export const inCatalog = (catalog: readonly CatalogRow[]): Grouping['names'] =>
  inWords((value) => rowOf(catalog, value).label);

/** The names of referenced rows. */
export const namedIn =
  (table: PgTable, id: AnyPgColumn, name: AnyPgColumn | SQL): Grouping['names'] =>
  async (db, values) => {
    const ids = values.filter(isId).map(Number);
    if (ids.length === 0) return new Map();
    const { rows } = await db.execute<{ id: string; name: string }>(
      sql`select ${id}::text as id, ${name} as name from ${table} where ${id} = any(${sql.param(ids)}::int[])`,
    );
    return new Map(rows.map((row) => [row.id, row.name]));
  };

/** Customers as lists name them. */
const customerNames = namedIn(
  customers,
  customers.id,
  sql`coalesce(nullif(${customers.tradeName}, ''), ${customers.legalName}) || ' (' || ${customers.id} || ')'`,
);
export const personNames = namedIn(people, people.id, people.name);
export const representativeNames = namedIn(representatives, representatives.id, representatives.name);

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647;

/** By a column that refers to another table. */
export const byReference = (id: string, column: AnyPgColumn | SQL, names: Grouping['names']): Grouping => ({
  id,
  value: sql`${column}`,
  text: (value) => sql`${value}::text`,
  among: (value) =>
    value === null ? isNull(column) : isId(value) ? sql`${column} = ${Number(value)}::int` : undefined,
  names,
});

/** By a customer; a group that was kept before a merge is that of the customer it leads to. */
export function byCustomer(id: string, column: AnyPgColumn): Grouping {
  const grouping = byReference(id, column, customerNames);
  return {
    ...grouping,
    among: (value) =>
      value !== null && isId(value)
        ? sql`${column} = ${leadingId(sql`${Number(value)}::int`)}`
        : grouping.among(value),
  };
}

/** By a text; an empty one is none. */
export const byText = (
  id: string,
  column: AnyPgColumn,
  names: Grouping['names'] = inWords(String),
): Grouping => ({
  id,
  value: sql`nullif(${column}, '')`,
  among: (value) => (value === null ? sql`coalesce(${column}, '') = ''` : eq(column, value)),
  names,
});

/** A text as a group, unless it is too long to be one: `no_grupo` takes at most 300 characters with the column's name. */
export const shortText = (text: SQL): SQL => sql`case when length(${text}) <= 200 then ${text} end`;

/** By whatever an expression of text says. */
export const byExpression = (
  id: string,
  value: SQL,
  names: Grouping['names'] = inWords(String),
): Grouping => ({
  id,
  value,
  among: (wanted) => (wanted === null ? sql`${value} is null` : sql`${value} = ${wanted}`),
  names,
});

/** By a yes or a no. */
export const byFlag = (
  id: string,
  value: SQL,
  [yes, no]: readonly [yes: string, no: string] = ['Sim', 'Não'],
): Grouping =>
  byExpression(
    id,
    sql`(${value})::text`,
    inWords((flag) => (flag === 'true' ? yes : no)),
  );

interface Days {
  /** The moment of a row by the clock that its day is of, a timestamp without a zone; `null` for none. */
  moment: SQL;
  isNone: SQL;
  /** The rows between two days, both inclusive. */
  within: (first: CalendarDate, last: CalendarDate) => SQL | undefined;
}

/** By the days and by the months of dates. */
export function byDates(column: string, { moment, isNone, within }: Days): Grouping[] {
  const isMonth = (text: string) => /^\d{4}-\d\d$/.test(text) && isCalendarDate(`${text}-01`);
  return [
    {
      id: byDay(column),
      value: sql`(${moment})::date`,
      text: (day) => sql`to_char(${day}, 'YYYY-MM-DD')`,
      among: (value) => (value === null ? isNone : isCalendarDate(value) ? within(value, value) : undefined),
      names: inWords(formatCalendarDate),
      newestFirst: true,
    },
    {
      id: byMonth(column),
      value: sql`date_trunc('month', ${moment})`,
      text: (month) => sql`to_char(${month}, 'YYYY-MM')`,
      among: (value) => {
        if (value === null) return isNone;
        if (!isMonth(value)) return undefined;
        const first = `${value}-01`;
        return within(first, addDays(addMonths(first, 1), -1));
      },
      names: inWords(monthText),
      newestFirst: true,
    },
  ];
}

/** Of calendar dates. */
export const byDateColumn = (id: string, column: AnyPgColumn): Grouping[] =>
  byDates(id, {
    moment: sql`${column}::timestamp`,
    isNone: isNull(column),
    within: (first, last) => and(gte(column, first), lte(column, last)),
  });

/** Of instants, by the days of a time zone. */
export const byInstantColumn = (id: string, instant: AnyPgColumn | SQL, zone: TimeZone): Grouping[] =>
  byDates(id, {
    moment: sql`(${instant} at time zone ${zone})`,
    isNone: sql`${instant} is null`,
    within: (first, last) => {
      const { start, end } = dayRange(first, last, zone);
      return sql`(${instant} >= ${start.toISOString()}::timestamptz and ${instant} < ${end.toISOString()}::timestamptz)`;
    },
  });

/** Refuses (422) a grouping that the list does not have, or not for this person. */
export function groupingNamed(groupings: readonly Grouping[], id: string): Grouping {
  const found = groupings.find((each) => each.id === id);
  if (found) return found;
  throw invalid({ agrupar_por: 'Esta lista não se agrupa por esta coluna. Escolha outra.' });
}

interface WantedGroup {
  grouping: Grouping;
  value: string | null;
}

/** Reads a group of the filter. A value may hold a colon, and so may the id of a column: the longest id counts. */
export function readGroup(groupings: readonly Grouping[], text: string): WantedGroup {
  const [grouping] = groupings
    .filter(({ id }) => text.startsWith(`${id}:`))
    .sort((one, other) => other.id.length - one.id.length);
  if (!grouping) throw unknownGroup();
  return { grouping, value: text.slice(grouping.id.length + 1) || null };
}

const unknownGroup = () => invalid({ no_grupo: 'O filtro é de um grupo que esta lista não tem. Retire-o.' });

/** The rows that are in all of these groups. */
export const groupCondition = (
  groupings: readonly Grouping[],
  wanted: readonly string[] = [],
): SQL | undefined =>
  and(
    ...wanted.map((text) => {
      const { grouping, value } = readGroup(groupings, text);
      const condition = grouping.among(value);
      if (!condition) throw unknownGroup();
      return sql`(${condition})`;
    }),
  );
