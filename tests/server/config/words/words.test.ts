import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { STANDARD_WORDS, setWords } from '#contract/words/words.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { realtimeEvents } from '#server/db/tables/index.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

describe("the company's words", () => {
  let server: TestServer;
  let admin: string;
  let operator: string;
  let consumer: string;

  beforeAll(async () => {
    server = await testServer();
    await seedStandard(server.database.db);
    await loadDefinitions(server.database.db);
    const { people } = await createPeople(server.database.db);
    [admin, operator, consumer] = await Promise.all([
      server.sessionOf(people.ADMIN),
      server.sessionOf(people.OPERADOR),
      server.sessionOf(people.CONSUMIDOR_FINAL),
    ]);
  });
  afterEach(() => setWords(STANDARD_WORDS));
  afterAll(() => server?.close());

  const BASE = '/config/definicoes/words/console';
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, token = admin) =>
    server.call(method, url, { token, ...(body && { body }) });
  const detail = async () => (await call('GET', BASE)).body.data;

  async function publish(palavras: object[]) {
    const { versao, padrao } = await detail();
    const conteudo = { ...padrao, palavras };
    const draft = await call('PUT', `${BASE}/rascunho`, { conteudo, versao });
    expect(draft.status).toBe(200);
    return call('POST', `${BASE}/publicar`, { versao: draft.body.data.versao, nota: 'Como dizemos' });
  }
  const statuses = async () =>
    (await call('GET', '/sac/tickets/status', undefined, operator)).body.map(
      ({ descricao }: { descricao: string }) => descricao,
    );
  const label = { lugar: 'rotulos', chave: 'Prioridade', palavra: 'Urgência' };
  const status = { lugar: 'situacaoTicket', chave: 'AGUARDANDO_CLIENTE', palavra: 'Com o cliente' };

  it('are changed and searched only by who may, and read by everybody', async () => {
    for (const token of [operator, consumer]) {
      expect((await call('GET', '/config/palavras/busca?q=aberto', undefined, token)).status).toBe(403);
      expect((await call('GET', BASE, undefined, token)).status).toBe(403);
      expect((await call('GET', '/config/palavras', undefined, token)).body).toEqual({});
    }
  });

  it('are said by every answer once they are published, and no more after a roll back', async () => {
    expect(await statuses()).toContain('Aguardando cliente');
    expect((await publish([status, label])).status).toBe(200);
    expect(await statuses()).toContain('Com o cliente');
    const words = {
      situacaoTicket: { AGUARDANDO_CLIENTE: 'Com o cliente' },
      rotulos: { Prioridade: 'Urgência' },
    };
    expect((await call('GET', '/config/palavras', undefined, consumer)).body).toEqual(words);
    expect((await call('GET', '/sac/carga', undefined, operator)).body.palavras).toEqual(words);
    const file = await call('POST', '/sac/tickets/exportar', { formato: 'csv', filtros: {} });
    expect(file.status).toBe(200);
    expect(file.body).toContain('Urgência');
    expect(file.body).not.toContain('Prioridade');

    const { versao } = await detail();
    const back = await call('POST', `${BASE}/versoes/1/voltar`, { versao, nota: 'Voltar' });
    expect(back.status).toBe(200);
    expect(await statuses()).toContain('Aguardando cliente');
    expect((await call('GET', '/sac/carga', undefined, operator)).body.palavras).toBeUndefined();
  });

  it('tell open consoles that they changed, in the transaction that publishes them', async () => {
    await publish([status]);
    const events = await server.database.db.select().from(realtimeEvents);
    expect(events.filter(({ event }) => event === 'palavras.mudaram').length).toBeGreaterThan(0);
    const allowed = await call(
      'POST',
      '/broadcasting/auth',
      { socket_id: '1.1', channel_name: 'private-console' },
      consumer,
    );
    expect(allowed.status).toBe(200);
  });

  it('are found by what stands on the screen, with where it is seen', async () => {
    await publish([status]);
    const find = async (q: string) =>
      (await call('GET', `/config/palavras/busca?q=${encodeURIComponent(q)}`)).body;
    const [first] = await find('com o cliente');
    expect(first).toMatchObject({
      lugar: 'situacaoTicket',
      padrao: 'Aguardando cliente',
      atual: 'Com o cliente',
    });
    expect((await find('aguardando cli')).map(({ atual }: { atual: string }) => atual)).toContain(
      'Com o cliente',
    );
    const [found] = await find('prioridade');
    expect(found).toMatchObject({ lugar: 'rotulos', lugarTitulo: 'Nomes de campos' });
    expect(found.onde.length).toBeGreaterThan(1);
    expect(await find('zzzz')).toEqual([]);
  });

  it('are refused at their line, and leave what is published', async () => {
    const twin = { lugar: 'situacaoTicket', chave: 'ABERTO', palavra: 'finalizado' };
    const answer = await publish([twin]);
    expect([answer.status, answer.body.code]).toEqual([422, 'DEFINICAO_INVALIDA']);
    expect(JSON.stringify(answer.body)).toContain('igual à de');
    expect(await statuses()).toContain('Aberto');
  });

  it('cannot be archived, since every screen reads them', async () => {
    const { versao } = await detail();
    expect((await call('POST', `${BASE}/arquivar`, { versao })).status).toBe(422);
  });
});
