import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { auditLog, faqArticles, faqKinds } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let lead: string;
let consumer: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  lead = await server.sessionOf(persons.people.SUPERVISOR);
  consumer = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
});
afterAll(() => server?.close());

const post = (path: string, body: object, token = lead, headers = {}) =>
  server.call('POST', path, { token, body, headers });
const audits = (entity: string, id: number) =>
  server.deps.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, String(id))))
    .orderBy(auditLog.id);

const notice = (fields: object = {}) => ({
  titulo: 'Mudança de doca',
  conteudo: '<p>Doca 3 <script>alert(1)</script><a href="javascript:x">aqui</a></p>',
  publico: 'TODOS',
  ...fields,
});

describe('notices', () => {
  it('cannot be written without the permission', async () => {
    for (const type of ['OPERADOR', 'VENDEDOR', 'CONSUMIDOR_FINAL'] as const) {
      const token = await server.sessionOf(persons.people[type]);
      expect((await post('/config/avisos-publicados', notice(), token)).status).toBe(403);
    }
  });

  it('reach their readers sanitised, once per key, and record who has read them', async () => {
    const key = { 'Idempotency-Key': 'aviso-1' };
    const first = await post('/config/avisos-publicados', notice(), lead, key);
    const again = await post('/config/avisos-publicados', notice(), lead, key);
    expect([first.status, again.body]).toEqual([200, first.body]);
    const { id } = first.body.data;
    const { body } = await server.call('GET', '/sac/avisos', { token: consumer });
    expect(body.itens).toHaveLength(1);
    expect(body.itens[0].conteudo).not.toMatch(/script|javascript/);
    await server.call('POST', `/sac/avisos/confirmar-leitura/${id}`, { token: consumer });
    const readers = await server.call('GET', `/config/avisos-publicados/${id}/leituras`, { token: lead });
    expect(readers.body.leram).toEqual([{ nome: 'Pessoa consumidor_final', quando: expect.any(String) }]);
    expect(readers.body.faltam).toHaveLength(6);
    const listed = await server.call('GET', '/config/avisos-publicados', { token: lead });
    expect(listed.body[0]).toMatchObject({ leituras: 1, destinatarios: 7, autor: 'Pessoa supervisor' });
  });

  it('that are scheduled stay hidden until their time', async () => {
    const later = new Date(server.deps.now().getTime() + 60_000).toISOString();
    const { body } = await post(
      '/config/avisos-publicados',
      notice({ titulo: 'Depois', publicadoEm: later }),
    );
    const titles = async () =>
      (await server.call('GET', '/sac/avisos', { token: consumer })).body.itens.map(
        ({ titulo }: { titulo: string }) => titulo,
      );
    expect(await titles()).not.toContain('Depois');
    server.advance(120_000);
    expect(await titles()).toContain('Depois');
    expect(await audits('notices', body.data.id)).toEqual([{ action: 'CRIAR' }]);
  });

  it('for one audience stay hidden from the others', async () => {
    await post('/config/avisos-publicados', notice({ titulo: 'Só operadores', publico: 'OPERADOR' }));
    const { body } = await server.call('GET', '/sac/avisos', { token: consumer });
    expect(JSON.stringify(body)).not.toContain('Só operadores');
  });

  it.each([
    [{ titulo: '  ' }, 'titulo'],
    [{ conteudo: '<p> </p><script>x</script>' }, 'conteudo'],
    [{ publico: 'NINGUEM' }, 'publico'],
    [{ autor: 1 }, 'autor'],
    // Instants that nobody would mean and that the database cannot store.
    [{ publicadoEm: '0000-01-01T00:00:00Z' }, 'publicadoEm'],
    [{ publicadoEm: '2016-12-31T23:59:60Z' }, 'publicadoEm'],
    [{ publicadoEm: '9999-12-31T23:59:59-23:59' }, 'publicadoEm'],
  ])('are rejected with %j', async (fields, field) => {
    const { status, body } = await post('/config/avisos-publicados', notice(fields));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('are not overwritten when someone else changed them meanwhile', async () => {
    const { id } = (await post('/config/avisos-publicados', notice({ titulo: 'Dois' }))).body.data;
    const put = (body: object) =>
      server.call('PUT', `/config/avisos-publicados/${id}`, { token: lead, body });
    expect((await put(notice({ titulo: 'Novo', versao: 1 }))).status).toBe(200);
    const second = await put(notice({ titulo: 'Velho', versao: 1 }));
    expect([second.status, second.body.atual]).toEqual([
      409,
      {
        versao: 2,
        por: expect.any(String),
        em: expect.any(String),
        estado: expect.objectContaining({ titulo: 'Novo', versao: 2 }),
      },
    ]);
    const gone = await server.call('DELETE', `/config/avisos-publicados/${id}`, { token: lead });
    expect(gone.status).toBe(200);
    expect((await put(notice())).status).toBe(404);
    expect((await audits('notices', id)).map(({ action }) => action)).toEqual([
      'CRIAR',
      'ALTERAR',
      'EXCLUIR',
    ]);
  });
});

const article = (fields: object = {}) => ({
  titulo: 'Como devolver',
  conteudo: '<p>Abra um <strong>ticket</strong> de devolução.</p>',
  tipo: 'Devoluções',
  paraConsumidores: true,
  ...fields,
});

describe('articles', () => {
  it('cannot be written without the permission', async () => {
    const operator = await server.sessionOf(persons.people.OPERADOR);
    for (const token of [operator, consumer])
      expect((await post('/config/artigos', article(), token)).status).toBe(403);
  });

  it('are found by words of their text, and those for the staff only by the staff', async () => {
    await post('/config/artigos', article());
    await post('/config/artigos', article({ titulo: 'Como devolver por dentro', paraConsumidores: false }));
    const find = async (token: string) =>
      (await server.call('GET', '/sac/faq/artigos-paginados?q=devolver', { token })).body.itens.length;
    expect([await find(consumer), await find(lead)]).toEqual([1, 2]);
  });

  it('create a new kind once, in any spelling and however many do so at once', async () => {
    const names = ['Entregas', 'entregas', 'ENTREGAS', 'Entregas'];
    const answers = await Promise.all(
      names.map((tipo, n) => post('/config/artigos', article({ tipo, titulo: `${n}` }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const kinds = await server.deps.db.select().from(faqKinds);
    expect(kinds.filter(({ name }) => /^entregas$/i.test(name))).toHaveLength(1);
  });

  it('store what the reader sees as plain text for the search', async () => {
    const { id } = (await post('/config/artigos', article({ titulo: 'Texto' }))).body.data;
    const [row] = await server.deps.db.select().from(faqArticles).where(eq(faqArticles.id, id));
    expect(row?.plainText).toBe('Abra um ticket de devolução.');
  });

  it('are not overwritten when someone else changed them meanwhile', async () => {
    const { id } = (await post('/config/artigos', article({ titulo: 'Versões' }))).body.data;
    const put = (body: object) => server.call('PUT', `/config/artigos/${id}`, { token: lead, body });
    expect((await put(article({ versao: 1 }))).status).toBe(200);
    expect((await put(article({ versao: 1 }))).status).toBe(409);
    expect((await server.call('DELETE', `/config/artigos/${id}`, { token: lead })).status).toBe(200);
    expect((await server.call('GET', `/config/artigos/${id}`, { token: lead })).status).toBe(404);
  });
});
