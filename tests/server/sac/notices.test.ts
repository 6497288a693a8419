import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { auditLog, noticeReads, notices } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const DAY = 86_400_000;

describe('notices', () => {
  let server: TestServer;
  let known: TestPeople;
  let operator: string;
  let seller: string;

  beforeAll(async () => {
    server = await testServer();
    known = await createPeople(server.deps.db);
    operator = await server.sessionOf(known.people.OPERADOR);
    seller = await server.sessionOf(known.people.VENDEDOR);
    const at = (days: number) => new Date(server.deps.now().getTime() - days * DAY);
    await server.deps.db.insert(notices).values([
      { id: 1, title: 'Antigo', html: '<p>1</p>', publishedAt: at(9) },
      { id: 2, title: 'Só operadores', html: '<p>2</p>', audience: 'OPERADOR', publishedAt: at(5) },
      { id: 3, title: 'Novo', html: '<p>3</p>', publishedAt: at(1) },
      { id: 4, title: 'De amanhã', html: '<p>4</p>', publishedAt: at(-1) },
    ]);
  });
  afterAll(() => server.close());

  const list = async (token: string, query = '') =>
    (await server.call('GET', `/sac/avisos${query}`, { token })).body;
  const unread = async (token: string) =>
    (await server.call('GET', '/sac/avisos/total-nao-lidos', { token })).body.total;
  const confirm = (id: number, token: string) =>
    server.call('POST', `/sac/avisos/confirmar-leitura/${id}`, { token });

  it('are for everyone or for one type of person, newest first, once published', async () => {
    const ids = async (token: string) => (await list(token)).itens.map(({ id }: { id: number }) => id);
    expect([await ids(operator), await ids(seller)]).toEqual([
      [3, 2, 1],
      [3, 1],
    ]);
    expect((await list(operator, '?page=2&take=2')).paginator).toMatchObject({ total: 3, last_page: 2 });
  });
  it('are confirmed one by one, once despite repeats, and audited once', async () => {
    expect(await unread(operator)).toBe(3);
    const answers = await Promise.all([confirm(2, operator), confirm(2, operator), confirm(2, operator)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await unread(operator)).toBe(2);
    expect((await list(operator)).itens.map(({ lido }: { lido: boolean }) => lido)).toEqual([
      false,
      true,
      false,
    ]);
    const entries = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'notices'), eq(auditLog.entityId, '2')))
      .orderBy(auditLog.id);
    expect(entries).toMatchObject([{ personId: known.people.OPERADOR, action: 'LER' }]);
  });
  it.each([2, 4, 999])('cannot be confirmed by people whom they are not for: %i', async (id) => {
    const { status, body } = await confirm(id, seller);
    expect([status, body.code]).toEqual([404, 'NAO_ENCONTRADO']);
    expect(await server.deps.db.$count(noticeReads, eq(noticeReads.personId, known.people.VENDEDOR))).toBe(0);
  });
  it('are all confirmed at once, in both areas, only for the person who asks', async () => {
    const all = await server.call('POST', '/callcenter/avisos/ler-todos', { token: operator });
    expect([all.status, all.body.data.message]).toEqual([200, 'Todos os avisos foram lidos.']);
    expect([await unread(operator), await unread(seller)]).toEqual([0, 2]);
    const again = await server.call('POST', '/sac/avisos/ler-todos', { token: operator });
    expect(again.body.data.message).toBe('Nenhum aviso por ler.');
  });
});
