import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings, SettingsError } from '#server/settings/settings.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const SOUTH = { NAME: 'Sul', API_URL: 'https://sul.exemplo.com.br/' };
const CONSOLE = 'https://balcao.exemplo.com.br';
let server: TestServer;

beforeAll(async () => {
  const { businesses, consoleOrigins } = readSettings({
    BUSINESSES: JSON.stringify([SOUTH]),
    CONSOLE_ORIGINS: CONSOLE,
  });
  server = await testServer({ businesses, consoleOrigins });
});
afterAll(() => server.close());

const requested = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
  server.app.inject({ method, url: '/env.json', headers: { origin, app: 'balcao' } });

describe('other businesses', () => {
  it('are listed after this one, and can be called and shown', async () => {
    const { body, headers } = await server.call('GET', '/env.json');
    expect(body).toHaveLength(2);
    expect(body[1]).toEqual({
      NAME: 'Sul',
      API_URL: 'https://sul.exemplo.com.br',
      IMAGES_URL: 'https://sul.exemplo.com.br/imagens',
      WS_HOST: 'sul.exemplo.com.br',
      WS_KEY: '',
      WS_PORT: 443,
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/connect-src [^;]*https:\/\/sul\.exemplo\.com\.br(;| |$)/);
    expect(policy).toMatch(/img-src [^;]*https:\/\/sul\.exemplo\.com\.br(;| |$)/);
  });

  it.each([
    'nada',
    '[{"NAME":"Sul"}]',
    '[{"NAME":"Sul","API_URL":"ftp://sul"}]',
    `[{"NAME":"Sul","API_URL":"https://sul; script-src *"}]`,
  ])('are rejected as %s', (BUSINESSES) => {
    expect(() => readSettings({ BUSINESSES })).toThrow(SettingsError);
  });
});

describe('consoles of other installations', () => {
  it('can call only by their origin, and never with a cookie', async () => {
    const { headers } = await requested(CONSOLE);
    expect(headers['access-control-allow-origin']).toBe(CONSOLE);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('get the allowed headers before a call', async () => {
    const answer = await requested(CONSOLE, 'OPTIONS');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toContain('Authorization');
  });

  it.each(['https://outro.exemplo.com.br', `${CONSOLE}.mau.com`, 'null'])(
    'get no permission as %s',
    async (origin) => {
      expect((await requested(origin)).headers['access-control-allow-origin']).toBeUndefined();
      expect((await requested(origin, 'OPTIONS')).statusCode).toBe(404);
    },
  );

  it('must be plain origins', () => {
    expect(() => readSettings({ CONSOLE_ORIGINS: `${CONSOLE}/console` })).toThrow(SettingsError);
    expect(() => readSettings({ CONSOLE_ORIGINS: '*' })).toThrow(SettingsError);
  });
});
