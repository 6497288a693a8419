import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { type CustomTypeDefinition, customRecordType } from '#contract/records/customType.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { definitions, idempotencyKeys, recordFollowings, records } from '#server/db/tables/index.ts';
import { buildPendingIndexes } from '#server/records/custom/customIndexes.ts';
import {
  continueDerivedUpdate,
  continueIndexing,
  startDerivedUpdater,
} from '#server/records/custom/following.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { untilBlocked } from '#tests/support/database/untilBlocked.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { drawer, KEY } from './drawer.ts';

/** Its second name may serve as the display name. */
const withNickname = () =>
  drawer().campos.map((field) => (field.chave === 'apelido' ? { ...field, obrigatorio: true } : field));

let server: TestServer;
let persons: TestPeople;
let folder: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'gavetas-'));
  await mkdir(path.join(folder, 'records'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function published(definition: CustomTypeDefinition) {
  await writeFile(path.join(folder, 'records', `${KEY}.json`), JSON.stringify(definition));
  return loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
}
const indexes = async () =>
  (
    await server.deps.pool.query(
      `select indexname from pg_indexes i join pg_class c on c.relname = i.indexname
       join pg_index x on x.indexrelid = c.oid
       where tablename = 'records' and indexname like 'records_of_%' and x.indisvalid`,
    )
  ).rows.length;

it('a custom type has few enough automatic filters for each to have an index', () => {
  const campos = Array.from({ length: 12 }, (_, index) => ({
    chave: `caixa${index}`,
    titulo: `Caixa ${index}`,
    tipo: 'CHECKBOX' as const,
  }));
  expect(customRecordType(drawer({ campos: [...drawer().campos, ...campos] })).lista.filtros).toHaveLength(8);
});

it('indexes of a large table are built when nobody waits, and one failure stops no other', async () => {
  const { pool } = server.deps;
  // Records of other types, which an index has to read as well.
  await pool.query(
    `insert into records (type, key, name, search, data)
     select 'outras', n::text, '', '', '{}' from generate_series(1, 50001) n`,
  );
  await pool.query('analyze records');
  expect((await published(drawer())).added).toEqual([`${KEY} 1`]);
  expect(await indexes()).toBe(0);
  // Too long for any index; only a row written elsewhere could be.
  await pool.query(
    `insert into records (type, key, name, search, data) values ($1, 'longa', 'longa', '', $2::jsonb)`,
    [KEY, JSON.stringify({ numero: 'longa', nome: 'longa', situacao: randomBytes(20_000).toString('hex') })],
  );
  await expect(buildPendingIndexes(server.deps)).rejects.toThrow('not all indexes');
  const before = await indexes();
  expect(before).toBeGreaterThan(0);
  await pool.query(`delete from records where type = $1`, [KEY]);
  await buildPendingIndexes(server.deps);
  expect(await indexes()).toBe(before + 1);
});

it('an index is rebuilt when its key stays and its expression changes', async () => {
  const orders = async () =>
    (
      await server.deps.pool.query(
        `select indexdef from pg_indexes where indexname like 'records_of_%' and indexdef like '%= ''${KEY}''%'`,
      )
    ).rows.map(({ indexdef }) => String(indexdef).includes('name COLLATE'));
  const lista = { filtros: ['situacao'], ordem: 'numero' };
  await published(drawer({ lista, nome: 'numero' }));
  await buildPendingIndexes(server.deps);
  expect(await orders()).toEqual([true]);
  await published(drawer({ lista }));
  await buildPendingIndexes(server.deps);
  expect(await orders()).toEqual([false]);
});

describe('many records of a custom type', () => {
  const named = async (name: string) => {
    const { rows } = await server.deps.pool.query(
      `select count(*)::int as n from records where type = $1 and name = $2`,
      [KEY, name],
    );
    return rows[0].n;
  };
  const quiet = { warn() {} };
  const step = async () =>
    (await continueDerivedUpdate(server.deps)) || (await continueIndexing(server.deps, quiet));
  const places = async () =>
    (await server.deps.db.select().from(recordFollowings)).map(({ lastId }) => lastId);

  it('follow its definition in steps of some thousand, each a transaction, resumed after the last', async () => {
    const { pool } = server.deps;
    await pool.query('delete from record_followings');
    await pool.query(
      `insert into records (type, key, name, search, data)
       select $1, n::text, 'velho', '', jsonb_build_object('numero', n::text, 'nome', 'velho', 'apelido', 'novo')
       from generate_series(1, 5001) n`,
      [KEY],
    );
    await published(drawer({ nome: 'apelido', campos: withNickname() }));
    expect(await named('novo')).toBe(2_000);
    const [place] = await places();
    // A step that does not complete leaves no trace.
    await expect(
      server.deps.db.transaction(async (tx) => {
        await continueDerivedUpdate({ db: tx as never });
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect([await named('novo'), await places()]).toEqual([2_000, [place]]);
    expect(await step()).toBe(true);
    expect(await named('novo')).toBe(4_000);
    // A newer version restarts the process.
    await published(drawer({ nome: 'nome', campos: withNickname() }));
    expect(await named('velho')).toBe(3_001);
    while (await step());
    expect([await named('velho'), await places()]).toEqual([5_001, []]);
  });

  it('are not touched by a definition that changes nothing about them', async () => {
    const { db, pool } = server.deps;
    const now = drawer({ nome: 'nome', campos: withNickname(), descricao: 'As mesmas gavetas.' });
    await pool.query(`update records set name = 'à mão' where type = $1 and key = '7'`, [KEY]);
    await published(now);
    expect([await named('à mão'), await places()]).toEqual([1, []]);
    await db.execute(sql`update records set name = 'velho' where name = 'à mão'`);
  });

  it('are not written by a definition that was replaced meanwhile', async () => {
    const { db } = server.deps;
    const user = await personById(db, persons.people.ADMIN);
    if (!user) throw new Error('nobody');
    const old = await mappedType(db, KEY);
    await published(drawer({ nome: 'apelido', campos: withNickname() }));
    const ctx = { user, ip: '', requestId: 'r', now: () => new Date() };
    const save = (mapped: typeof old) =>
      db.transaction((tx) =>
        saveRecords(tx, ctx, mapped, [{ dados: { numero: 'Z-1', nome: 'Z', apelido: 'Zê' } }]),
      );
    await expect(save(old)).rejects.toThrow('O cadastro mudou neste momento');
    expect(await save(await mappedType(db, KEY))).toMatchObject([{ resultado: 'criado' }]);
    while (await step());
  });

  it('sent by an ERP during a publication are written by the new definition', async () => {
    const { db } = server.deps;
    const token = await server.sessionOf(persons.people.ADMIN);
    let requested: ReturnType<typeof server.call> | undefined;
    await db.transaction(async (tx) => {
      // It has read the type and is about to begin its transaction.
      await tx.execute(sql`lock table ${idempotencyKeys} in exclusive mode`);
      const registros = [{ numero: 'E-1', nome: 'Nova', apelido: 'Dita' }];
      const headers = { 'Idempotency-Key': 'noite-de-publicar' };
      requested = server.call('PUT', `/dados/v1/${KEY}`, { token, headers, body: { registros } });
      await untilBlocked(db);
      await published(drawer({ descricao: 'Gavetas desta noite.', campos: withNickname() }));
    });
    expect((await requested)?.body).toMatchObject({ contagens: { criados: 1, recusados: 0 } });
    while (await step());
  });

  const named7 = { numero: '7', nome: 'velho', apelido: 'sete' };
  const byName = () => drawer({ nome: 'nome', campos: withNickname() });
  const byNickname = () => drawer({ nome: 'apelido', campos: withNickname() });

  it('are written during a publication, and neither aborts the other', async () => {
    const { db } = server.deps;
    const user = await personById(db, persons.people.ADMIN);
    if (!user) throw new Error('nobody');
    const mapped = await mappedType(db, KEY);
    let publication: ReturnType<typeof published> | undefined;
    const rules: typeof mapped.mapping.rules = async () => {
      publication = published(byName());
      await untilBlocked(db);
    };
    const slowly = { ...mapped, mapping: { ...mapped.mapping, rules } };
    const ctx = { user, ip: '', requestId: 'r', now: () => new Date() };
    const results = await db.transaction((tx) => saveRecords(tx, ctx, slowly, [{ dados: named7 }]));
    expect(results).toMatchObject([{ resultado: 'mudado' }]);
    expect(await publication).toMatchObject({ added: [expect.anything()], postponed: [] });
    while (await step());
  });

  it.each(['PUT', 'DELETE'] as const)(
    'are locked by a form (%s) after their definition, as by a publication',
    async (method) => {
      const { db } = server.deps;
      const token = await server.sessionOf(persons.people.ADMIN);
      const seventh = db
        .select({ id: records.id, version: records.version })
        .from(records)
        .where(and(eq(records.type, KEY), eq(records.key, '7')));
      const [row] = await seventh;
      const url = `/config/cadastros/${KEY}/${row?.id}`;
      let requested: ReturnType<typeof server.call> | undefined;
      let publication: ReturnType<typeof published> | undefined;
      await db.transaction(async (tx) => {
        await tx.execute(sql`${seventh.getSQL()} for update`);
        const body = { versao: row?.version, dados: { ...named7, apelido: 'Sete' } };
        requested =
          method === 'PUT'
            ? server.call('PUT', url, { token, body })
            : server.call('DELETE', `${url}?versao=${row?.version}`, { token });
        await untilBlocked(db);
        // The definition is locked by the caller that waits for the record.
        const which = and(eq(definitions.kind, 'records'), eq(definitions.key, KEY));
        const free = await db.select().from(definitions).where(which).for('update', { skipLocked: true });
        expect(free).toEqual([]);
        publication = published(method === 'PUT' ? byNickname() : byName());
        await untilBlocked(db, 2);
      });
      expect((await requested)?.status).toBe(200);
      expect(await publication).toMatchObject({ added: [expect.anything()], postponed: [] });
      while (await step());
    },
  );

  it('follow a new publication while a step by the version before is under way', async () => {
    const { db, pool } = server.deps;
    const which = and(eq(definitions.kind, 'records'), eq(definitions.key, KEY));
    await published(byNickname());
    while (await step());
    const [{ version } = { version: 0 }] = await db
      .select({ version: sql<number>`${definitions.publishedVersion}` })
      .from(definitions)
      .where(which);
    // As if a publication had left all records to the steps.
    await pool.query(
      `update records set name = data ->> 'nome', search = concat_ws(' ', data ->> 'nome', key) where type = $1`,
      [KEY],
    );
    await db.insert(recordFollowings).values({ type: KEY, version, lastId: 0 });
    let publication: ReturnType<typeof published> | undefined;
    await db.transaction(async (tx) => {
      await continueDerivedUpdate({ db: tx as never });
      publication = published(byName());
      await untilBlocked(db);
    });
    expect(await publication).toMatchObject({ added: [expect.anything()], postponed: [] });
    while (await step());
    expect([await named('novo'), await places()]).toEqual([0, []]);
  });

  it('wait for no index of another type', async () => {
    const { db, pool } = server.deps;
    const chest = { ...byName(), chave: 'baus', titulo: { um: 'baú', muitos: 'baús', genero: 'm' as const } };
    await writeFile(path.join(folder, 'records', 'baus.json'), JSON.stringify(chest));
    await published(drawer({ ...byName(), lista: { filtros: ['trancada'] } }));
    await pool.query(
      `insert into records (type, key, name, search, data)
       values ('baus', 'B', 'velho', '', '{"numero": "B", "nome": "Baú", "apelido": "B"}')`,
    );
    await pool.query(`update record_followings set last_id = 0 where type = 'baus'`);
    await pool.query(`update record_followings set updated_at = now() - interval '1 hour' where type = $1`, [
      KEY,
    ]);
    expect((await places()).sort()).toEqual([0, null]);
    const until = async (isSo: () => Promise<boolean>) => {
      for (let tried = 0; tried < 100 && !(await isSo()); tried += 1)
        await new Promise((done) => setTimeout(done, 50));
      return isSo();
    };
    const isNamed = async () =>
      (await pool.query(`select from records where type = 'baus' and name = 'Baú'`)).rows.length === 1;
    // A concurrently built index waits for writes in progress.
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query(`update records set updated_at = now() where type = 'outras' and key = '1'`);
    const following = startDerivedUpdater(server.deps, quiet);
    try {
      await untilBlocked(db);
      expect([await until(isNamed), (await places()).length]).toEqual([true, 2]);
    } finally {
      await writer.query('rollback');
      writer.release();
      await following.stop();
    }
    // A step that was interrupted may hold its index for a moment longer.
    const isDone = async () => {
      while (await step());
      return (await places()).length === 0;
    };
    expect(await until(isDone)).toBe(true);
  });
});

it('people that a record can name are offered, with their CPFs, only to staff', async () => {
  const offered = async (who: keyof TestPeople['people']) =>
    server.call('POST', '/config/opcoes/cadastro-pessoas', {
      body: { q: 'pessoa' },
      token: await server.sessionOf(persons.people[who]),
    });
  expect((await offered('ADMIN')).body.itens.length).toBeGreaterThan(0);
  expect((await offered('REPRESENTANTE')).body.itens).toEqual([]);
});
