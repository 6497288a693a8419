import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { fastify } from 'fastify';
import { defineRoutes, Strict } from '#contract/route.ts';
import { implement } from '#server/implement.ts';
import { registerAdmission } from '#server/plugins/admission.ts';
import { answerErrors } from '#server/plugins/errors.ts';
import { createPeople } from '../support/people.ts';
import { type TestServer, testServer } from '../support/servers/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer({ areaPrefix: 'devolucao' });
  const { people } = await createPeople(server.deps.db);
  token = await server.sessionOf(people.OPERADOR);
});
afterAll(() => server?.close());

const get = (url: string, headers = {}) => server.call('GET', url, { token, headers });

describe('ticket paths below /devolucao', () => {
  it('answer like those below /sac, to the same people', async () => {
    for (const path of ['/tickets', '/tickets/totais', '/tickets/2147483647', '/tickets/?page=-1']) {
      const [first, second] = [await get(`/sac${path}`), await get(`/devolucao${path}`)];
      expect([path, second.status, { ...second.body, requestId: '' }]).toEqual([
        path,
        first.status,
        { ...first.body, requestId: '' },
      ]);
    }
    expect((await server.call('GET', '/devolucao/tickets')).status).toBe(401);
    const search = await server.call('POST', '/devolucao/consultas/tickets', { token, body: {} });
    expect([search.status, search.body.paginator.current_page]).toEqual([200, 1]);
  });

  it('are announced to consoles, hold only tickets, and never answer with the page', async () => {
    expect((await get('/env.json')).body).toMatchObject([{ AREA: 'devolucao' }]);
    for (const url of ['/devolucao/carga', '/devolucao/tickets/1/nada', '/devolucao'])
      expect([url, (await get(url, { accept: 'text/html' })).body.code]).toEqual([url, 'NAO_ENCONTRADO']);
  });
});

describe('GET that changes state', () => {
  const routes = defineRoutes({
    flip: {
      method: 'GET',
      path: '/sac/virar',
      summary: 'Virar',
      permission: 'session',
      changesState: true,
      query: Strict({}),
      response: Type.Object({ vezes: Type.Integer({ title: 'Vezes' }) }),
    },
  });

  it('requires the App header, is not cached, and is not executed by a HEAD', async () => {
    let flips = 0;
    const app = fastify();
    app.decorateRequest('user', null);
    app.decorateRequest('authenticatedBy', null);
    app.decorateRequest('cookies', { getter: () => ({}) });
    registerAdmission(app, server.deps);
    answerErrors(app);
    implement(routes, { flip: async () => ({ vezes: ++flips }) }).mount(app, server.deps);
    const send = (method: 'GET' | 'HEAD', app_: object) =>
      app.inject({ method, url: '/sac/virar', headers: { authorization: `Bearer ${token}`, ...app_ } });
    expect((await send('GET', {})).json()).toMatchObject({ code: 'ORIGEM_RECUSADA' });
    expect((await send('HEAD', { app: 'teste' })).statusCode).toBe(404);
    const done = await send('GET', { app: 'teste' });
    expect([done.json(), done.headers['cache-control']]).toEqual([{ vezes: 1 }, 'no-store']);
    await app.close();
  });
});

describe('HEAD request', () => {
  it('is answered like its GET, without the body, and needs the same permission', async () => {
    const ask = (method: 'GET' | 'HEAD', headers: object) =>
      server.app.inject({ method, url: '/sac/tickets', headers: { ...headers } });
    const authorization = `Bearer ${token}`;
    const [got, head] = [await ask('GET', { authorization }), await ask('HEAD', { authorization })];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
    expect((await ask('HEAD', {})).statusCode).toBe(401);
  });
});
