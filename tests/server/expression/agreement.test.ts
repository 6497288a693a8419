import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { evaluator, type Value } from '#contract/expression/evaluate.ts';
import { parseExpression } from '#contract/expression/parse.ts';
import { call, type Expression, MAX_TEXT, sizeProblems } from '#contract/expression/tree.ts';
import { type Kind, type Typed, type TypeOf, typing } from '#contract/expression/typing.ts';
import { VIEWS } from '#server/db/guard/allowed.ts';
import { checkSql } from '#server/db/guard/checkSql.ts';
import { compileExpression, type SqlPlace } from '#server/expression/compile.ts';
import { quoted } from '#server/expression/quoted.ts';
import { canonicalDecimal } from '#tests/contract/expression/canonical.ts';
import { FIELDS, pick, randomFrom, randomTree, VALUES } from '#tests/contract/expression/randomTrees.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts';
import { HOSTILE_SQL } from '#tests/support/hostileDefinitions.ts';

const ROWS = 20;
const BATCH = 50;
const TREES = 3_000;
const NOW = '2026-11-29T02:30:00.000Z';
const ZONES = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'UTC', 'Asia/Kathmandu'];
const KINDS: readonly Kind[] = ['NUMERO', 'TEXTO', 'DATA', 'MOMENTO', 'LOGICO'];
const COLUMNS: Readonly<Record<Kind, string>> = {
  NUMERO: 'numeric',
  TEXTO: 'text',
  DATA: 'date',
  MOMENTO: 'timestamptz',
  LOGICO: 'boolean',
};

const kindOfField = (path: string): Kind | undefined => KINDS.find((kind) => FIELDS[kind].includes(path));
const TYPES = {
  NUMERO: 'DECIMAL',
  TEXTO: 'TEXTO',
  DATA: 'DATA',
  MOMENTO: 'DATAHORA',
  LOGICO: 'LOGICO',
} as const;
const typeOf: TypeOf = (path) => {
  const kind = kindOfField(path);
  return kind && { tipo: TYPES[kind], titulo: path };
};

type Row = Record<string, Value>;

/** Half of the moments are within a few hours of midnight, where a day depends on the zone. */
function rowsFrom(random: () => number): Row[] {
  const moment = () => {
    const day =
      Date.parse(pick(random, ['2026-11-29', '2018-11-04', '2020-02-29', '2026-12-31'])) + 3 * 3_600_000;
    return new Date(day + Math.floor((random() - 0.5) * 8 * 3_600_000)).toISOString();
  };
  const value = (path: string): Value => {
    if (random() < 0.15) return null;
    if (path === 'i1') return String(Math.floor((random() - 0.5) * 4_294_967_294));
    const kind = kindOfField(path) ?? 'TEXTO';
    if (kind === 'MOMENTO') return moment();
    return kind === 'LOGICO' ? random() < 0.5 : pick(random, VALUES[kind]);
  };
  const paths = Object.values(FIELDS).flat();
  return Array.from({ length: ROWS }, (_, index) => ({
    ...Object.fromEntries(paths.map((path) => [path, value(path)])),
    fuso: ZONES[index % ZONES.length] ?? 'UTC',
  }));
}

let database: TestDatabase;
const rows = rowsFrom(randomFrom(33));

beforeAll(async () => {
  database = await testDatabase();
  const paths = Object.values(FIELDS).flat();
  const columns = paths.map(
    (path) => `${path} ${path === 'i1' ? 'integer' : COLUMNS[kindOfField(path) ?? 'TEXTO']}`,
  );
  await database.pool.query(
    `create table expressao (linha integer primary key, ${columns.join(', ')}, fuso text)`,
  );
  for (const [index, row] of rows.entries())
    await database.pool.query(
      `insert into expressao values (${[index, ...paths, 'fuso'].map((_, at) => `$${at + 1}`).join(', ')})`,
      [index, ...[...paths, 'fuso'].map((path) => row[path])],
    );
});
afterAll(() => database?.drop());

const place: SqlPlace = { sqlOf: (path) => `r.${path}`, zone: 'r.fuso', now: `${quoted(NOW)}::timestamptz` };

const shown: Readonly<Record<Kind, (sql: string) => string>> = {
  NUMERO: (sql) => `trim_scale((${sql})::numeric)::text`,
  TEXTO: (sql) => sql,
  DATA: (sql) => `to_char(${sql}, 'YYYY-MM-DD')`,
  MOMENTO: (sql) => `(extract(epoch from ${sql}) * 1000)::bigint::text`,
  LOGICO: (sql) => `(${sql})::text`,
};

const asShown = (value: Value, kind: Kind): string | null => {
  if (value === null) return null;
  if (kind === 'MOMENTO') return String(Date.parse(String(value)));
  return kind === 'NUMERO' ? canonicalDecimal(String(value)) : String(value);
};

function typedOf(tree: Expression): Typed {
  const { typed, problems } = typing(tree, typeOf);
  if (!typed) throw new Error(`${JSON.stringify(tree)}: ${problems.map(({ message }) => message).join(' ')}`);
  return typed;
}

/** What the database says of each tree for each row. */
async function fromDatabase(trees: readonly Typed[]): Promise<(string | null)[][]> {
  const columns = trees.map((typed) => shown[typed.kind](compileExpression(typed, place)));
  const { rows: found } = await database.pool.query({
    text: `select ${columns.join(',\n')} from expressao r order by linha`,
    rowMode: 'array',
  });
  return found as (string | null)[][];
}

