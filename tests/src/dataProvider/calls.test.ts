import { File as NodeFile } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { platformRoutes } from '#contract/config/platform.ts';
import { defineRoutes } from '#contract/route.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { sessionRoutes } from '#contract/session/session.ts';
import { type Business, chooseBusiness } from '#data/business.ts';
import { addressOf, bracketQuery, call } from '#data/call.ts';
import { dataProvider } from '#data/dataProvider.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { CallFailure, failureText } from '#data/http.ts';
import { clearSession, keepLoad, keepToken } from '#data/session.ts';
import { HttpResponse, http, inTurn, loadOf, person, refusal, requested, requests, serve } from './server.ts';

const server = serve();

const own: Business = { NAME: 'Balcão', API_URL: '', IMAGES_URL: '', WS_HOST: '', WS_KEY: '', WS_PORT: 0 };
const foreign: Business = { ...own, NAME: 'Matriz', API_URL: 'https://matriz.example/api' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  chooseBusiness(own);
  clearSession();
});
afterEach(() => chooseBusiness(own));

const failureOf = async (promise: Promise<unknown>) => {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CallFailure);
  return failure as CallFailure;
};

describe('URL of a call', () => {
  it('encodes path parameters and keeps them inside their segment', () => {
    const { draft } = platformRoutes;
    expect(addressOf(draft, { objeto: 'a/b?c#d é' })).toBe('/config/rascunhos/a%2Fb%3Fc%23d%20%C3%A9');
    expect(addressOf(draft, { objeto: "$&$'" })).toBe("/config/rascunhos/%24%26%24'");
    for (const objeto of ['', undefined, null, '.', '..', Number.NaN]) {
      expect(() => addressOf(draft, { objeto })).toThrow('path parameter objeto');
    }
  });

  it('contains the requested area for a route of both areas', () => {
    expect(addressOf(sessionRoutes.load)).toBe('/sac/carga');
    expect(addressOf(sessionRoutes.load, {}, {}, 'callcenter')).toBe('/callcenter/carga');
  });

  it('uses the return-flow variants of ticket paths if the back end has them', () => {
    chooseBusiness({ ...foreign, AREA: 'devolucao' });
    expect(addressOf(conversationRoutes.history, { idTicket: 7 })).toBe('/devolucao/tickets/7/historico');
    expect(addressOf(ticketRoutes.search)).toBe('/devolucao/consultas/tickets');
    expect(addressOf(sessionRoutes.load)).toBe('/sac/carga');
    expect(addressOf(ticketCatalogRoutes.steps)).toBe('/sac/consultas/etapas');
  });

  it('writes arrays and objects in brackets and omits empty values', () => {
    const query = {
      status: ['A', 'B&C'],
      f: { de: 1, ate: undefined },
      q: '',
      zero: 0,
      no: false,
      none: [],
      x: null,
    };
    expect(bracketQuery(query)).toBe('status[]=A&status[]=B%26C&f[de]=1&zero=0&no=false');
    expect(bracketQuery({ em: new Date(0) })).toBe('em=1970-01-01T00%3A00%3A00.000Z');
  });
});

describe('headers of a call', () => {
  it('name the system and the body type, without a token for our own server', async () => {
    keepToken('segredo');
    server.use(http.post('/login/sac', () => HttpResponse.json({ token: 't' })));
    await call(sessionRoutes.loginSac, { body: { cpf: '1', senha: '2' } });
    const [request] = requests;
    expect(request?.headers.get('app')).toBe('balcao');
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('authorization')).toBeNull();
    expect(await request?.json()).toEqual({ cpf: '1', senha: '2' });
  });

  it('include the token of another business at its own URL until the session is cleared', async () => {
    server.use(http.get('https://matriz.example/api/sac/tickets/totais', () => HttpResponse.json([])));
    chooseBusiness(foreign);
    keepToken('da-matriz');
    await call(ticketRoutes.totals, { query: {} });
    clearSession();
    await call(ticketRoutes.totals, { query: {} });
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer da-matriz',
      null,
    ]);
    chooseBusiness(own);
    expect(localStorage.getItem('balcao.negocio')).toBeNull();
  });

  it('include an Idempotency-Key for a command, a new one each time', async () => {
    const { pay } = defineRoutes({
      pay: { ...sessionRoutes.logout, path: '/config/teste', idempotent: true },
    });
    server.use(http.post('/config/teste', () => HttpResponse.json({ message: 'ok' })));
    await call(pay, {});
    await call(pay, {});
    await call(pay, {}, { idempotencyKey: 'mesma' });
    const keys = requests.map((request) => request.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mesma');
  });
});

