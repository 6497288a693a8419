import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as tables from '#server/db/tables/index.ts';
import { isItemTable } from '#server/records/mapping.ts';
import { mappedTypes } from '#server/records/registry.ts';

/**
 * Data that no company can write, each with the reason: a console that starts empty does not have it. The list may only
 * become shorter.
 */
const BY_SEEDS_ALONE: Readonly<Record<string, string>> = {
  taxRegistry:
    'is asked in place of the tax authority while no service is set (RECEITA_URL): of the demonstration alone',
};

const FUNCTION = /create (?:or replace )?function [\s\S]*?\$(\w*)\$[\s\S]*?\$\1\$/gi;

const sources = (fs.readdirSync('server', { recursive: true, encoding: 'utf8' }) as string[])
  .filter((name) => name.endsWith('.ts') && !name.startsWith(path.join('db', 'seed')))
  .map((name) => fs.readFileSync(path.join('server', name), 'utf8'))
  .join('\n');

/** Trigger writes are in functions of the migrations; other inserts in migrations happen only once, as initial data. */
const functions = fs
  .readdirSync('server/db/migrations')
  .filter((name) => name.endsWith('.sql'))
  .flatMap((name) => fs.readFileSync(path.join('server/db/migrations', name), 'utf8').match(FUNCTION) ?? [])
  .join('\n');

/** Whether some call, job or trigger writes it: through the query builder, as rows of a noun (writing/row.ts) or in SQL. */
const isWritten = (key: string, name: string): boolean =>
  new RegExp(
    String.raw`\b(?:insert|update)\(\s*${key}\s*\)|\binsertMany\(\s*\w+,\s*${key}\b|\browOf\(\s*${key}\b|insert into (?:public\.)?(?:"?${name}"?\b|\$\{${key}\})`,
  ).test(sources) ||
  new RegExp(String.raw`\b(?:insert into|update) (?:public\.)?"?${name}\b`, 'i').test(functions);

it('only listed tables are filled by seeds alone', () => {
  const mapped = new Set(
    Object.values(mappedTypes).flatMap(({ mapping }) => [
      getTableConfig(mapping.table).name,
      ...Object.values(mapping.columns).flatMap((column) =>
        isItemTable(column) ? [getTableConfig(column.table).name] : [],
      ),
    ]),
  );
  const lonely = Object.entries(tables).flatMap(([key, table]) => {
    if (!is(table, PgTable)) return [];
    const { name } = getTableConfig(table);
    return mapped.has(name) || isWritten(key, name) ? [] : [key];
  });
  expect(lonely.sort()).toEqual(Object.keys(BY_SEEDS_ALONE).sort());
});
