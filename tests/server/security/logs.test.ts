import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '#server/app.ts';
import { logOptions } from '#server/settings/logOptions.ts';
import { createPeople, TEST_PASSWORD } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let app: FastifyInstance;
const lines: string[] = [];
beforeAll(async () => {
  server = await testServer();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  app = await buildApp(server.deps, { logger: { ...(logOptions('debug') as object), stream } });
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});

const written = () => lines.join('');
const inject = (options: InjectOptions) => app.inject(options);

describe('logs at the most verbose level', () => {
  it('contain no password, no token and no search text', async () => {
    const { cpfs } = await createPeople(server.deps.db);
    const login = await inject({
      method: 'POST',
      url: '/login/sac',
      payload: { cpf: cpfs.ADMIN, senha: TEST_PASSWORD },
    });
    const { token } = login.json();
    await inject({
      url: '/sac/tickets?termo=segredo-da-busca',
      headers: { authorization: `Bearer ${token}` },
    });
    await inject({ url: '/sac/carga', headers: { cookie: `balcao_sessao=${token}` } });
    await inject({ method: 'POST', url: '/senha/validar-token', payload: { token: 'codigo-secreto' } });
    expect(written()).toContain('/sac/tickets');
    for (const secret of [TEST_PASSWORD, token, 'segredo-da-busca', 'codigo-secreto', cpfs.ADMIN])
      expect(written()).not.toContain(secret);
  });

  it('name each request by its id and contain no personal data of its URL', async () => {
    const from = lines.length;
    for (const url of [
      '/sac/tickets?cpf=529.982.247-25&email=ana%40exemplo.com.br',
      '/sac/clientes/52998224725',
      '/nada/529.982.247-25/fim',
      '/nada/12.345.678%2F0001-95',
      '/nada/AB12C34D000184',
      '/nada/ana@exemplo.com.br',
    ])
      await inject({ url });
    const said = lines.slice(from).map((line) => JSON.parse(line));
    expect(said.length).toBeGreaterThanOrEqual(12);
    expect(said.every(({ reqId }) => /^[0-9a-f-]{13}$/.test(reqId))).toBe(true);
    expect(new Set(said.map(({ reqId }) => reqId)).size).toBe(6);
    // Ids and times are digits by chance, among which some of a document may be.
    const reported = said.map(({ reqId: _id, time: _time, responseTime: _took, ...rest }) => rest);
    expect(JSON.stringify(reported)).not.toMatch(/529|982\.247|0001-95|AB12C|ana(@|%40)/);
    expect(said.some(({ req }) => req?.path === '/nada/…/fim')).toBe(true);
  });

  it('say which statement failed and where, but none of its values', async () => {
    const failed = await server.deps.db
      .execute(sql`select ${'valor-secreto'}::text, ${'4711-secreto'}::int`)
      .catch((error: unknown) => error);
    app.log.error({ err: failed }, 'unexpected error');
    const line = JSON.parse(lines.at(-1) ?? '{}');
    expect(line.err).toMatchObject({
      message: expect.stringContaining('Failed query'),
      stack: expect.stringContaining('logs.test.ts'),
      cause: { code: '22P02' },
    });
    expect(lines.at(-1)).not.toContain('secreto');
  });
});
