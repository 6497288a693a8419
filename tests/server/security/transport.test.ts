import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReturnsFixture, returnsFixture, uploaded } from '../sac/returnsFixture.ts';
import { create, goodQuestion } from '../sac/tickets/creation/newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
  await fixture.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => fixture?.close());

/** Sends raw bytes that no client would send. Returns everything that came back. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const { port } = fixture.server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
  });
const get = (path: string) =>
  exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);

describe('requested URL', () => {
  it.each(['/%zz', '/sac/%ff', '/imagens/produtos/%c0%af'])(
    'is answered 400 when it cannot be decoded: %s',
    async (path) => {
      const answer = await get(path);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toMatch(/content-security-policy: default-src 'none'/);
      expect(answer).toMatch(/x-content-type-options: nosniff/);
      expect(answer).toMatch(/cache-control: no-store/);
      expect(answer).toContain('"code":"PEDIDO_INVALIDO"');
      expect(answer).not.toContain(path);
    },
  );

  it.each(['/sac/nada', '/callcenter/x', '/config/x', '/senha/x', '/imagens/x', '/docs/x', '/login/x'])(
    'is answered 404, not the page, below the API: %s',
    async (path) => {
      const answer = await get(path);
      expect(answer).toMatch(/^HTTP\/1.1 404 /);
      expect(answer).toContain('"code":"NAO_ENCONTRADO"');
    },
  );

  it.each([
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/..%5cpackage.json',
    '/.env',
    '//etc/passwd',
  ])('cannot leave its folder: %s', async (path) => {
    const answer = await get(path);
    expect(answer).not.toContain('"dependencies"');
    expect(answer).not.toContain('root:');
  });

  it('never causes a redirect', async () => {
    for (const path of ['//mal.exemplo', '/\\mal.exemplo', '/login?after_login=//mal.exemplo'])
      expect((await get(path)).toLowerCase()).not.toContain('\r\nlocation:');
  });
});

describe('malformed request', () => {
  it.each([
    ['TRACE', 'TRACE /sac/tickets HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 404 /],
    ['text that is not HTTP', 'FOO\r\n\r\n', /^HTTP\/1.1 400 /],
    [
      'both Content-Length and chunked encoding',
      'POST /login/sac HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1.1 400 /,
    ],
    [
      'a length of a hundred gigabytes',
      'POST /login/sac HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n{}',
      /^HTTP\/1.1 413 /,
    ],
  ])('is rejected: %s', async (_what, text, expected) => {
    expect(await exchange(text)).toMatch(expected);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'changes nothing when sent like a form of another site (%s)',
    async (type) => {
      const cookie = `balcao_sessao=${fixture.tokens.ADMIN}`;
      for (const [method, path] of [
        ['POST', '/config/sair'],
        ['POST', '/sac/tickets'],
        ['POST', '/config/arquivos'],
        ['POST', '/sac/avisos/ler-todos'],
      ] as const) {
        const answer = await fixture.server.app.inject({
          method,
          url: path,
          payload: '{}',
          headers: { cookie, 'content-type': type },
        });
        expect(answer.statusCode).toBe(403);
      }
      expect(
        (await fixture.server.call('GET', '/sac/validar-sessao', { token: fixture.tokens.ADMIN })).status,
      ).toBe(200);
    },
  );

  it('opens no session unless it is JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await fixture.server.call('POST', '/login/sac', {
        body: JSON.stringify({ cpf: fixture.cpfs.ADMIN, senha: 'correto cavalo' }),
        headers: { 'content-type': type },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('response about a person', () => {
  it('is cached by no browser and no proxy, files included', async () => {
    const token = fixture.tokens.OPERADOR;
    const file = await uploaded(fixture, token);
    const created = await create(fixture, goodQuestion(fixture, { arquivos: [file] }));
    expect(created.headers['cache-control']).toBe('no-store');
    const { id } = created.body.data;
    const [attachment] = (await fixture.server.call('GET', `/sac/tickets/${id}/anexos`, { token })).body;
    for (const link of [attachment.link, `${attachment.link}?miniatura=true`]) {
      const { status, headers } = await fixture.server.call('GET', link, { token });
      expect([link, status, headers['cache-control']]).toEqual([link, 200, 'no-store']);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    for (const path of [
      '/sac/carga',
      '/sac/tickets',
      '/sac/conta/dados',
      '/sac/tickets/1',
      '/config/rascunhos/x',
    ]) {
      const { headers } = await fixture.server.call('GET', path, { token });
      expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
  });
});
