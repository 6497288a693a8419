import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { changedFields, mergedRecord, normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData, RecordFields, RecordValue } from '#contract/records/fields/recordField.ts';
import { STANDARD_TYPE_KEYS, standardTypes } from '#contract/records/index.ts';
import { type AnyRecordType, EXTERNAL_CODES } from '#contract/records/recordType.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { Context, User } from '#server/context.ts';
import { mappedTypes } from '#server/records/registry.ts';
import type { RowResult } from '#server/records/write/pendingRow.ts';
import { oneRecord } from '#server/records/write/removeRecord.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { auditedWrites } from '../../support/auditedWrites.ts';
import { statementsOf } from '../../support/database/statements.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { recordArbitrary } from './recordArbitrary.ts';

let server: TestServer;
let persons: TestPeople;
let administrator: User;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  // Ticket types refer to a flow.
  await loadDefinitions(server.deps.db);
  administrator = (await personById(server.deps.db, persons.people.ADMIN)) as User;
});
afterAll(() => server?.close());

const contextOf = (user: User): Context =>
  ({ ...server.deps, user, ip: '127.0.0.1', requestId: 'teste' }) as unknown as Context;
const auditCount = () => auditedWrites(server.deps.db);

describe.each(STANDARD_TYPE_KEYS)('record type %s', (key) => {
  const mapped = mappedTypes[key];
  const type: AnyRecordType = mapped.type;
  const base = `/config/cadastros/${key}`;

  it('names only fields that it has', () => {
    const { codigo, nome, busca, lista, situacao } = type;
    const named = [
      ...codigo,
      nome,
      ...busca,
      ...lista.colunas,
      lista.ordem,
      ...lista.ordenaveis,
      ...(lista.filtros ?? []),
      ...(situacao ? [situacao] : []),
    ];
    expect(named.filter((field) => !(field in type.campos))).toEqual([]);
    expect(Object.keys(mapped.mapping.columns).sort()).toEqual(Object.keys(type.campos).sort());
    expect(type.chave).toBe(key);
  });

  it('has its natural key as a unique index of the database', async () => {
    const columns = type.codigo.map((field) => {
      const column = mapped.mapping.columns[field] as { name: string };
      return column.name;
    });
    const { rows } = await server.deps.db.execute<{ columns: string[] }>(sql`
      select array_agg(a.attname::text order by a.attname) as columns
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${mapped.mapping.entity}::regclass and i.indisunique
      group by i.indexrelid`);
    expect(rows.map((row) => row.columns.join())).toContain([...columns].sort().join());
  });

  it('is closed without a session, to consumers and to operators, and open to an administrator', async () => {
    const calls = [
      ['GET', base],
      ['GET', `${base}/definicao`],
      ['GET', `${base}/1`],
      ['GET', `${base}/exportar?formato=csv`],
      ['POST', base, { dados: {} }],
      ['PUT', `${base}/999999`, { dados: {} }],
      ['POST', `${base}/lote`, { ids: [999999], dados: {} }],
      ['DELETE', `${base}/999999`],
    ] as const;
    const as = async (token: string | undefined) =>
      Promise.all(
        calls.map(async ([method, url, body]) => {
          const answer = await server.call(method, url, { ...(token && { token }), ...(body && { body }) });
          return answer.status;
        }),
      );
    const session = (who: keyof TestPeople['people']) => server.sessionOf(persons.people[who]);
    expect(new Set(await as(undefined))).toEqual(new Set([401]));
    expect(new Set(await as(await session('CONSUMIDOR_FINAL')))).toEqual(new Set([403]));
    expect(new Set(await as(await session('OPERADOR')))).toEqual(new Set([403]));
    const admin = await as(await session('ADMIN'));
    expect(admin.filter((status) => [401, 403, 500].includes(status))).toEqual([]);
  });

  it('is read back as it was written, and saving the same again leaves no trace', async () => {
    const { db: own } = server.deps;
    const make = (of: typeof mapped, dados: RecordData) =>
      own.transaction((tx) => saveRecords(tx, contextOf(administrator), of, [{ dados }]));
    const arbitrary = await recordArbitrary({ db: own, make }, mapped);
    await fc.assert(
      fc.asyncProperty(arbitrary, async (dados) => {
        const ctx = contextOf(administrator);
        const { db } = server.deps;
        const save = () => db.transaction((tx) => saveRecords(tx, ctx, mapped, [{ dados }]));
        const [first] = await save();
        expect(first).toMatchObject({ resultado: expect.stringMatching(/criado|mudado|igual/) });
        const stored = await oneRecord(db, ctx, mapped, first?.id ?? 0);
        const given = normalizeFields(type.campos, dados);
        const expected = mergedRecord(type.campos, first?.resultado === 'criado' ? null : {}, given);
        const held = Object.fromEntries(Object.keys(expected).map((field) => [field, stored.data[field]]));
        expect([changedFields(type.campos, expected, held), held]).toEqual([[], held]);
        const traces = await auditCount();
        expect(await save()).toEqual([{ id: first?.id, resultado: 'igual' }]);
        expect(await auditCount()).toBe(traces);
        expect(await oneRecord(db, ctx, mapped, first?.id ?? 0)).toEqual(stored);
      }),
      { numRuns: 15 },
    );
  });

  it('rejects values of another kind at their fields, and writes the other rows', async () => {
    const { db } = server.deps;
    const ctx = contextOf(administrator);
    const make = (of: typeof mapped, dados: RecordData) =>
      db.transaction((tx) => saveRecords(tx, ctx, of, [{ dados }]));
    const [sound, ...samples] = soundRows(await recordArbitrary({ db, make }, mapped), type);
    if (!sound) throw new Error('no sound row');
    const places = [...placesOfKinds(type.campos), EXTERNAL_CODES];
    for (const value of OF_ANOTHER_KIND) {
      const rows = places.map((place, index) =>
        withValue(samples[index % samples.length] ?? {}, place, value),
      );
      const alone = rows.map((_, index) => withValue({}, places[index] ?? '', value));
      const results = await db.transaction((tx) =>
        saveRecords(
          tx,
          ctx,
          mapped,
          [...rows, ...alone, sound].map((dados) => ({ dados })),
        ),
      );
      expect(results.at(-1)?.erros ?? {}).toEqual({});
      const refused = (place: string, index: number) => {
        const field = place.split('/')[0] ?? '';
        return Object.keys(results[index]?.erros ?? {}).some(
          (path) => path === field || path.startsWith(`${field}/`),
        );
      };
      if (value === NUL) expect(places.filter((place, index) => !refused(place, index))).toEqual([]);
      expect(
        places.filter((_, index) => !/criado|mudado|igual|recusado/.test(results[index]?.resultado ?? '')),
      ).toEqual([]);
    }
  });

  it('writes any number of rows with the same number and length of statements', async () => {
    const { db, pool } = server.deps;
    const ctx = contextOf(administrator);
    const make = (of: typeof mapped, dados: RecordData) =>
      db.transaction((tx) => saveRecords(tx, ctx, of, [{ dados }]));
    const arbitrary = await recordArbitrary({ db, make }, mapped);
    const sound = soundRows(arbitrary, type, 80);
    const [rows, others] = [0, 1].map((half) => sound.filter((_, index) => index % 2 === half)) as [
      RecordData[],
      RecordData[],
    ];
    // Once as new ones, and once with other values.
    const changed = rows.map((row, index) => ({
      ...others[index % others.length],
      ...Object.fromEntries(type.codigo.map((field) => [field, row[field]])),
    }));
    for (const given of [rows, changed]) {
      let written: RowResult[] = [];
      const sent = await statementsOf(pool, () =>
        db.transaction(async (tx) => {
          written = await saveRecords(
            tx,
            ctx,
            mapped,
            given.map((dados) => ({ dados })),
          );
        }),
      );
      if (given === rows)
        expect(written.map(({ resultado }) => resultado)).toContainEqual(
          expect.stringMatching(/criado|mudado/),
        );
      expect(sent.filter(({ values }) => values > MAX_VALUES)).toEqual([]);
      const times = new Map<string, number>();
      // Who saw what is gone is asked branch by branch.
      for (const { text } of sent.filter((one) => !/"branch_id" in \(\$\d+\)/.test(one.text)))
        times.set(text, (times.get(text) ?? 0) + 1);
      expect([...times].filter(([, often]) => often > MAX_TIMES)).toEqual([]);
    }
  });

  it('rejects an unknown field', async () => {
    const token = await server.sessionOf(persons.people.ADMIN);
    const { status, body } = await server.call('POST', base, {
      token,
      body: { dados: { versao: 9, id: 4 } },
    });
    expect([status, body.errors]).toEqual([422, expect.objectContaining({ versao: expect.any(String) })]);
  });
});

