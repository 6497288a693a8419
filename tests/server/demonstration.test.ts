import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { DEMO_CPFS, DEMO_PASSWORD } from '#server/config/installation.ts';
import type { Context } from '#server/context.ts';
import { isEmpty } from '#server/db/seed/index.ts';
import * as tables from '#server/db/tables/index.ts';
import { numberChanges } from '#server/feed/sequencer.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { DEMONSTRATION_TICKETS, type TestDatabase, testDatabase } from '../support/database/database.ts';
import { testCpf } from '../support/people.ts';
import { type TestServer, testServer } from '../support/servers/server.ts';

// Loads whole companies.
jest.setTimeout(180_000);

const COMPANY = 'Horizonte Distribuidora';
const REMOVE = '/config/demonstracao/remover';
const OWN = {
  cpf: testCpf(700),
  nome: 'Helena Prado',
  email: 'helena@prado.com.br',
  senha: 'correto cavalo',
};

interface Demo {
  server: TestServer;
  folder: string;
  admin: { id: number; token: string };
}
const opened: Demo[] = [];
afterAll(async () => {
  for (const { server, folder } of opened) {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function demonstration(): Promise<Demo> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'demonstracao-'));
  const server = await testServer({ demo: true, dataDir: folder }, { demonstration: folder });
  const files = folderStore(path.join(folder, 'arquivos'));
  Object.assign(server.deps, { files });
  const admin = { id: 1, token: await server.sessionOf(1) };
  const made = { server, folder, admin };
  opened.push(made);
  return made;
}

const remove = ({ server }: Demo, token: string, body: object, key?: string) =>
  server.call('POST', REMOVE, { token, body, ...(key && { headers: { 'idempotency-key': key } }) });