/** A tree and row of which the two do not say the same. */
async function differences(
  trees: readonly Expression[],
): Promise<{ compared: number; empty: number; different: unknown[] }> {
  let compared = 0;
  let empty = 0;
  const different: unknown[] = [];
  for (let at = 0; at < trees.length; at += BATCH) {
    const batch = trees.slice(at, at + BATCH).map(typedOf);
    const stored = await fromDatabase(batch);
    for (const [column, typed] of batch.entries()) {
      const evaluate = evaluator(typed);
      for (const [index, row] of rows.entries()) {
        const own = asShown(
          evaluate((path) => row[path] ?? null, { now: NOW, zone: String(row.fuso) }),
          typed.kind,
        );
        compared += 1;
        if (own === null) empty += 1;
        const theirs = stored[index]?.[column];
        if (own !== theirs) different.push({ tree: JSON.stringify(typed.node), row, own, theirs });
      }
    }
  }
  return { compared, empty, different };
}

/** What authors of reports and expressions have tried, as a text and as a name. */
const HOSTILE_TEXTS = [
  ...Object.values(HOSTILE_SQL),
  ...[
    "'",
    "''",
    "\\'",
    '\\',
    "'; drop table people; --",
    '$$',
    '$1',
    ':filial',
    '--',
    '/*',
    '*/',
    "E'",
    "U&'\\0027",
  ],
  ...[
    "') or pg_sleep(9) is null --",
    "' || (select password_hash from people limit 1) || '",
    '\u2028',
    '😀',
    "\\\\'",
  ],
].map((text) => text.slice(0, MAX_TEXT));

describe('SQL of an expression', () => {
  const onView: SqlPlace = { sqlOf: () => 'r.tipo', zone: quoted('America/Sao_Paulo'), now: 'now()' };
  const field: TypeOf = () => ({ tipo: 'TEXTO', titulo: 'Tipo' });
  const sqlOf = (tree: Expression): string => {
    const { typed } = typing(tree, field);
    if (!typed) throw new Error('no type');
    return compileExpression(typed, onView);
  };
  const placesOf = (text: string): Expression[] => [
    call('igual', { campo: 'x' }, { texto: text }),
    call('em', { campo: 'x' }, { lista: [{ texto: text }, { texto: 'b' }] }),
    call('contem', { campo: 'x' }, { texto: text }),
    call('maior', call('junta', { campo: 'x' }, { texto: text }), call('maiusculas', { texto: text })),
  ];

  it('keeps a hostile text a text, and passes the guard of report SQL', async () => {
    for (const text of HOSTILE_TEXTS) {
      const conditions = placesOf(text).map(sqlOf);
      const sql = `select ticket_id from relatorio.tickets r where ${conditions.join(' and ')}`;
      const { bound, problems } = await checkSql(sql, [], VIEWS);
      expect([text, problems]).toEqual([text, []]);
      expect(bound?.placeholders).toEqual([]);
      const { rows: back } = await database.pool.query(`select ${quoted(text)}::text as t`);
      expect(back).toEqual([{ t: text }]);
    }
  });

  it('passes the guard whatever the tree', async () => {
    const random = randomFrom(7);
    const viewed: SqlPlace = { ...place, sqlOf: () => 'null', zone: onView.zone, now: 'now()' };
    for (let index = 0; index < 100; index += 1) {
      const tree = randomTree(random, KINDS[index % KINDS.length] ?? 'LOGICO', 4);
      const { problems } = await checkSql(
        `select ${compileExpression(typedOf(tree), viewed)} as x`,
        [],
        VIEWS,
      );
      expect(problems).toEqual([]);
    }
  });

  it('is refused with a text that no column can hold', () => {
    for (const text of ['a\0b', '\ud800'])
      expect(typing(call('igual', { campo: 'x' }, { texto: text }), field).problems).toHaveLength(1);
    expect(() => quoted('a\0b')).toThrow();
  });
});

describe('an expression', () => {
  it('is worth the same in JavaScript and in the database, 60,000 times', async () => {
    const random = randomFrom(20_261_129);
    const trees = Array.from({ length: TREES }, (_, index) => {
      for (;;) {
        const tree = randomTree(random, KINDS[index % KINDS.length] ?? 'LOGICO', 2 + (index % 5));
        if (sizeProblems(tree).length === 0) return tree;
      }
    });
    const { compared, empty, different } = await differences(trees);
    expect(compared).toBe(60_000);
    expect(different.slice(0, 3)).toEqual([]);
    expect(empty).toBeLessThan(compared / 2);
  });

  it.each([
    'se([l1]; 1; 2) * [i1] * [i1]',
    '-(-5) - -5 - [n1]',
    '1/3*3 = 1',
    '[n1] / 0',
    '0,5 / 1000000000000',
    '-0,5 / 1000000000000',
    '[d1] + 999999 + 999999 - 1999998',
    '[d1] + 1000000',
    '[d1] - 2,9',
    'vazio(não [l1])',
    '(não [l1]) = [l2]',
    '[i1] + 2147483647',
  ])('is so at the edges: %s', async (text) => {
    const { expression, problem } = parseExpression(text, (path) => (kindOfField(path) ? path : undefined));
    expect(problem).toBeNull();
    expect((await differences([expression as Expression])).different).toEqual([]);
  });
});
