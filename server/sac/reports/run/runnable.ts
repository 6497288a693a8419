import type pg from 'pg';
import {
  CROSSED,
  crossedChart,
  crossedTable,
  leftValuesText,
  orderedValues,
  rowsThatFit,
} from '#contract/rules/reports/crossing.ts';
import type { DeclarativeQuery, ReportColumn, ReportDefinition } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import type { BoundSql } from '#server/db/guard/checkSql.ts';
import { refused } from '#server/errors.ts';
import { crossedQuery, valuesQuery } from '../guard/crossedQuery.ts';
import type { ColumnMasks } from '../guard/personalColumns.ts';
import { compiledStatement, guardedText } from '../guard/validateSql.ts';
import { bindValues, type PreparedRun } from './prepareRun.ts';
import { passCostGate, readRows } from './readRows.ts';
import { NEEDS_MENDING } from './refusals.ts';

/** What is read at last, and what its columns are. */
interface Runnable {
  bound: BoundSql;
  bind: unknown[];
  columns: readonly ReportColumn[];
  masks: ColumnMasks;
  notes: string[];
  grafico: ReportDefinition['grafico'];
  /** The rows that are shown and written at most. */
  most: number;
}

/**
 * The statement of a run. That of a crossed table is known only once its values are: they are read first, in the same transaction,
 * so that both see the same rows.
 */
export async function runnable(client: pg.ClientBase, prepared: PreparedRun): Promise<Runnable> {
  const { report, masks, notes, bound, bind } = prepared;
  const { consulta, colunas, grafico } = report;
  if (consulta.tipo === 'SQL' || consulta.cruza === undefined)
    return { bound, bind, columns: colunas, masks, notes, grafico, most: Number.POSITIVE_INFINITY };
  return crossed(client, prepared, consulta);
}

async function crossed(
  client: pg.ClientBase,
  { report, masks, notes, sets, values: given }: PreparedRun,
  query: DeclarativeQuery,
): Promise<Runnable> {
  const compiled = compiledStatement(report, sets);
  if ('problems' in compiled) throw refused('RELATORIO_RECUSADO', NEEDS_MENDING);
  const guarded = async (sql: string) => {
    const checked = await guardedText(report, sets, sql);
    if ('problems' in checked)
      throw refused('RELATORIO_RECUSADO', checked.problems[0]?.message ?? NEEDS_MENDING);
    return { bound: checked.bound, bind: bindValues(checked.bound.placeholders, given) };
  };
  const crossing = report.colunas.find(({ campo }) => campo === query.cruza);
  const tipo = crossing?.tipo ?? 'TEXTO';
  const first = await guarded(valuesQuery(compiled.sql, query, sets, tipo));
  const found = await allRows(client, first);
  const all = Number(found[0]?.[1] ?? 0);
  const values = crossing
    ? orderedValues(
        query,
        crossing,
        found.map(([value = null]) => value),
      )
    : [];
  const table = crossedTable(query, report.colunas, { values, more: all > CROSSED.values, entities: sets });
  const text = leftValuesText(table, { all, column: crossing });
  const statement = await guarded(crossedQuery(compiled.sql, query, { table, values, tipo }, sets));
  await passCostGate(client, statement.bound.text, statement.bind);
  return {
    ...statement,
    columns: table.columns,
    masks: new Map(
      table.columns.flatMap(({ campo, de }) => {
        const kind = masks.get(de ?? campo);
        return kind ? [[campo, kind] as const] : [];
      }),
    ),
    notes: [...notes, ...(text ? [text] : [])],
    grafico: crossedChart(report.grafico, table),
    most: rowsThatFit(table),
  };
}

async function allRows(
  client: pg.ClientBase,
  { bound, bind }: { bound: BoundSql; bind: unknown[] },
): Promise<ReportCell[][]> {
  const { batches } = await readRows(client, bound, bind, CROSSED.values);
  const rows: ReportCell[][] = [];
  for await (const batch of batches) rows.push(...batch);
  await client.query('close relatorio_linhas');
  return rows;
}
