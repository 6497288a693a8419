import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { sourceFiles } from '../support/sourceFiles.ts';

/** A look for connections of a server, up to the quote that ends the statement. */
const LOOK = /from pg_stat_activity[\s\S]*?(?:[`"]|'[,;)]*$)/gm;
/** A connection is known by its database or its number. */
const ONE_DATABASE = /\bdatname\b|\$\{OWN_CONNECTIONS\}|\bpid = (?:\$1|any)/;

/** These look at a server of their own, and at all of its databases. */
const WHOLE_SERVER = new Set([
  'bench/chaos/faults.ts',
  'server/db/embedded/server.ts',
  'tests/server/db/grown.test.ts',
  'tests/server/start/main.test.ts',
]);

const looksAtAll = (text: string): string[] =>
  [...text.matchAll(LOOK)]
    .filter(([statement]) => !ONE_DATABASE.test(statement))
    .map(({ index }) => `line ${text.slice(0, index).split('\n').length}`);

it('recognises a look at all databases', () => {
  expect(looksAtAll("x('select 1 from pg_stat_activity where state = $1')")).toEqual(['line 1']);
  expect(looksAtAll('x(`select 1 from pg_stat_activity\n where datname = current_database()`)')).toEqual([]);
});

// Suites share one server, and so may consoles: a name or a query is not enough to tell whose connection it is.
it('every look for connections names its database', () => {
  const found = ['bench', 'scripts', 'server', 'tests']
    .flatMap(sourceFiles)
    .filter((file) => !WHOLE_SERVER.has(file) && !file.endsWith('ownBackends.test.ts'))
    .flatMap((file) => looksAtAll(readFileSync(file, 'utf8')).map((line) => `${file} ${line}`));
  expect(found).toEqual([]);
});
