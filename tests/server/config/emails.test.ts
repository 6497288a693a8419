import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { outboxEmails } from '#server/db/tables/index.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  const persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.ADMIN);
  await server.deps.db.insert(outboxEmails).values(
    Array.from({ length: 30 }, (_, n) => ({
      toAddress: `pessoa${n}@exemplo.com.br`,
      subject: n % 2 ? 'Redefinição da sua senha' : 'Sua conta 100%',
      bodyText: `Texto ${n}`,
      sentAt: n < 10 ? new Date() : null,
      lastError: n === 29 ? 'caixa cheia' : '',
    })),
  );
});
afterAll(() => server?.close());

async function list(query: { filter?: unknown; range?: unknown; sort?: unknown } = {}) {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]));
  const { status, body, headers } = await server.call('GET', `/config/emails?${text}`, { token });
  return { status, body, range: headers['content-range'] };
}

describe('outbox', () => {
  it('is listed newest first, page by page, with its total', async () => {
    const { body, range } = await list({ range: [10, 19] });
    expect(range).toBe('emails 10-19/30');
    expect(body).toHaveLength(10);
    expect(body[0].texto).toBe('Texto 19');
    expect((await list({ range: [100, 109] })).range).toBe('emails 100-100/30');
  });

  it('is sorted as requested', async () => {
    const { body } = await list({ sort: ['para', 'ASC'], range: [0, 1] });
    expect(body.map(({ para }: { para: string }) => para)).toEqual([
      'pessoa0@exemplo.com.br',
      'pessoa10@exemplo.com.br',
    ]);
  });

  it.each([
    [{ enviado: true }, 10],
    [{ comErro: true }, 1],
    [{ q: 'redefinicao' }, 15],
    [{ q: '100%' }, 15],
    [{ q: '%%' }, 0],
    [{ para: 'PESSOA29' }, 1],
    [{ enviado: false, q: 'conta' }, 10],
  ])('is filtered by %j', async (filter, count) => {
    expect((await list({ filter })).range).toMatch(new RegExp(`/${count}$`));
  });

  it('returns several e-mails by their ids, for look-ups of references', async () => {
    const { body } = await list({ range: [0, 2] });
    const ids = body.map(({ id }: { id: number }) => id);
    expect((await list({ filter: { id: ids } })).body).toHaveLength(3);
  });

  it.each([
    [{ filter: { texto: 'senha' } }, 'filter'],
    [{ filter: { enviado: 'sim' } }, 'filter'],
    [{ filter: { id: [1e99] } }, 'filter'],
    [{ filter: { __proto__x: 1 } }, 'filter'],
    [{ filter: { constructor: 1 } }, 'filter'],
    [{ range: [5, 1] }, 'range'],
    [{ range: [0, 1e9] }, 'range'],
    [{ sort: ['constructor', 'ASC'] }, 'sort'],
  ])('rejects %j', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('returns one e-mail, and 404 for an unknown one', async () => {
    const [first] = (await list({ range: [0, 0] })).body;
    const { body } = await server.call('GET', `/config/emails/${first.id}`, { token });
    expect(body).toEqual(first);
    expect((await server.call('GET', '/config/emails/999999', { token })).status).toBe(404);
  });
});
