import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, getTableName } from 'drizzle-orm';
import { buildApp } from '#server/app.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import { askChange, cachedQuery, recordChange, rememberedTables } from '#server/db/cachedQuery.ts';
import { type Connection, connect } from '#server/db/client.ts';
import {
  branches,
  configurationState,
  definitions,
  definitionVersions,
  parameters,
} from '#server/db/tables/index.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let other: Connection;
let node: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  other = connect(server.database.url, { max: 4 });
  node = await buildApp({ ...server.deps, db: other.db, pool: other.pool });
});
afterAll(async () => {
  await node?.close();
  await other?.close();
  await server?.close();
});

const KEY = { area: 'SAC', key: 'horasAvisoPrazo' } as const;
const store = (value: number, db = server.deps.db) =>
  db
    .insert(parameters)
    .values({ ...KEY, value })
    .onConflictDoUpdate({
      target: [parameters.area, parameters.key, parameters.branchId],
      set: { value },
    });
const hours = async (db = server.deps.db) => (await serviceParameters(db)).horasAvisoPrazo;
const change = async () => (await server.deps.db.select().from(configurationState))[0]?.change;
/** Any request by a signed-in person. */
const askOther = async () => {
  const token = await server.sessionOf(persons.people.VENDEDOR);
  const answer = await node.inject({
    url: '/sac/validar-sessao',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
};

describe('configuration cache', () => {
  it('is not loaded again while nothing changes', async () => {
    await askChange(server.deps.db);
    let loads = 0;
    const counted = cachedQuery('counted', [], async () => ({ loads: ++loads }));
    await Promise.all([counted(server.deps.db, {}), counted(server.deps.db, {})]);
    await counted(server.deps.db, {});
    expect(loads).toBe(1);
    await counted(server.deps.db, { other: 1 });
    expect(loads).toBe(2);
  });

  it('is renewed in another process by its next request, whichever process changed it', async () => {
    await store(3);
    await askOther();
    expect(await hours(other.db)).toBe(3);
    await store(7);
    await askOther();
    expect(await hours(other.db)).toBe(7);
    await store(9, other.db);
    const token = await server.sessionOf(persons.people.VENDEDOR);
    await server.call('GET', '/sac/validar-sessao', { token });
    expect(await hours()).toBe(9);
  });

  it('is also renewed for people without a session', async () => {
    const reported = async () =>
      (await node.inject({ url: '/parametros/CALLCENTER/parametros.json' })).json().saudacao;
    const row = { area: 'CALLCENTER', key: 'saudacao', public: true } as const;
    expect(await reported()).toBeUndefined();
    await server.deps.db.insert(parameters).values({ ...row, value: 'Bom dia' });
    expect(await reported()).toBe('Bom dia');
    await server.deps.db.delete(parameters).where(eq(parameters.key, row.key));
    expect(await reported()).toBeUndefined();
  });

  it('is at most a second old where no request comes', async () => {
    await askChange(other.db);
    await store(11);
    const before = (await change()) ?? 0;
    await store(12);
    recordChange(other.db, before);
    expect(await hours(other.db)).toBe(12);
    await store(13);
    expect(await hours(other.db)).toBe(12);
    recordChange(other.db, before, performance.now() - 1001);
    expect(await hours(other.db)).toBe(13);
  });

  it('is not used inside a transaction, which can have changed the data', async () => {
    await store(20);
    await askChange(server.deps.db);
    expect(await hours()).toBe(20);
    await server.deps.db.transaction(async (tx) => {
      await store(21, tx as never);
      expect((await serviceParameters(tx)).horasAvisoPrazo).toBe(21);
      expect(await hours()).toBe(20);
    });
    // Afterwards no request is needed to refresh it.
    expect(await hours()).toBe(21);
  });

  it('keeps nothing that was loading when the change was noticed', async () => {
    const { db } = server.deps;
    await askChange(db);
    const answers = ['old', 'new'];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = cachedQuery('slow', [], async () => {
      const text = answers.shift();
      if (text === 'old') await held;
      return { text };
    });
    const first = slow(db, {});
    recordChange(db, -1);
    const second = slow(db, {});
    release();
    expect([(await first).text, (await second).text, (await slow(db, {})).text]).toEqual([
      'old',
      'new',
      'new',
    ]);
  });

  it('stores no failure', async () => {
    const { db } = server.deps;
    let turn = 0;
    const failing = cachedQuery('failing', [], async () => {
      turn += 1;
      if (turn === 1) throw new Error('away');
      return { turn };
    });
    await expect(failing(db, {})).rejects.toThrow('away');
    expect(await failing(db, {})).toEqual({ turn: 2 });
  });

  it('cannot be modified by its reader', async () => {
    const nested = cachedQuery('nested', [], async () => ({ list: [{ a: 1 }] }));
    const found = await nested(server.deps.db, {});
    expect(() => found.list.push({ a: 2 })).toThrow(TypeError);
  });
});

describe('change of the configuration', () => {
  it('is recorded by every cached table, for every kind of write', async () => {
    const { rows } = await server.deps.pool.query<{ name: string; kinds: number }>(
      `select c.relname as name, bit_or(t.tgtype)::int as kinds from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_proc p on p.oid = t.tgfoid where p.proname = 'note_configuration_change' group by 1`,
    );
    // Bits of pg_trigger.tgtype: insert 4, delete 8, update 16, truncate 32.
    const complete = rows.flatMap(({ name, kinds }) => ((kinds & 60) === 60 ? [name] : []));
    expect(complete.sort()).toEqual([...rememberedTables].map(getTableName).sort());
    expect(complete.length).toBeGreaterThan(3);
  });

  it('is also noted for a version written by a script, and for the name of a branch', async () => {
    const { db } = server.deps;
    const seen = [await change()];
    await db
      .insert(definitionVersions)
      .values({ kind: 'flows', key: 'emendado', version: 1, content: {}, hash: 'a', source: 'ARQUIVO' });
    seen.push(await change());
    await db.update(branches).set({ legalName: 'Outro nome' }).where(eq(branches.id, persons.branchIds[0]));
    seen.push(await change());
    expect(new Set(seen).size).toBe(3);
    // A change to branch columns that no remembered list contains does not count.
    await db
      .update(branches)
      .set({ tradeName: 'Outra fantasia' })
      .where(eq(branches.id, persons.branchIds[0]));
    expect(await change()).toBe(seen[2]);
  });

  it('has another number for each transaction, and none for a draft', async () => {
    const { db } = server.deps;
    const seen = [await change()];
    await store(30);
    seen.push(await change());
    await store(30);
    seen.push(await change());
    await db.insert(definitions).values({ kind: 'panels', key: 'rascunho', origin: 'PROPRIA' });
    seen.push(await change());
    expect(new Set(seen).size).toBe(4);
    const which = and(eq(definitions.kind, 'panels'), eq(definitions.key, 'rascunho'));
    await db
      .update(definitions)
      .set({ draft: { a: 1 } })
      .where(which);
    expect(await change()).toBe(seen.at(-1));
    await db.delete(definitions).where(which);
    expect(await change()).not.toBe(seen.at(-1));
  });

  it('is not noted when it is rolled back', async () => {
    const before = await change();
    await expect(
      server.deps.db.transaction(async (tx) => {
        await store(40, tx as never);
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(await change()).toBe(before);
  });

  it('of a time zone takes effect with the next request', async () => {
    const { db } = server.deps;
    const [branch] = await db.select({ id: branches.id, zone: branches.timeZone }).from(branches).limit(1);
    if (!branch) throw new Error('no branch');
    const user = { branchIds: [branch.id] };
    await askOther();
    expect(await zoneOf(other.db, user)).toBe(branch.zone);
    await db.update(branches).set({ timeZone: 'America/Manaus' }).where(eq(branches.id, branch.id));
    await askOther();
    expect(await zoneOf(other.db, user)).toBe('America/Manaus');
  });

  it('by many at once makes them wait for each other, and none fails', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        server.deps.db.transaction(async (tx) => {
          await store(50 + n, tx as never);
          await tx
            .update(branches)
            .set({ timeZone: n % 2 ? 'America/Manaus' : 'America/Sao_Paulo' })
            .where(eq(branches.id, persons.branchIds[0]));
        }),
      ),
    );
    await askOther();
    expect(await hours(other.db)).toBe(await hours());
  });
});
