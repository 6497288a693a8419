import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { NOTICES_CHANGED, NOTICES_CHANNEL, personChannel } from '#contract/realtime.ts';
import { auditLog, noticeReads, notices, people, realtimeEvents } from '#server/db/tables/index.ts';
import { noticeTo, type PersonalNotice } from '#server/writing/noticeTo.ts';
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
    await server.deps.db.execute(sql`select setval(pg_get_serial_sequence('notices', 'id'), 100)`);
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

  describe('to one person', () => {
    const tell = (
      personIds: readonly number[],
      part: Partial<PersonalNotice> = {},
      notice: PersonalNotice = {
        titulo: 'Ticket 7',
        texto: 'Vence hoje.\nVeja <b>já</b>.',
        link: '/tickets/7',
        ...part,
      },
    ) =>
      server.deps.db.transaction((tx) =>
        noticeTo(tx, { user: null, ip: '', requestId: 'r', now: server.deps.now }, personIds, notice),
      );
    const own = async (token: string) =>
      (await list(token)).itens.filter(({ pessoal }: { pessoal: boolean }) => pessoal);

    it('are read by that person alone, once, and cannot be confirmed by others', async () => {
      const { OPERADOR, VENDEDOR } = known.people;
      expect(await tell([OPERADOR, OPERADOR])).toEqual([OPERADOR]);
      expect([await unread(operator), await unread(seller)]).toEqual([1, 2]);
      const [notice] = await own(operator);
      expect(notice).toMatchObject({
        titulo: 'Ticket 7',
        conteudo: '<p>Vence hoje.</p><p>Veja &lt;b&gt;já&lt;/b&gt;.</p>',
        link: '/tickets/7',
        lido: false,
      });
      expect(await own(seller)).toEqual([]);
      expect((await confirm(notice.id, seller)).status).toBe(404);
      await server.call('POST', '/sac/avisos/ler-todos', { token: seller });
      expect(await server.deps.db.$count(noticeReads, eq(noticeReads.noticeId, notice.id))).toBe(0);
      expect((await confirm(notice.id, operator)).status).toBe(200);
      expect([await unread(operator), (await own(operator))[0].lido]).toEqual([0, true]);
      const channels = await server.deps.db.select().from(realtimeEvents).orderBy(realtimeEvents.id);
      const told = channels
        .filter(({ event, data }) => event === NOTICES_CHANGED && data.novo === true)
        .map((row) => row.channels);
      expect(told).toContainEqual([personChannel(OPERADOR)]);
      expect(told).not.toContainEqual(expect.arrayContaining([NOTICES_CHANNEL]));
      expect(told).not.toContainEqual([personChannel(VENDEDOR)]);
    });
    it('reach no closed account, and lead to no other site', async () => {
      const { db } = server.deps;
      const { SUPERVISOR, OPERADOR } = known.people;
      await db.update(people).set({ active: false }).where(eq(people.id, SUPERVISOR));
      expect(await tell([SUPERVISOR, 999_999])).toEqual([]);
      await db.update(people).set({ active: true }).where(eq(people.id, SUPERVISOR));
      for (const link of ['//mau.example', 'https://mau.example', '/\\mau', 'javascript:alert(1)'])
        await expect(tell([OPERADOR], { link })).rejects.toThrow('out of the console');
    });
    it('are cut to what the bell shows, and told of in the audit without their text', async () => {
      await tell([known.people.OPERADOR], { titulo: 'x'.repeat(300), texto: 'y'.repeat(9_000), link: null });
      const [notice] = await own(operator);
      expect([notice.titulo.length, notice.titulo.at(-1), notice.link]).toEqual([120, '…', null]);
      expect(notice.conteudo.length).toBeLessThan(2_100);
      const [entry] = await server.deps.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.entity, 'notices'), eq(auditLog.entityId, String(notice.id))))
        .orderBy(auditLog.id);
      expect(entry?.after).toEqual({ publico: 'PESSOA', pessoa: known.people.OPERADOR, link: null });
    });
    it('are written by authors too, only to colleagues they know, and never found among the automatic ones', async () => {
      const admin = await server.sessionOf(known.people.ADMIN);
      const write = (body: object) =>
        server.call('POST', '/config/avisos-publicados', {
          token: admin,
          body: { titulo: 'Fale comigo', conteudo: '<p>Hoje.</p>', publico: 'PESSOA', ...body },
        });
      expect((await write({})).body.errors).toEqual({ idPessoa: 'Escolha a pessoa.' });
      expect((await write({ idPessoa: known.people.CONSUMIDOR_FINAL })).body.errors).toEqual({
        idPessoa: 'Pessoa não encontrada.',
      });
      expect((await write({ idPessoa: known.people.VENDEDOR, link: '//mau' })).body.errors).toHaveProperty(
        'link',
      );
      const { body } = await write({ idPessoa: known.people.VENDEDOR, link: '/home' });
      expect(await own(seller)).toMatchObject([{ id: body.id, link: '/home' }]);
      const { body: written } = await server.call('GET', '/config/avisos-publicados', { token: admin });
      expect(written.map(({ titulo }: { titulo: string }) => titulo)).not.toContain('Ticket 7');
      const [automatic] = await own(operator);
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/leituras'],
        ['DELETE', ''],
      ] as const) {
        const answer = await server.call(method, `/config/avisos-publicados/${automatic.id}${path}`, {
          token: admin,
        });
        expect(answer.status).toBe(404);
      }
      const readers = await server.call('GET', `/config/avisos-publicados/${body.id}/leituras`, {
        token: admin,
      });
      expect([readers.body.leram.length, readers.body.faltam.length]).toEqual([0, 1]);
    });
  });
});
