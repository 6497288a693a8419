import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loginFailures } from '#server/db/tables/index.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ captcha: true });
});
afterAll(() => server?.close());
beforeEach(() => server.deps.db.delete(loginFailures));

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const login = (captcha: string) =>
  server.call('POST', '/login/sac', {
    body: { cpf: '52998224725', senha: 'qualquer', captcha },
    headers: { app: 'balcao' },
  });

describe('forged proof of work', () => {
  it.each([
    ['not base64', '%%%'],
    ['not JSON', Buffer.from('{').toString('base64')],
    ['null', encoded(null)],
    ['a list', encoded([])],
    ['no parameters', encoded({ challenge: {}, solution: {} })],
    ['a list of parameters', encoded({ challenge: { parameters: [], signature: 'x' }, solution: {} })],
    ['no signature', encoded({ challenge: { parameters: {} }, solution: {} })],
    [
      'an unlimited cost',
      encoded({
        challenge: {
          parameters: { algorithm: 'PBKDF2/SHA-256', cost: 1e9, nonce: 'ab', salt: 'ab', keyPrefix: 'ab' },
          signature: 'é'.repeat(64),
        },
        solution: { counter: 1, derivedKey: 'ab' },
      }),
    ],
    [
      'prototype keys',
      Buffer.from(
        '{"__proto__":{"verified":true},"challenge":{"parameters":{"__proto__":{"expiresAt":9e9}},"signature":"x"},"solution":{}}',
      ).toString('base64'),
    ],
    [
      'deep nesting',
      Buffer.from(
        `{"challenge":{"parameters":{"a":${'['.repeat(1200)}${']'.repeat(1200)}},"signature":"x"},"solution":{}}`,
      ).toString('base64'),
    ],
  ])('is rejected without a server error: %s', async (_what, captcha) => {
    const { status, body } = await login(captcha);
    expect([status, body.code]).toEqual([422, 'VERIFICACAO_INVALIDA']);
  });

  it('is rejected when a real challenge was made easier or longer', async () => {
    const challenge = (await server.call('GET', '/captcha')).body;
    for (const change of [
      { cost: 1 },
      { expiresAt: 9_999_999_999 },
      { keySignature: undefined },
      { keyPrefix: '' },
    ]) {
      const parameters = { ...challenge.parameters, ...change };
      const { status } = await login(
        encoded({ challenge: { ...challenge, parameters }, solution: { counter: 0, derivedKey: '00' } }),
      );
      expect(status).toBe(422);
    }
  });
});