/** Number of rows by table, without empty tables. */
async function rowsOf({ db }: Pick<TestDatabase, 'db'>): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(name)}`,
    );
    if (found.rows[0]?.n) counts[name] = found.rows[0].n;
  }
  return counts;
}

describe('demonstration before its removal', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await demonstration();
  });
  const { db } = { db: () => demo.server.deps.db };

  it('reserves its stock by movements, so that a count keeps later orders', async () => {
    const { rows } = await db().execute<{ id: number; reserved: string; moved: string; last: string }>(sql`
      select s.id, s.reserved, coalesce(sum(m.units), 0)::numeric(15, 3) as moved, max(m.at)::text as last
      from product_stock s left join stock_movements m using (product_id, branch_id)
      group by s.id, s.reserved order by count(m.id) desc, s.id`);
    expect(rows.filter(({ reserved, moved }) => reserved !== moved)).toEqual([]);
    const [busiest] = rows;
    expect(Number(busiest?.reserved)).toBeGreaterThan(0);
    const [user, { estoque }] = [await personById(db(), 1), mappedTypes];
    const ctx = { ...demo.server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
    const counted = (contadoEm: string) => ({ id: busiest?.id ?? 0, dados: { contadoEm } });
    const count = (moment: string) =>
      db().transaction((tx) => saveRecords(tx, ctx, estoque, [counted(moment)]));
    const reserved = async () =>
      (
        await db()
          .select()
          .from(tables.productStock)
          .where(eq(tables.productStock.id, busiest?.id ?? 0))
      )[0]?.reserved;
    expect(await count('01/01/2020 02:00')).toMatchObject([{ resultado: 'mudado' }]);
    expect(await reserved()).toBe(busiest?.reserved);
    const after = new Date(new Date(busiest?.last ?? '').getTime() + 1_000).toISOString();
    expect(await count(after)).toMatchObject([{ resultado: 'mudado' }]);
    expect(await reserved()).toBe('0.000');
  });

  it('can be removed only by an administrator', async () => {
    for (const [id, status] of [
      [2, 403],
      [4, 403],
      [7, 403],
    ] as const)
      expect((await remove(demo, await demo.server.sessionOf(id), { empresa: COMPANY })).status).toBe(status);
    expect((await demo.server.call('POST', REMOVE, { body: { empresa: COMPANY } })).status).toBe(401);
    await db()
      .update(tables.roles)
      .set({
        grants: sql`(select grants from roles where key = 'ADMIN')`,
      })
      .where(eq(tables.roles.key, 'GERENTE'));
    const manager = await remove(demo, await demo.server.sessionOf(2), { empresa: COMPANY });
    expect(manager.body.code).toBe('SO_ADMINISTRADOR');
  });

  it('lists what will be removed, and asks a demonstration account for one of the company', async () => {
    const { body } = await demo.server.call('GET', '/config/demonstracao', { token: demo.admin.token });
    expect(body.data).toMatchObject({ empresa: COMPANY, contaNova: true, impede: [] });
    expect(body.data.sai).toContainEqual({ um: 'cliente', muitos: 'clientes', quantidade: 400 });
    expect((await remove(demo, demo.admin.token, { empresa: COMPANY })).body.code).toBe('CONTA_NOVA');
    const refusals = [
      [{ empresa: 'Outra', administrador: OWN }, 'empresa'],
      [{ empresa: COMPANY, administrador: { ...OWN, senha: DEMO_PASSWORD } }, 'senha'],
      [{ empresa: COMPANY, administrador: { ...OWN, cpf: testCpf(1).replace(/.$/, 'x') } }, 'cpf'],
      [{ empresa: COMPANY, administrador: { ...OWN, cpf: DEMO_CPFS[3] } }, 'cpf'],
    ] as const;
    for (const [given, field] of refusals) {
      const answer = await remove(demo, demo.admin.token, given);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
    expect((await rowsOf(demo.server.deps)).customers).toBe(400);
  });

  it('is not removed while work runs, or where money has moved', async () => {
    const requested = { empresa: COMPANY, administrador: OWN };
    const [job] = await db()
      .insert(tables.nfeImports)
      .values({ personId: 1, status: 'EXECUTANDO' })
      .returning();
    expect((await remove(demo, demo.admin.token, requested)).body).toMatchObject({
      code: 'DEMONSTRACAO_EM_USO',
      error: expect.stringContaining('1 importação está em andamento'),
    });
    await db()
      .delete(tables.nfeImports)
      .where(eq(tables.nfeImports.id, job?.id ?? ''));
    const [order] = await db().select({ id: tables.orders.id }).from(tables.orders).limit(1);
    const orderId = order?.id ?? 0;
    const [link] = await db()
      .insert(tables.paymentLinks)
      .values({
        orderId,
        hash: 'x',
        status: 'PAGO',
        amount: '10',
        expiresAt: new Date(),
        providerReference: 'adq-981',
      })
      .returning();
    await db()
      .insert(tables.paymentCharges)
      .values({ orderId, linkId: link?.id ?? 0, key: 'k', status: 'PAGA', requestedAt: new Date() });
    expect((await remove(demo, demo.admin.token, requested)).body.error).toContain('dinheiro de verdade');
    expect((await rowsOf(demo.server.deps)).customers).toBe(400);
  });

  it('gives up its removal instead of waiting for a long write', async () => {
    await db().delete(tables.paymentCharges);
    const client = await demo.server.deps.pool.connect();
    await client.query('begin');
    await client.query('lock table tickets in row exclusive mode');
    const answer = await remove(demo, demo.admin.token, { empresa: COMPANY, administrador: OWN });
    await client.query('rollback');
    client.release();
    expect(answer.body.code).toBe('BANCO_OCUPADO');
    expect((await rowsOf(demo.server.deps)).tickets).toBe(DEMONSTRATION_TICKETS);
  });
});

describe('console after the removal of the demonstration', () => {
  let demo: Demo;
  let cursor: string;
  beforeAll(async () => {
    demo = await demonstration();
    const { db } = demo.server.deps;
    // A person of the demonstration published a definition, and its version refers to them permanently.
    await db.insert(tables.definitionVersions).values({
      kind: 'reports',
      key: 'meu',
      version: 1,
      content: {},
      hash: 'x',
      source: 'ESTUDIO',
      authorId: 2,
    });
    await db
      .insert(tables.feedPending)
      .values({ type: 'clientes', recordId: 1, happened: 'alterado', code: '1', at: new Date() });
    await numberChanges(db);
    const feed = await demo.server.call('GET', '/dados/v1/mudancas', { token: demo.admin.token });
    cursor = feed.body.proximo;
    expect(cursor).toMatch(/^[0-9a-f]{8}\./);
    await mkdir(path.join(demo.folder, 'imagens', 'produtos'), { recursive: true });
    await writeFile(path.join(demo.folder, 'imagens', 'produtos', 'meu.svg'), '<svg/>');
    const answer = await remove(demo, demo.admin.token, {
      empresa: ' horizonte DISTRIBUIDORA',
      administrador: OWN,
    });
    expect([answer.status, answer.body.data]).toEqual([200, { message: expect.any(String), entrar: true }]);
  });

  it("contains what a fresh installation contains, plus a version's author and the log", async () => {
    const bare = await testDatabase({ standard: true });
    const empty = await rowsOf(bare);
    await bare.drop();
    const {
      people,
      audit_log: log,
      installation: facts,
      definition_versions: versions,
      form_validators: _validators,
      definition_verdicts: _verdicts,
      ...left
    } = await rowsOf(demo.server.deps);
    expect([people, facts]).toEqual([2, 1]);
    expect(log).toBeGreaterThan(0);
    expect(versions).toBe((empty.definition_versions ?? 0) + 1);
    // What a start logs and announces of the sectors that its flows created is gone with the rest of the log.
    const {
      definition_versions,
      form_validators,
      definition_verdicts,
      feed_pending,
      audit_log,
      realtime_events,
      ...wanted
    } = empty;
    // 180 days of returns: the parameter is kept.
    expect(left).toEqual({ ...wanted, parameters: expect.any(Number) });
    expect(await isEmpty(demo.server.deps.db)).toBe(false);
  });

  it('accepts its own administrator, and no account of the demonstration', async () => {
    const signIn = (cpf: string, senha: string) =>
      demo.server.call('POST', '/login/sac', { body: { cpf, senha } });
    for (const cpf of DEMO_CPFS) expect((await signIn(cpf, DEMO_PASSWORD)).status).toBe(401);
    expect((await demo.server.call('GET', '/sac/carga', { token: demo.admin.token })).status).toBe(401);
    const own = await signIn(OWN.cpf, OWN.senha);
    expect(own.status).toBe(200);
    const { token } = own.body;
    expect((await demo.server.call('GET', '/config/instalacao')).body).toMatchObject({
      demo: false,
      pessoas: [],
    });
    const steps = await demo.server.call('GET', '/config/primeiros-passos', { token });
    expect([steps.body.data.demonstracao, steps.body.data.faltam]).toEqual([false, 7]);
    expect((await demo.server.call('GET', '/config/demonstracao', { token })).status).toBe(404);
    expect((await remove(demo, token, { empresa: 'Balcão' })).status).toBe(404);
    expect((await demo.server.call('GET', '/parametros/SAC/env.js')).body).not.toContain('Horizonte');
  });

  it('records who removed it, reuses no id, and restarts readers of the old feed', async () => {
    const { db } = demo.server.deps;
    const [entry] = await db
      .select()
      .from(tables.auditLog)
      .where(eq(tables.auditLog.action, 'REMOVER_DEMONSTRACAO'))
      .orderBy(tables.auditLog.id);
    expect(entry).toMatchObject({
      personId: demo.admin.id,
      after: { quem: 'Ana Ribeiro, CPF 100.000.001-08', clientes: 400, tickets: DEMONSTRATION_TICKETS },
    });
    const [own] = await db.select().from(tables.people).where(eq(tables.people.cpf, OWN.cpf));
    expect(own?.id).toBeGreaterThan(39);
    const token = await demo.server.sessionOf(own?.id ?? 0);
    const made = await demo.server.call('POST', '/config/cadastros/regioes', {
      token,
      body: { dados: { codigo: 'SUL', nome: 'Sul' } },
    });
    expect(made.status).toBe(200);
    const [region] = await db.select().from(tables.regions);
    expect(region?.id).toBeGreaterThan(1);
    await numberChanges(db);
    const old = await demo.server.call('GET', `/dados/v1/mudancas?apos=${cursor}`, { token });
    expect([old.status, old.body.code]).toEqual([410, 'CURSOR_PERDIDO']);
    const fresh = await demo.server.call('GET', '/dados/v1/mudancas', { token });
    expect(fresh.body.itens).toMatchObject([{ tipo: 'regioes' }]);
  });

  it('keeps no file of it, and every file that the company added', async () => {
    expect(await demo.server.deps.db.$count(tables.files)).toBe(0);
    const stored = await readdir(path.join(demo.folder, 'arquivos'), {
      recursive: true,
      withFileTypes: true,
    });
    expect(stored.filter((each) => each.isFile())).toEqual([]);
    expect(await readdir(path.join(demo.folder, 'imagens', 'produtos'))).toEqual(['meu.svg']);
  });

  it('has no broken reference', async () => {
    const { rows } = await demo.server.deps.db.execute<Record<'from' | 'column' | 'to' | 'key', string>>(sql`
      select c.conrelid::regclass::text as "from", a.attname as "column", c.confrelid::regclass::text as "to", k.attname as key
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
      where c.contype = 'f' and array_length(c.conkey, 1) = 1 and c.connamespace = 'public'::regnamespace`);
    expect(rows.length).toBeGreaterThan(100);
    for (const { from, column, to, key } of rows) {
      const broken = await demo.server.deps.db.execute(
        sql`select 1 from ${sql.raw(from)} f where ${sql.raw(`f."${column}"`)} is not null
          and not exists (select from ${sql.raw(to)} t where ${sql.raw(`t."${key}" = f."${column}"`)})`,
      );
      expect([from, column, broken.rows]).toEqual([from, column, []]);
    }
  });
});

describe('administrator with an account of their own', () => {
  it('keeps the account, the session and what was configured', async () => {
    const demo = await demonstration();
    const { db } = demo.server.deps;
    const role = await db.select().from(tables.roles).where(eq(tables.roles.key, 'ADMIN'));
    const [own] = await db
      .insert(tables.people)
      .values({
        cpf: OWN.cpf,
        name: OWN.nome,
        email: OWN.email,
        type: 'ADMIN',
        roleId: role[0]?.id ?? 0,
        passwordHash: 'nenhuma',
      })
      .returning();
    await db.insert(tables.cannedReplies).values({ title: 'Nossa', html: '<p>Nossa</p>' });
    const token = await demo.server.sessionOf(own?.id ?? 0);
    const key = crypto.randomUUID();
    const first = await remove(demo, token, { empresa: COMPANY }, key);
    expect(first.body.data).toMatchObject({ entrar: false });
    // The response was lost; pressing again repeats the same command.
    expect((await remove(demo, token, { empresa: COMPANY }, key)).body).toEqual(first.body);
    expect((await demo.server.call('GET', '/sac/carga', { token })).status).toBe(200);
    expect(await db.select({ id: tables.people.id }).from(tables.people)).toEqual([{ id: own?.id }]);
    expect(await db.$count(tables.cannedReplies, eq(tables.cannedReplies.title, 'Nossa'))).toBe(1);
    expect(await db.$count(tables.sessions)).toBe(1);
  });
});
