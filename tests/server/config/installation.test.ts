import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { DEMO_CPFS, DEMO_PASSWORD, makeSetupCode } from '#server/config/installation.ts';
import { DEMO_PEOPLE, DEMO_PASSWORD as SEEDED_PASSWORD } from '#server/db/seed/demo/people.ts';
import { auditLog, installation, people, roles } from '#server/db/tables/index.ts';
import { createPeople, testCpf } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server?.close());

const form = (codigo: string, change: object = {}) => ({
  codigo,
  cpf: testCpf(500),
  nome: 'Ada Primeira',
  email: 'ada@exemplo.com.br',
  senha: 'pilha grampo',
  ...change,
});
const install = (codigo: string, change: object = {}) =>
  server.call('POST', '/config/instalacao', { body: form(codigo, change) });
const situation = async () => (await server.call('GET', '/config/instalacao')).body;
const codeOf = () => makeSetupCode(server.deps.db);

describe('empty database that is not a demonstration', () => {
  it('gives its first administrator to the holder of the code, once', async () => {
    const code = await codeOf();
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}$/);
    expect(await situation()).toEqual({
      pendente: true,
      demo: false,
      naRede: false,
      captcha: false,
      pessoas: [],
      tamanhoSenha: { minimo: 6, maximo: 20 },
    });
    expect(JSON.stringify(await server.deps.db.select().from(installation))).not.toContain(code);

    expect((await install(code.toLowerCase())).status).toBe(200);
    const login = await server.call('POST', '/login/sac', {
      body: { cpf: testCpf(500), senha: 'pilha grampo' },
    });
    const emails = await server.call('GET', '/config/emails', { token: login.body.token });
    expect([login.status, emails.status]).toEqual([200, 200]);
    expect(await server.deps.db.select().from(roles)).toHaveLength(7);
    const entries = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'INSTALAR'))
      .orderBy(auditLog.id);
    expect(entries).toHaveLength(1);

    expect(await situation()).toMatchObject({ pendente: false });
    const again = await install(code, { cpf: testCpf(501) });
    expect([again.status, again.body.code]).toEqual([422, 'INSTALACAO_FEITA']);
  });

  it('creates one administrator when two send the code at once', async () => {
    const code = await codeOf();
    const both = await Promise.all([install(code), install(code, { cpf: testCpf(501) })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await server.deps.db.select().from(people)).toHaveLength(1);
  });

  it('replaces an unused code at the next start', async () => {
    const first = await codeOf();
    const second = await codeOf();
    expect((await install(first)).body.errors).toEqual({ codigo: 'O código não confere.' });
    expect((await install(second)).status).toBe(200);
  });

  it.each([
    [{ cpf: '111.111.111-11' }, 'cpf'],
    [{ nome: 'Ada' }, 'nome'],
    [{ email: 'ada@exemplo' }, 'email'],
    [{ senha: 'admin123' }, 'senha'],
    [{ dtNasc: '2999-01-01' }, 'dtNasc'],
  ])('keeps the code when the form is rejected: %j', async (change, field) => {
    const code = await codeOf();
    const answer = await install(code, change);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect((await install(code)).status).toBe(200);
  });

  it('prevents guessing: after ten attempts an address has to wait', async () => {
    await codeOf();
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await install('AAAA', { senha: 'admin123' })).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses[10]).toBe(429);
  });

  it('accepts no code before one was created', async () => {
    expect((await install('')).status).toBe(422);
    expect((await install('2222-2222-2222-2222-2222')).status).toBe(422);
  });
});

describe('demonstration', () => {
  it('has the people that the sign-in page offers', () => {
    expect(DEMO_PEOPLE.map(({ cpf }) => cpf)).toEqual(DEMO_CPFS);
    expect(SEEDED_PASSWORD).toBe(DEMO_PASSWORD);
  });

  it('is offered on the sign-in page only in a demonstration database with DEMO on', async () => {
    await createPeople(server.deps.db);
    await server.deps.db.update(people).set({ cpf: '40000000477' }).where(eq(people.type, 'OPERADOR'));
    await server.deps.db.update(people).set({ cpf: '10000000108' }).where(eq(people.type, 'ADMIN'));
    await server.deps.db.insert(installation).values({ demo: true });
    expect(await situation()).toMatchObject({ demo: false, pessoas: [] });

    server.deps.settings = { ...server.deps.settings, demo: true };
    const shown = await testSituation();
    expect(shown.senha).toBe('balcao-demo');
    expect(shown.pessoas.map(({ tipo, cpf }: { tipo: string; cpf: string }) => [tipo, cpf])).toEqual([
      ['ADMIN', '10000000108'],
      ['OPERADOR', '40000000477'],
    ]);

    await server.deps.db.update(installation).set({ demo: false });
    expect(await testSituation()).toEqual({
      pendente: false,
      demo: false,
      naRede: false,
      captcha: false,
      pessoas: [],
      tamanhoSenha: { minimo: 6, maximo: 20 },
    });
  });

  const testSituation = async () => (await server.call('GET', '/config/instalacao')).body;
});
