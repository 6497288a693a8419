import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { auditLog } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let token: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.ADMIN);
  await server.deps.db
    .insert(auditLog)
    .values([
      entry('CRIAR', 'tickets', '7', '2026-03-10T02:59:00Z', null, { status: 'ABERTO' }),
      entry('ARQUIVAR', 'tickets', '7', '2026-03-10T03:00:00Z', { arquivado: false }, { arquivado: true }),
      entry('CRIAR', 'notices', '1', '2026-03-11T12:00:00Z', null, { titulo: 'Aviso' }),
    ]);
});
afterAll(() => server?.close());

const entry = (
  action: string,
  entity: string,
  entityId: string,
  at: string,
  before: object | null,
  after: object,
) => ({ action, entity, entityId, at: new Date(at), before, after, personId: persons.people.OPERADOR });

async function list(filter: object) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,9]' });
  return server.call('GET', `/config/auditoria?${query}`, { token });
}

describe('audit log', () => {
  it('answers 403 without the permission', async () => {
    for (const type of ['SUPERVISOR', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const) {
      const other = await server.sessionOf(persons.people[type]);
      expect((await server.call('GET', '/config/auditoria', { token: other })).status).toBe(403);
    }
  });

  it('lists the newest first, with who did it and what changed', async () => {
    const { body, headers } = await list({});
    expect(headers['content-range']).toBe('auditoria 0-2/3');
    expect(body[0]).toMatchObject({
      acao: 'CRIAR',
      entidade: 'notices',
      pessoa: { nome: 'Pessoa operador' },
    });
    expect(body[1]).toMatchObject({ antes: { arquivado: false }, depois: { arquivado: true } });
  });

  it.each([
    [{ entidade: 'tickets', registro: '7' }, 2],
    [{ acao: 'ARQUIVAR' }, 1],
    [{ pessoa: '999' }, 0],
    // Midnight in São Paulo is 03:00 UTC.
    [{ dtIni: '2026-03-10', dtFim: '2026-03-10' }, 1],
    [{ dtFim: '2026-03-09' }, 1],
  ])('is filtered by %j', async (filter, count) => {
    expect((await list(filter)).headers['content-range']).toMatch(new RegExp(`/${count}$`));
  });

  it.each([
    [{ senha: 'x' }],
    [{ pessoa: 'x' }],
    [{ dtIni: '2026-02-30' }],
    [{ dtIni: '0000-01-01' }],
    [{ constructor: 'x' }],
  ])('rejects %j', async (filter) => {
    const { status, body } = await list(filter);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['filter']]);
  });

  it('returns one entry, and 404 for an unknown one', async () => {
    const [first] = (await list({})).body;
    expect((await server.call('GET', `/config/auditoria/${first.id}`, { token })).body).toEqual(first);
    expect((await server.call('GET', '/config/auditoria/99999', { token })).status).toBe(404);
  });
});

describe('a form that saves itself', () => {
  const at = (minute: number, second = 0) =>
    `2026-05-04T12:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}Z`;
  const by = (
    person: 'ADMIN' | 'OPERADOR',
    minute: number,
    before: object,
    after: object,
    action = 'ALTERAR',
  ) => ({
    ...entry(action, 'branches', String(persons.branchIds[0]), at(minute), before, after),
    personId: persons.people[person],
  });
  const entries = async (filter: object = {}) => {
    const { body, headers } = await list({ entidade: 'branches', ...filter });
    expect(headers['content-range']).toMatch(new RegExp(`/${body.length}$`));
    return body as {
      id: number;
      antes: object;
      depois: object;
      vezes: number;
      desde: string | null;
      nome: string;
    }[];
  };
  const told = async (filter?: object) =>
    (await entries(filter)).map(({ antes, depois, vezes }) => ({ antes, depois, vezes }));

  it('is told as one as long as nobody else writes and no five minutes pass', async () => {
    const { db } = server.deps;
    await db.insert(auditLog).values([
      by('ADMIN', 0, { cidade: 'S' }, { cidade: 'Sã' }),
      by('ADMIN', 4, { cidade: 'Sã', uf: '' }, { cidade: 'São', uf: 'SP' }),
      // Whoever looks does not write.
      by('OPERADOR', 5, {}, {}, 'CONSULTAR_DADOS_PESSOAIS'),
      by('ADMIN', 9, { cidade: 'São' }, { cidade: 'São Paulo' }),
      by('ADMIN', 15, { uf: 'SP' }, { uf: 'RJ' }),
      by('OPERADOR', 16, { uf: 'RJ' }, { uf: 'MG' }),
      by('ADMIN', 17, { uf: 'MG' }, { uf: 'SP' }),
      by('ADMIN', 18, {}, { ativa: false }, 'DESATIVAR'),
    ]);
    expect(await told({ dtIni: '2026-05-04' })).toEqual([
      { antes: {}, depois: { ativa: false }, vezes: 1 },
      { antes: { uf: 'MG' }, depois: { uf: 'SP' }, vezes: 1 },
      { antes: { uf: 'RJ' }, depois: { uf: 'MG' }, vezes: 1 },
      { antes: { uf: 'SP' }, depois: { uf: 'RJ' }, vezes: 1 },
      { antes: { cidade: 'S', uf: '' }, depois: { cidade: 'São Paulo', uf: 'SP' }, vezes: 3 },
    ]);
    const [, , , , joined] = await entries({ dtIni: '2026-05-04' });
    expect(joined).toMatchObject({ desde: new Date(at(0)).toISOString(), nome: expect.stringMatching(/./) });
    // What is stored stays, and each entry has its page.
    expect(await db.$count(auditLog, eq(auditLog.entity, 'branches'))).toBe(8);
    const one = await server.call('GET', `/config/auditoria/${joined?.id}`, { token });
    expect(one.body).toEqual(joined);
  });

  it('is not lost at the end of the days that are asked for', async () => {
    const { db } = server.deps;
    // Midnight in São Paulo is 03:00 UTC.
    const near = (when: string, note: string) => ({ ...by('ADMIN', 0, {}, { note }), at: new Date(when) });
    await db.insert(auditLog).values([near('2026-06-02T02:58:00Z', 'a'), near('2026-06-02T03:01:00Z', 'b')]);
    expect(await told({ dtIni: '2026-06-01', dtFim: '2026-06-01' })).toMatchObject([
      { vezes: 1, depois: { note: 'a' } },
    ]);
    expect(await told({ dtIni: '2026-06-01' })).toMatchObject([{ vezes: 2, depois: { note: 'b' } }]);
  });

  it('has names beside the numbers of its values, of records that the person sees', async () => {
    const { db } = server.deps;
    const [branch] = persons.branchIds;
    await db
      .insert(auditLog)
      .values(
        entry('CRIAR', 'tickets', '9', '2026-07-01T12:00:00Z', null, { filial: branch, operador: 999_999 }),
      );
    const [found] = (await list({ entidade: 'tickets', registro: '9' })).body;
    expect(Object.entries(found.nomes)).toEqual([[`filial/${branch}`, expect.stringMatching(/./)]]);
  });
});
