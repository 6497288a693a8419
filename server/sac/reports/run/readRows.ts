import type { Socket } from 'node:net';
import type pg from 'pg';
import type { ReportCell } from '../../../../contract/rules/reports/results.ts';
import type { BoundSql } from '../guard/placeholders.ts';
import { cellReader, type DescribedColumn, describedColumns, TEXT_ONLY } from './cells.ts';
import { TooMuchData } from './refusals.ts';

/** So many rows are in memory at a time. */
const BATCH = 1_000;

/** And so many bytes of them: thirty kilobytes a row, all of them long. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface RowStream {
  columns: DescribedColumn[];
  /** One more than `limit` may come: then something was cut. */
  batches: AsyncGenerator<ReportCell[][]>;
}

/**
 * Rows of one statement through a cursor. DECLARE takes exactly one statement and the extended protocol takes exactly
 * one DECLARE, so no text walks out of the transaction that it runs in.
 */
export async function readRows(
  client: pg.ClientBase,
  { text }: Pick<BoundSql, 'text'>,
  values: unknown[],
  limit: number,
): Promise<RowStream> {
  await extended(client, `declare relatorio_linhas no scroll cursor for\n${text}\n`, values);
  const { fields } = await extended(client, 'fetch 0 from relatorio_linhas', []);
  const columns = describedColumns(fields);
  return { columns, batches: batchesOf(client, columns, limit) };
}

async function* batchesOf(client: pg.ClientBase, columns: DescribedColumn[], limit: number) {
  const readers = columns.map(cellReader);
  for (let read = 0; read < limit; ) {
    const wanted = Math.min(BATCH, limit - read);
    const { rows } = await extended(client, `fetch ${wanted} from relatorio_linhas`, []);
    if (rows.length > 0) yield rows.map((row) => row.map((cell, index) => readers[index]?.(cell) ?? null));
    if (rows.length < wanted) return;
    read += rows.length;
  }
}

/**
 * A statement by the extended protocol: one, whatever its text says. A query can join a text of a gigabyte out of
 * nothing; the connection that brings one is cut before it fills the memory.
 */
export async function extended(client: pg.ClientBase, text: string, values: unknown[]) {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection;
  let left = MOST_BYTES;
  const count = (part: Buffer) => {
    left -= part.length;
    if (left < 0) stream.destroy(new TooMuchData());
  };
  stream.on('data', count);
  try {
    return await client.query<(string | null)[]>({
      text,
      values,
      rowMode: 'array',
      queryMode: 'extended',
      types: TEXT_ONLY,
    } as pg.QueryArrayConfig & { queryMode: 'extended' });
  } finally {
    stream.off('data', count);
  }
}
