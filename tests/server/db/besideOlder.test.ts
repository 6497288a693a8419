import { readdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import pg from 'pg';
import { ArchiveHeader, HEADER } from '#server/backup/archive.ts';
import { archiveEntries } from '#server/backup/restoredFiles.ts';
import { migrateWithin } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { type EmptyDatabase, ownersDatabase } from '../backup/installation.ts';

/*
 * During an upgrade a console of the older release goes on beside the first one of this release, on tables that were already
 * migrated. What it reads has to be there, and what it writes has to be accepted.
 */

const RELEASES = path.resolve(import.meta.dirname, '../../releases');

/** What an older console would trip over, each with the reason why it does not. */
const HARMLESS: Readonly<Record<string, string>> = {};

interface Column {
  name: string;
  type: string;
  required: boolean;
  filled: boolean;
}
interface Catalog {
  tables: Map<string, Map<string, Column>>;
  /** Checks, foreign keys and unique indexes, by table: what a write may be refused by. */
  bounds: Map<string, Set<string>>;
}

async function catalogOf(client: pg.Client): Promise<Catalog> {
  const { rows: columns } = await client.query<Column & { table: string }>(`
    select c.oid::regclass::text as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, (a.atthasdef or a.attidentity <> '' or a.attgenerated <> '') as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace::regnamespace::text !~ '^(pg_|information_schema|drizzle)' and c.relkind in ('r', 'p', 'v')
      and a.attnum > 0 and not a.attisdropped`);
  const { rows: bounds } = await client.query<{ table: string; bound: string }>(`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as bound
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'x')
    union all
    select indrelid::regclass::text, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '')
    from pg_index join pg_class c on c.oid = indexrelid
    where indisunique and c.relnamespace = 'public'::regnamespace`);
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, ...column } of columns)
    tables.set(table, (tables.get(table) ?? new Map<string, Column>()).set(column.name, column));
  const byTable = new Map<string, Set<string>>();
  for (const { table, bound } of bounds)
    byTable.set(table, (byTable.get(table) ?? new Set<string>()).add(bound));
  return { tables, bounds: byTable };
}

/** What an older console, which names its own columns only, would fail at. */
function troubles(older: Catalog, now: Catalog): string[] {
  return [...older.tables].flatMap(([table, columns]) => {
    const today = now.tables.get(table);
    if (!today) return [`${table}: gone`];
    const moved = [...columns.values()].flatMap(({ name, type, required, filled }) => {
      const column = today.get(name);
      if (!column) return [`${table}.${name}: gone`];
      return [
        ...(column.type === type ? [] : [`${table}.${name}: ${type} is ${column.type}`]),
        ...(column.required && !required && !column.filled ? [`${table}.${name}: required`] : []),
        ...(filled && !column.filled ? [`${table}.${name}: no longer filled`] : []),
      ];
    });
    const added = [...today.values()]
      .filter(({ name, required, filled }) => !columns.has(name) && required && !filled)
      .map(({ name }) => `${table}.${name}: new and required`);
    const before = older.bounds.get(table) ?? new Set();
    // A bound over new columns meets only what a newer console writes, or what their default allows.
    const narrowed = [...(now.bounds.get(table) ?? [])]
      .filter((bound) => !before.has(bound))
      .filter((bound) => ![...today.keys()].some((name) => !columns.has(name) && hasWord(bound, name)))
      .map((bound) => `${table}: ${bound}`);
    return [...moved, ...added, ...narrowed];
  });
}

const hasWord = (bound: string, name: string) => new RegExp(`\\b${name}\\b`).test(bound);

async function headerOf(file: string): Promise<ArchiveHeader> {
  for await (const { name, content } of archiveEntries(file, undefined)) {
    const found = await text(content);
    if (name === HEADER) return Value.Decode(ArchiveHeader, JSON.parse(found));
  }
  throw new Error(`${file} has no ${HEADER}`);
}

describe.each(readdirSync(RELEASES))('a console of %s', (release) => {
  let near: TestDatabase;
  let target: EmptyDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    near = await testDatabase();
    target = await ownersDatabase(near.url);
    client = new pg.Client({ connectionString: target.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await target?.drop();
    await near?.drop();
  });

  it('goes on beside this release: what it reads is there, what it writes is taken', async () => {
    const { migracao } = await headerOf(path.join(RELEASES, release));
    await migrateWithin(client, migracao);
    const older = await catalogOf(client);
    await migrateWithin(client);
    const found = troubles(older, await catalogOf(client));
    expect(older.tables.size).toBeGreaterThan(100);
    expect(found.filter((trouble) => !(trouble in HARMLESS))).toEqual([]);
    expect(Object.keys(HARMLESS).filter((trouble) => !found.includes(trouble))).toEqual([]);
  });
});
