import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { getTableColumns, is, Table } from 'drizzle-orm';
import * as tables from '#server/db/tables/index.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

/**
 * A select from a single table omits the table's name from the columns of its fields, even in a nested query: `(select … from
 * agendas a where a.customer_id = ${customers.id})` then asks for `id`, which is the agenda's own. `${customers}.id` keeps
 * its name. Conditions keep theirs and are not covered here.
 */
const columnNames = (table: string): string[] => {
  const found = (tables as Record<string, unknown>)[table];
  return is(found, Table) ? Object.values(getTableColumns(found)).map(({ name }) => name) : [];
};

const nameOf = (table: string, key: string): string | undefined => {
  const found = (tables as Record<string, unknown>)[table];
  return is(found, Table)
    ? (getTableColumns(found) as Record<string, { name: string }>)[key]?.name
    : undefined;
};

/** Selected fields: `name: sql<…>` containing a query. */
const FIELD = /\w+: sql<[^`]*>`[^`]*`/gs;

it('a subquery in a selected field qualifies the outer column with its table', () => {
  const astray = sourceFiles('server').flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return [...text.matchAll(FIELD)].flatMap(([field]) => {
      const inner = [...field.matchAll(/from \$\{(\w+)\}/g)].map(([, table]) => table ?? '');
      const outer = [...field.matchAll(/\$\{(\w+)\.(\w+)\}/g)].filter(
        ([, table = '', key = '']) =>
          !inner.includes(table) && inner.some((one) => columnNames(one).includes(nameOf(table, key) ?? '')),
      );
      return outer.map(([column]) => `${path}: ${column}`);
    });
  });
  expect(astray).toEqual([]);
});
