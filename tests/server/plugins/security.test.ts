import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPeople, TEST_PASSWORD, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer({ trustedProxies: ['10.0.0.0/8'] });
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());

describe('every response', () => {
  it.each([
    ['a call', '/env.json'],
    ['an error', '/sac/validar-sessao'],
    ['an unknown address', '/sac/nada'],
    ['the page', '/'],
    ['the page of the API', '/docs'],
  ])('of %s forbids framing, foreign scripts and caching', async (_, url) => {
    const { headers } = await server.call('GET', url, { headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  it('has a nonce of its own', async () => {
    const nonceOf = async () =>
      /'nonce-([^']{24})'/.exec(
        String((await server.call('GET', '/env.json')).headers['content-security-policy']),
      )?.[1];
    const [first, second] = [await nonceOf(), await nonceOf()];
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
  });

  it('has no CORS header for a foreign page', async () => {
    const { headers } = await server.call('GET', '/env.json', { headers: { origin: 'https://mal.exemplo' } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('https', () => {
  const login = (ip: string) =>
    server.call('POST', '/login/sac', {
      body: { cpf: persons.cpfs.ADMIN, senha: TEST_PASSWORD },
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' },
      ip,
    });

  it('is trusted from a known proxy: the cookie is Secure and HSTS is sent', async () => {
    const { headers } = await login('10.1.2.3');
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('is not trusted from anyone else', async () => {
    const { headers } = await login('203.0.113.7');
    expect(String(headers['set-cookie'])).not.toContain('Secure');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('is also known from PUBLIC_URL, where a proxy does not state it', async () => {
    const before = server.deps.settings;
    server.deps.settings = { ...before, publicUrl: 'https://balcao.exemplo.com.br' };
    const { headers } = await login('203.0.113.8');
    server.deps.settings = before;
    expect(String(headers['set-cookie'])).toMatch(/; SameSite=Lax; Secure/);
  });
});
