import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  type ColumnSum,
  groupOf,
  type ListSums,
  MAX_GROUPS,
  MAX_SUMMED,
  type SumFormat,
} from '#contract/listSums.ts';
import { divideDecimals, parseDecimal } from '#contract/rules/decimal.ts';
import type { Executor } from '../db/client.ts';
import { type Grouping, groupingNamed, readGroup } from './groupings.ts';
import { countOf } from './paging.ts';

/** A column that a list sums. */
export interface SummedColumn {
  id: string;
  format: SumFormat;
  /** Exact; `null` for rows without a value. */
  value: SQLWrapper;
}

interface SummedRows {
  table: PgTable & { id: AnyPgColumn };
  /** The person's scope and the list's filters; `null` if nothing can match. */
  where: SQL | undefined | null;
  /** Only those that the person may see. */
  sums: readonly SummedColumn[];
  groupings: readonly Grouping[];
}

interface Asked {
  agrupar_por?: string | undefined;
  no_grupo?: readonly string[] | undefined;
}

/**
 * What a list says of all its matching rows. They are counted first, no further than MAX_SUMMED, so that a list of millions costs
 * no more than that; then one statement sums and groups, and also counts, so that its figures agree among themselves.
 */
export async function sumsOf(db: Executor, rows: SummedRows, asked: Asked): Promise<ListSums> {
  const grouping = asked.agrupar_por ? groupingNamed(rows.groupings, asked.agrupar_por) : null;
  const { table, where } = rows;
  const limited = sql`(select ${table.id} from ${table} where ${where ?? sql`true`} limit ${LIMIT})`;
  const count = where === null ? 0 : await countOf(db, limited, MAX_SUMMED + 1);
  const nosGrupos = await namedGroups(db, rows.groupings, asked.no_grupo, count > 0);
  if (where === null)
    return { total: 0, somas: [], nosGrupos, ...(grouping && { grupos: { itens: [], total: 0 } }) };
  const tooMany = { total: MAX_SUMMED, mais: true, somas: [], nosGrupos };
  if (count > MAX_SUMMED) return tooMany;
  const figures = await readFigures(db, { ...rows, where }, grouping);
  const wholeFigures = figures.find(({ whole }) => whole === 1);
  // Rows may have been added since they were counted.
  if (!wholeFigures || wholeFigures.total > MAX_SUMMED) return tooMany;
  const found = figures.filter((each) => each !== wholeFigures);
  const sums = rows.sums;
  return {
    total: wholeFigures.total,
    somas: sumsIn(wholeFigures, sums),
    ...(grouping && {
      grupos: {
        itens: (await withNames(db, grouping, found)).map(({ row, rotulo }) => ({
          grupo: groupOf(grouping.id, row.g),
          rotulo,
          total: row.total,
          somas: sumsIn(row, sums),
        })),
        total: wholeFigures.rows - 1,
      },
    }),
    nosGrupos,
  };
}

/** Inlined: with a parameter, the planner would assume a tenth of the table. */
const LIMIT = sql.raw(String(MAX_SUMMED + 1));

/** The figures of all rows (`whole` is 1), or of one group. */
interface Figures extends Record<string, unknown> {
  whole: number;
  g: string | null;
  total: number;
  /** How many groups there are, and one for all rows. */
  rows: number;
}

async function readFigures(
  db: Executor,
  { table, where, sums }: SummedRows,
  grouping: Grouping | null,
): Promise<Figures[]> {
  const name = (kind: string, at: number) => sql.identifier(`${kind}${at}`);
  const columns = [
    sql`${grouping?.value ?? sql`null::text`} as v`,
    ...sums.map(({ value }, at) => sql`(${value})::numeric as ${name('v', at)}`),
  ];
  const figures = sums.flatMap((_, at) => [
    sql`sum(${name('v', at)})::text as ${name('sum', at)}`,
    sql`count(${name('v', at)})::int as ${name('n', at)}`,
  ]);
  const text = grouping?.text?.(sql`v`) ?? sql`v`;
  const shown = [
    grouping ? sql`grouping(v) as whole, ${text} as g` : sql`1 as whole, null as g`,
    sql`count(*)::int as total, count(*) over ()::int as rows`,
    ...figures,
  ];
  const inOrder = grouping?.newestFirst ? sql`v desc nulls last` : sql`total desc, v`;
  const { rows } = await db.execute<Figures>(sql`
    select ${sql.join(shown, sql`, `)}
    from (
      select ${sql.join(columns, sql`, `)} from ${table} where ${where ?? sql`true`} limit ${LIMIT}
    ) as found
    group by ${grouping ? sql`grouping sets ((), (v))` : sql`()`}
    order by whole desc${grouping ? sql`, ${inOrder}` : sql``}
    limit ${sql.raw(String(MAX_GROUPS + 1))}`);
  return rows;
}

/** Decimals of a mean, beyond those that are shown. */
const MEAN_PLACES = 6;

const sumsIn = (row: Figures, sums: readonly SummedColumn[]): ColumnSum[] =>
  sums.map(({ id, format }, at) => {
    const count = Number(row[`n${at}`] ?? 0);
    const sum = parseDecimal(String(row[`sum${at}`] ?? '0')) ?? '0';
    return {
      coluna: id,
      formato: format,
      valores: count,
      soma: format === 'PERCENTUAL' || count === 0 ? null : sum,
      media: count === 0 ? null : divideDecimals(sum, String(count), MEAN_PLACES),
    };
  });

async function withNames(db: Executor, grouping: Grouping, found: readonly Figures[]) {
  const names = await grouping.names(
    db,
    found.flatMap(({ g }) => g ?? []),
  );
  return found.map((row) => ({ row, rotulo: row.g === null ? null : (names.get(row.g) ?? row.g) }));
}

/**
 * The groups in the filter, by name, for whoever comes with an address. Names are told only of groups that have a row which the
 * person sees (`isSeen`): they are read by number, whoever may see them.
 */
const namedGroups = (
  db: Executor,
  groupings: readonly Grouping[],
  wanted: readonly string[] = [],
  isSeen: boolean,
) =>
  Promise.all(
    wanted.map(async (grupo) => {
      const { grouping, value } = readGroup(groupings, grupo);
      const names = value === null || !isSeen ? null : await grouping.names(db, [value]);
      return { grupo, rotulo: value === null ? null : (names?.get(value) ?? value) };
    }),
  );
