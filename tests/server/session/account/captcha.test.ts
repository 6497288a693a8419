import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { installation, loginFailures, usedCaptchas } from '#server/db/tables/index.ts';
import { captchaWork } from '#server/session/account/captcha.ts';
import { createPeople, TEST_PASSWORD, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer({ captcha: true });
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());

/** The work itself is done once; what follows from it being done does not depend on how long it took. */
const WHOLE_WORK = { ...captchaWork };
afterEach(() => void Object.assign(captchaWork, { leastSteps: 1, mostSteps: 10 }));
afterAll(() => void Object.assign(captchaWork, WHOLE_WORK));
beforeEach(() => server.deps.db.delete(loginFailures));

const challenge = async (): Promise<Challenge> => (await server.call('GET', '/captcha')).body;

/** What the widget sends once it has found the number. */
async function solved(given?: Challenge): Promise<string> {
  const requested = given ?? (await challenge());
  const solution = await solveChallenge({ challenge: requested, deriveKey });
  return encoded({ challenge: requested, solution });
}
const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');

const login = (captcha?: string, app = 'balcao', senha = TEST_PASSWORD) =>
  server.call('POST', '/login/sac', {
    body: { cpf: persons.cpfs.ADMIN, senha, ...(captcha !== undefined && { captcha }) },
    headers: { App: app },
  });

describe('login of our console', () => {
  it('accepts a solved challenge, once', async () => {
    Object.assign(captchaWork, WHOLE_WORK);
    const proof = await solved();
    expect((await login(proof)).status).toBe(200);
    const again = await login(proof);
    expect([again.status, again.body.code]).toEqual([422, 'VERIFICACAO_INVALIDA']);
    expect(await server.deps.db.select().from(usedCaptchas)).not.toHaveLength(0);
  });

  it('is refused without a challenge, before the password is checked', async () => {
    for (const senha of [TEST_PASSWORD, 'errada']) {
      const { status, body } = await login(undefined, 'balcao', senha);
      expect([status, body.errors]).toEqual([422, { captcha: 'Faça a verificação de novo.' }]);
    }
    expect(await server.deps.db.select().from(loginFailures)).toEqual([]);
  });

  it('uses up a challenge even with a wrong password', async () => {
    const proof = await solved();
    expect((await login(proof, 'balcao', 'errada')).status).toBe(401);
    expect((await login(proof)).status).toBe(422);
  });

  it('accepts one of two concurrent requests with the same proof', async () => {
    const proof = await solved();
    const both = await Promise.all([login(proof), login(proof)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it.each(['', 'x', '!!!', encoded(null), encoded({}), encoded({ challenge: { parameters: {} } })])(
    'is refused with the broken proof "%s"',
    async (proof) => expect((await login(proof)).status).toBe(422),
  );

  it('is refused with a forged or changed challenge', async () => {
    const own = await challenge();
    const easier = { ...own, parameters: { ...own.parameters, cost: 1, keyPrefix: '0' } };
    const later = { ...own, parameters: { ...own.parameters, expiresAt: 9_999_999_999 } };
    const foreign = { ...own, signature: '0'.repeat(64) };
    const solution = { counter: 0, derivedKey: '0'.repeat(64) };
    for (const forged of [easier, later, foreign, own]) {
      expect((await login(encoded({ challenge: forged, solution }))).status).toBe(422);
    }
  });
});

it('the captcha secret is shared by all processes and is in no answer', async () => {
  const [row] = await server.deps.db.select().from(installation);
  const secret = String(row?.facts.captchaSecret);
  expect(secret).toMatch(/^[\w-]{43}$/);
  await challenge();
  const [later] = await server.deps.db.select().from(installation);
  expect(later?.facts.captchaSecret).toBe(secret);
  expect(JSON.stringify((await server.call('GET', '/config/instalacao')).body)).not.toContain(secret);
});

describe('login of another client', () => {
  it('is accepted without a challenge', async () => expect((await login(undefined, 'ERP')).status).toBe(200));

  it('has to wait after fewer failures', async () => {
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await login(undefined, 'ERP', 'errada')).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('is refused with a wrong proof', async () => expect((await login('x', 'ERP')).status).toBe(422));
});
