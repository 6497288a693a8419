import type pg from 'pg';
import {
  CROSSED,
  type CrossedColumn,
  crossedChart,
  crossedTable,
  leftValuesText,
  orderedValues,
  rowsThatFit,
} from '#contract/rules/reports/crossing.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import { refused } from '#server/errors.ts';
import { COUNT_OF_VALUES, crossedQuery, valueAt } from '../guard/crossedQuery.ts';
import type { ColumnMasks } from '../guard/personalColumns.ts';
import { compiledStatement, guardedText } from '../guard/validateSql.ts';
import { bindValues, type PreparedRun } from './prepareRun.ts';
import { passCostGate, type RowStream, readRows } from './readRows.ts';
import { NEEDS_MENDING } from './refusals.ts';
import { wordedByOrigin } from './wordedByOrigin.ts';

/** The rows of a run, and what their columns are. */
interface Runnable extends RowStream {
  /** The columns that are shown; `columns` are those of the statement. */
  shown: readonly CrossedColumn[];
  masks: ColumnMasks;
  notes: string[];
  grafico: ReportDefinition['grafico'];
  /** The rows that are shown and written at most. */
  most: number;
}

/**
 * Begins to read up to `wanted` rows of a run. Which columns a crossed table has is known only once its values are: they come with its
 * first row.
 */
export async function runnable(
  client: pg.ClientBase,
  prepared: PreparedRun,
  wanted: number,
): Promise<Runnable> {
  const { report, masks, notes, bound, bind, sets } = prepared;
  const { consulta, colunas, grafico } = report;
  if (consulta.tipo === 'DECLARATIVA' && consulta.cruza !== undefined)
    return crossed(client, prepared, consulta, wanted);
  const stream = await readRows(client, bound, bind, wanted);
  const shown =
    consulta.tipo === 'SQL' ? await wordedByOrigin(client, colunas, stream.columns, sets) : colunas;
  return { ...stream, shown, masks, notes, grafico, most: Number.POSITIVE_INFINITY };
}

async function crossed(
  client: pg.ClientBase,
  { report, masks, notes, sets, values: given }: PreparedRun,
  query: DeclarativeQuery,
  wanted: number,
): Promise<Runnable> {
  const compiled = compiledStatement(report, sets);
  if ('problems' in compiled) throw refused('RELATORIO_RECUSADO', NEEDS_MENDING);
  const crossing = report.colunas.find(({ campo }) => campo === query.cruza);
  const sql = crossedQuery(compiled.sql, query, crossing?.tipo ?? 'TEXTO', sets);
  const checked = await guardedText(report, sets, sql);
  if ('problems' in checked)
    throw refused('RELATORIO_RECUSADO', checked.problems[0]?.message ?? NEEDS_MENDING);
  const bind = bindValues(checked.bound.placeholders, given);
  await passCostGate(client, checked.bound.text, bind);
  const { columns, batches } = await readRows(client, checked.bound, bind, wanted);
  const { value: first = [] } = await batches.next();
  const cellOf = (name: string) => first[0]?.[columns.findIndex((column) => column.name === name)] ?? null;
  const all = Number(cellOf(COUNT_OF_VALUES) ?? 0);
  const found = Array.from({ length: Math.min(all, CROSSED.values) }, (_, index) => ({
    valor: cellOf(valueAt(index + 1)),
    casa: index + 1,
  }));
  const values = crossing ? orderedValues(query, crossing, found) : [];
  const table = crossedTable(query, report.colunas, { values, more: all > CROSSED.values, entities: sets });
  const text = leftValuesText(table, { all, column: crossing });
  return {
    columns,
    batches: following(first, batches),
    shown: table.columns,
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

/** What was read already, and then the rest. */
async function* following(first: ReportCell[][], rest: RowStream['batches']): RowStream['batches'] {
  if (first.length > 0) yield first;
  yield* rest;
}