describe('failed call', () => {
  it.each([
    [{ err: 'um', error: 'dois' }, 'um'],
    [{ error: 'dois', message: 'tres' }, 'dois'],
    [{ message: 'tres' }, 'tres'],
    [{ error: { message: 'dentro' } }, 'dentro'],
    [{ error: '' }, 'Not Found'],
    [undefined, 'Not Found'],
    ['<html>', 'Not Found'],
  ])('takes its text from %j', (body, text) => {
    expect(failureText(body, 'Not Found')).toBe(text);
  });

  it('has status, code, field errors and request id', async () => {
    server.use(
      http.get('/sac/tickets/totais', () =>
        HttpResponse.json(
          {
            error: 'Confira os campos',
            code: 'INVALIDO',
            errors: { email: 'E-mail inválido', nome: ['curto', 'vazio'] },
            requestId: 'abc',
          },
          { status: 422 },
        ),
      ),
    );
    const failure = await failureOf(call(ticketRoutes.totals, { query: {} }));
    expect(failure).toMatchObject({
      status: 422,
      message: 'Confira os campos',
      code: 'INVALIDO',
      fields: { email: 'E-mail inválido', nome: 'curto\nvazio' },
      requestId: 'abc',
    });
  });

  it('takes no text from an HTML page', async () => {
    server.use(
      http.get('/sac/tickets/totais', () =>
        HttpResponse.html('<h1>Bad</h1>', { status: 502, statusText: 'Bad Gateway' }),
      ),
    );
    expect((await failureOf(call(ticketRoutes.totals, { query: {} }))).message).toBe('Bad Gateway');
  });

  it('has code 0 when the server is unreachable', async () => {
    server.use(http.get('/sac/tickets/totais', () => HttpResponse.error()));
    const failure = await failureOf(call(ticketRoutes.totals, { query: {} }));
    expect(failure).toMatchObject({ status: 0, code: '0', message: 'Falha na comunicação com o servidor!' });
  });

  it('is not reported for an aborted call', async () => {
    server.use(http.get('/sac/tickets/totais', () => HttpResponse.json([])));
    const abandoned = AbortSignal.abort();
    await expect(call(ticketRoutes.totals, { query: {} }, { signal: abandoned })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('cached answers', () => {
  const types = () => call(ticketCatalogRoutes.types, {});
  const path = addressOf(ticketCatalogRoutes.types);

  beforeEach(() => {
    server.use(
      http.get(path, () => HttpResponse.json([])),
      http.get(`https://matriz.example/api${path}`, () => HttpResponse.json([])),
    );
  });

  it("are used from memory or storage for the route's minutes, then requested again", async () => {
    keepLoad(loadOf(person(7)));
    await types();
    await types();
    expect(requested).toEqual([`GET ${path}`]);
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('TICKETS:'));
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
    expect(kept.until).toBeGreaterThan(Date.now() + 9 * 60_000);
    expect(kept.until).toBeLessThanOrEqual(Date.now() + 10 * 60_000);
    const now = Date.now;
    Date.now = () => now() + 11 * 60_000;
    await types();
    Date.now = now;
    expect(requested).toHaveLength(2);
  });

  it('belong to one person and one business', async () => {
    keepLoad(loadOf(person(7)));
    await types();
    keepLoad(loadOf(person(8)));
    await types();
    chooseBusiness(foreign);
    await types();
    expect(requested).toEqual([`GET ${path}`, `GET ${path}`, `GET https://matriz.example/api${path}`]);
  });

  it('are deleted with the session, even when they arrive later', async () => {
    keepLoad(loadOf(person(7)));
    const late = types();
    clearSession();
    await late;
    expect(Object.keys(localStorage).filter((name) => name.startsWith('TICKETS'))).toEqual([]);
  });

  it('are skipped for a fresh request, and never kept for customers or tickets', async () => {
    keepLoad(loadOf(person(7)));
    await types();
    await call(ticketCatalogRoutes.types, {}, { fresh: true });
    expect(requested).toHaveLength(2);
    for (const route of Object.values(ticketRoutes))
      expect('cacheMinutes' in route && route.cacheMinutes).toBe(false);
  });
});

describe('files', () => {
  it('are returned as blobs, and failures as text', async () => {
    server.use(
      http.get(
        '/imagens/logo',
        inTurn(
          () =>
            HttpResponse.arrayBuffer(new Uint8Array([1, 2, 3]).buffer, {
              headers: { 'Content-Type': 'image/png' },
            }),
          () => refusal(404, 'Não há logotipo'),
        ),
      ),
    );
    const blob = (await call(platformRoutes.logo, { query: {} })) as Blob;
    expect([blob.size, blob.type]).toEqual([3, 'image/png']);
    expect(requests[0]?.headers.get('accept')).toBe('*/*');
    expect((await failureOf(call(platformRoutes.logo, { query: {} }))).message).toBe('Não há logotipo');
  });

  it('are sent in a part named arquivo; an invalid answer is a failure', async () => {
    const stored = {
      id: '0b8f8a3e-0000-4000-8000-000000000000',
      nome: 'a.png',
      mime: 'image/png',
      tamanho: 3,
    };
    server.use(
      http.post(
        '/config/arquivos',
        inTurn(
          () => HttpResponse.json({ data: stored }, { status: 201 }),
          () => refusal(413, 'Arquivo grande demais'),
          () => HttpResponse.text('olá'),
        ),
      ),
    );
    // These tests use Node's fetch, which does not accept jsdom's File.
    const file = new NodeFile(['abc'], 'a.png', { type: 'image/png' }) as unknown as File;
    expect(await uploadFile(file)).toEqual(stored);
    expect(requests[0]?.headers.get('app')).toBe('balcao');
    expect((await failureOf(uploadFile(file))).message).toBe('Arquivo grande demais');
    expect((await failureOf(uploadFile(file))).status).toBe(200);
    await expect(uploadFile(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('react-admin verbs of the dataProvider', () => {
  const paginator = (current_page: number, keys: object = {}) => ({
    current_page,
    per_page: 25,
    total: 60,
    last_page: 3,
    ...keys,
  });
  const list = (page: number, filter: object = {}) =>
    dataProvider.getList('tickets', {
      pagination: { page, perPage: 25 },
      sort: { field: 'dtCriacao', order: 'DESC' },
      filter,
    });

  it('read a list with its total and filters in brackets', async () => {
    server.use(
      http.get('/sac/tickets', () => HttpResponse.json({ itens: [{ id: 1 }], paginator: paginator(1) })),
    );
    const result = await list(1, { status: ['ABERTO', 'CANCELADO'], termo: 'nf 10' });
    expect(result).toMatchObject({ data: [{ id: 1 }], total: 60, meta: { last_page: 3 } });
    expect(requested).toEqual([
      'GET /sac/tickets?page=1&take=25&orderBy=dtCriacao&direction=DESC&status[]=ABERTO&status[]=CANCELADO&termo=nf%2010',
    ]);
  });

  it('use the cursor for the pages next to the last one, and numbers for others', async () => {
    server.use(
      http.get('/sac/tickets', ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return HttpResponse.json({
          itens: [],
          paginator: paginator(page, { proximo: `p${page}`, anterior: `a${page}` }),
        });
      }),
    );
    const cursor = () => new URL(requests.at(-1)?.url ?? '').searchParams.get('cursor');
    const filter = { termo: 'chaves' };
    await list(1, filter);
    await list(2, filter);
    expect(cursor()).toBe('p1');
    await list(1, filter);
    expect(cursor()).toBe('a2');
    await list(3, filter);
    expect(cursor()).toBeNull();
    await list(2, { termo: 'outra' });
    expect(cursor()).toBeNull();
  });

  it('read one record, reject unsupported verbs, and report an unknown resource', async () => {
    server.use(http.get('/sac/tickets/812', () => HttpResponse.json({ data: { id: 812 } })));
    expect(await dataProvider.getOne('tickets', { id: 812 })).toEqual({ data: { id: 812 } });
    await expect(dataProvider.delete('tickets', { id: 812 })).rejects.toThrow(
      'delete is not a call of tickets',
    );
    await expect(dataProvider.getOne('nada', { id: 1 })).rejects.toThrow('unknown resource nada');
  });

  it('use the simple-REST dialect for our own resources only', async () => {
    server.use(
      http.get('/config/emails', () =>
        HttpResponse.json([{ id: 3 }, { id: 2 }], { headers: { 'Content-Range': 'emails 25-26/27' } }),
      ),
      http.get(
        '/config/emails/3',
        inTurn(
          () => HttpResponse.json({ id: 3 }),
          () => refusal(404, 'Não encontrado'),
        ),
      ),
    );
    const page = await dataProvider.getList('emails', {
      pagination: { page: 2, perPage: 25 },
      sort: { field: 'criado', order: 'DESC' },
      filter: { q: 'senha' },
    });
    expect(page).toEqual({ data: [{ id: 3 }, { id: 2 }], total: 27 });
    const query = new URL(requests[0]?.url ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      filter: '{"q":"senha"}',
      range: '[25,49]',
      sort: '["criado","DESC"]',
    });
    expect(requests[0]?.headers.get('app')).toBe('balcao');
    expect(await dataProvider.getOne('emails', { id: 3 })).toEqual({ data: { id: 3 } });
    expect((await failureOf(dataProvider.getOne('emails', { id: 3 }))).message).toBe('Não encontrado');
  });
});
