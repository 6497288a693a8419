import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
