import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { getTableColumns } from 'drizzle-orm/utils';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** Rows of a table in the form that drizzle inserts; columns that the first row leaves out keep their default. */
export type Rows<T extends PgTable> = Iterable<T['$inferInsert']>;

const LINES_PER_CHUNK = 500;

/**
 * Writes rows by COPY, many times faster than INSERT. Every row must have the keys of the first.
 * Answers how many there were.
 */
export async function copyRows<T extends PgTable>(
  client: pg.PoolClient,
  table: T,
  rows: Rows<T>,
): Promise<number> {
  const source = rows[Symbol.iterator]() as Iterator<Record<string, unknown>>;
  const first = source.next();
  if (first.done) return 0;
  const keys = Object.keys(first.value);
  const columns = getTableColumns(table) as Record<string, { name: string }>;
  const names = keys.map((key) => `"${columns[key]?.name ?? missing(table, key)}"`).join(', ');
  let count = 0;
  function* chunks() {
    let lines: string[] = [];
    for (let row = first; !row.done; row = source.next()) {
      lines.push(`${keys.map((key) => field(row.value[key])).join('\t')}\n`);
      count++;
      if (lines.length >= LINES_PER_CHUNK) {
        yield lines.join('');
        lines = [];
      }
    }
    if (lines.length > 0) yield lines.join('');
  }
  const sink = client.query(from(`copy "${getTableName(table)}" (${names}) from stdin`));
  await pipeline(Readable.from(chunks()), sink);
  return count;
}

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  return escaped(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character) : text;

function missing(table: PgTable, key: string): never {
  throw new Error(`${getTableName(table)} has no column ${key}`);
}