/**
 * Limits for the parameters of a statement and for how often it is sent (at most once per list). Both are below the number of
 * rows that most types have here.
 */
const MAX_VALUES = 12;
const MAX_TIMES = 8;

const NUL = 'a\0b';
/** Values that no field accepts, or only fields of some types. */
const OF_ANOTHER_KIND: readonly RecordValue[] = [
  ...[null, 5, -99_999_999_999, 99_999_999_999, 1e21, 1.5, true, '', 'A', NUL, '\ud800', '1e999'],
  ...[{}, [], [null], [5], [{}], [[]], ['A'], { toString: 1 }, { fonte: 1, codigo: {} }],
];

/** Every field, including those within a group or an item: 'itens/produto'. */
const placesOfKinds = (fields: RecordFields): string[] =>
  Object.entries(fields).flatMap(([key, { campos }]) => [
    key,
    ...(campos ? placesOfKinds(campos).map((place) => `${key}/${place}`) : []),
  ]);

/** The row with the value at the path; for a list, in every item, or in a single one. */
function withValue(data: RecordData, place: string, value: RecordValue): RecordData {
  const [key = '', ...rest] = place.split('/');
  if (rest.length === 0) return { ...data, [key]: value };
  const inner = rest.join('/');
  const old = data[key];
  const items = Array.isArray(old) ? (old as RecordData[]) : [];
  const isGroup = !Array.isArray(old) && typeof old === 'object' && old !== null;
  if (isGroup) return { ...data, [key]: withValue(old as RecordData, inner, value) };
  const changed = items.length > 0 ? items : [{}];
  return { ...data, [key]: changed.map((item) => withValue(item, inner, value)) };
}

/** Valid rows of one type with different keys. */
function soundRows(
  arbitrary: fc.Arbitrary<RecordData>,
  { codigo, campos }: AnyRecordType,
  most = 40,
): RecordData[] {
  const others = new Set(
    OF_ANOTHER_KIND.filter((value) => typeof value !== 'object').map((value) => String(value)),
  );
  const byKey = fc.sample(arbitrary, most).flatMap((dados) => {
    const data = normalizeFields(campos, dados);
    const key = codigo.map((part) => data[part]);
    // A value that replaces a code must not match another row of the call.
    return key.some((part) => others.has(String(part))) ? [] : [[JSON.stringify(key), dados] as const];
  });
  return [...new Map(byKey).values()];
}

it('every standard type has one mapping, under its key', () => {
  expect(Object.keys(mappedTypes).sort()).toEqual(Object.keys(standardTypes).sort());
});
