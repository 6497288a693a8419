import type { Socket } from 'node:net';
import pg from 'pg';
import { parseDecimal } from '#contract/rules/decimal.ts';
import { formatNumber } from '#contract/rules/format.ts';
import type { ColumnType } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import type { BoundSql } from '#server/db/guard/checkSql.ts';
import { refused } from '#server/errors.ts';
import { markFailed, statementSpan } from '#server/tracing/spans.ts';
import { TooMuchData } from './refusals.ts';

/** How many rows are held in memory at a time. */
const BATCH = 1_000;

/** And how many bytes of them: about thirty kilobytes per row if all are long. */
const MAX_BYTES = 32 * 1024 * 1024;

export interface RowStream {
  columns: DescribedColumn[];
  /** Yields up to `limit` rows; the caller asks for one more than it needs to detect a cut. */
  batches: AsyncGenerator<ReportCell[][]>;
}

/**
 * Reads the rows of one statement through a cursor. DECLARE takes exactly one statement, and the extended protocol takes
 * exactly one DECLARE, so no text can escape the transaction that it runs in.
 */
export async function readRows(
  client: pg.ClientBase,
  { text }: Pick<BoundSql, 'text'>,
  values: unknown[],
  limit: number,
): Promise<RowStream> {
  await queryExtended(client, `declare relatorio_linhas no scroll cursor for\n${text}\n`, values);
  const { fields } = await queryExtended(client, 'fetch 0 from relatorio_linhas', []);
  const columns = describedColumns(fields);
  return { columns, batches: batchesOf(client, columns, limit) };
}

async function* batchesOf(client: pg.ClientBase, columns: DescribedColumn[], limit: number) {
  const readers = columns.map(cellReader);
  for (let read = 0; read < limit; ) {
    const wanted = Math.min(BATCH, limit - read);
    const { rows } = await queryExtended(client, `fetch ${wanted} from relatorio_linhas`, []);
    if (rows.length > 0) yield rows.map((row) => row.map((cell, index) => readers[index]?.(cell) ?? null));
    if (rows.length < wanted) return;
    read += rows.length;
  }
}

/**
 * Runs a statement with the extended protocol, which allows only one, whatever its text says. A query can build a text of a
 * gigabyte out of nothing, so a connection that delivers too much is cut before it fills the memory.
 */
export async function queryExtended(client: pg.ClientBase, text: string, values: unknown[]) {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection;
  let left = MAX_BYTES;
  const count = (part: Buffer) => {
    left -= part.length;
    if (left < 0) stream.destroy(new TooMuchData());
  };
  stream.on('data', count);
  // The report's own text is kept out of the trace, since authors may write anything in it.
  const verb = /^\w+/.exec(text)?.[0].toUpperCase() ?? '';
  const span = statementSpan({ text: verb, name: `${verb} relatorio_linhas` });
  try {
    return await client.query<(string | null)[]>({
      text,
      values,
      rowMode: 'array',
      queryMode: 'extended',
      types: TEXT_ONLY,
    } as pg.QueryArrayConfig & { queryMode: 'extended' });
  } catch (error) {
    if (span) markFailed(span, error);
    throw error;
  } finally {
    span?.end();
    stream.off('data', count);
  }
}

/**
 * In PostgreSQL's own units, roughly the number of pages read. A join of lines, tickets and customers over all times is estimated
 * at some 25 million at a million tickets, because views hide how many rows they have, and takes seconds. For the same reason the
 * estimate does not show every join that never ends; that one ends by its time limit.
 */
export const MAX_COST = 40_000_000;

/** Estimated above this, a query takes seconds as a rule and hours if it is one whose join never ends. */
const DOUBTFUL_COST = 20_000_000;
const DOUBTFUL_SECONDS = 60;

/** How long a query of an estimated cost may take, where its report allows `seconds`. */
export const secondsFor = (cost: number, seconds: number): number =>
  cost > DOUBTFUL_COST ? Math.min(seconds, DOUBTFUL_SECONDS) : seconds;

/** Refuses a query in advance that would keep the database busy for minutes; returns what any other is estimated to cost. */
export async function passCostGate(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  most = MAX_COST,
): Promise<number> {
  const cost = await planCost(client, text, values);
  if (cost <= most) return cost;
  throw refused(
    'RELATORIO_PESADO',
    `A consulta é pesada demais (custo ${formatNumber(String(Math.round(cost)), 0)}, o limite é ${formatNumber(String(most), 0)}). Escolha um período menor, ou simplifique a consulta.`,
  );
}

/** What PostgreSQL's planner estimates, without reading anything. */
export async function planCost(client: pg.ClientBase, text: string, values: unknown[]): Promise<number> {
  const { rows } = await queryExtended(client, `explain (format json)\n${text}\n`, values);
  const [plan] = JSON.parse(rows[0]?.[0] ?? '[]') as { Plan: { 'Total Cost': number } }[];
  return plan?.Plan['Total Cost'] ?? 0;
}

export interface DescribedColumn {
  name: string;
  /** What PostgreSQL returns in it; `null` for a type that reports do not show. */
  kind: 'texto' | 'inteiro' | 'decimal' | 'data' | 'momento' | 'logico' | null;
  type: number;
  /** The view that it is a column of, and its place there; 0 for anything that the query made. */
  view: number;
  place: number;
}

const KINDS: Readonly<Record<number, DescribedColumn['kind']>> = {
  25: 'texto',
  1042: 'texto',
  1043: 'texto',
  20: 'inteiro',
  21: 'inteiro',
  23: 'inteiro',
  1700: 'decimal',
  1082: 'data',
  1184: 'momento',
  16: 'logico',
};

const describedColumns = (fields: readonly pg.FieldDef[]): DescribedColumn[] =>
  fields.map(({ name, dataTypeID, tableID, columnID }) => ({
    ...{ name, kind: KINDS[dataTypeID] ?? null, type: dataTypeID },
    ...{ view: tableID, place: columnID },
  }));

/** The result types that each declared column type accepts. */
export const FITS: Readonly<Record<ColumnType, readonly DescribedColumn['kind'][]>> = {
  TEXTO: ['texto'],
  INTEIRO: ['inteiro'],
  DECIMAL: ['decimal', 'inteiro'],
  DINHEIRO: ['decimal', 'inteiro'],
  PERCENTUAL: ['decimal', 'inteiro'],
  DATA: ['data'],
  SEMANA: ['data'],
  MES: ['data'],
  TRIMESTRE: ['data'],
  ANO: ['data'],
  DATAHORA: ['momento'],
  HORA: ['inteiro'],
  DIA_SEMANA: ['inteiro'],
  LOGICO: ['logico'],
};

/** Values stay as PostgreSQL writes them, so that decimals remain exact. */
const TEXT_ONLY = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

const MOMENT = pg.types.getTypeParser(1184, 'text') as (text: string) => Date | number;

function cellReader({ kind }: DescribedColumn): (text: string | null) => ReportCell {
  switch (kind) {
    case 'inteiro':
      return (text) => (text === null || !Number.isSafeInteger(Number(text)) ? text : Number(text));
    case 'decimal':
      // NaN and infinity are not figures that a report can show.
      return (text) => (text === null ? null : parseDecimal(text));
    case 'logico':
      return (text) => (text === null ? null : text === 't');
    case 'momento':
      return (text) => {
        const moment = text === null ? null : MOMENT(text);
        return moment instanceof Date ? moment.toISOString() : null;
      };
    default:
      return (text) => text;
  }
}
