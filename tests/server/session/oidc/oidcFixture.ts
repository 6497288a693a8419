import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { providerLimits } from '#server/adapters/oidc/provider.ts';
import {
  auditLog,
  externalIdentities,
  loginFailures,
  people,
  roles,
  secondFactors,
} from '#server/db/tables/index.ts';
import { roleFor } from '#server/session/roles.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { CLIENT, type FakeOidcProvider, startFakeOidcProvider } from '#tests/support/signIn/oidcForger.ts';

export let forger: FakeOidcProvider;
export let server: TestServer;
export let persons: TestPeople;

/** A console with an OpenID provider, for the tests of one file. Each begins with an operator who has no factor and no link. */
export function openDirectory(): void {
  beforeAll(async () => {
    forger = await startFakeOidcProvider();
    server = await testServer({ publicUrl: 'http://localhost:3999', oidc: settingsOf(forger.issuer) });
    persons = await createPeople(server.deps.db);
    providerLimits.timeout = 400;
  });
  afterAll(async () => {
    providerLimits.timeout = 5_000;
    await server?.close();
    await forger?.stop();
  });
  beforeEach(async () => {
    const { db } = server.deps;
    for (const table of [loginFailures, externalIdentities, secondFactors]) await db.delete(table);
    await db.update(roles).set({ demandsFactor: false });
    await db
      .update(people)
      .set({ type: 'OPERADOR', roleId: await roleFor(db, 'OPERADOR'), active: true })
      .where(eq(people.id, persons.people.OPERADOR));
    Object.assign(forger, { claims: OPERATOR(), foreignKey: false, silent: false });
    Object.assign(server.deps.settings, { oidc: settingsOf(forger.issuer) });
  });
}

export const settingsOf = (issuer: string, more: object = {}) => ({
  issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  name: 'Conta da empresa',
  scopes: 'openid profile email',
  roleClaim: 'groups',
  roles: [
    ['balcao-gerentes', 'GERENTE'],
    ['balcao-sac', 'OPERADOR'],
  ] as const,
  branchClaim: 'filiais',
  branches: new Map([
    ['SP', '11222333000181'],
    ['AM', '11222333000262'],
  ]),
  cpfClaim: 'cpf',
  linkEmail: false,
  createUnknown: false,
  only: false,
  secondFactor: [] as string[],
  ...more,
});
export const use = (more: object) =>
  Object.assign(server.deps.settings, { oidc: settingsOf(forger.issuer, more) });

/** The directory's claims about the operator. */
export const OPERATOR = () => ({
  sub: 'operadora-1',
  name: 'Olga Operadora',
  groups: ['outro', 'balcao-sac'],
  filiais: ['SP'],
  cpf: persons.cpfs.OPERADOR,
});

let codes = 0;
interface Way {
  cookie: string;
  state: string;
  nonce: string;
}

/** Begins in a new browser, or in one that has begun before. */
export async function begin(
  path = '/login/oidc',
  token?: string,
  browser = '',
): Promise<Way & { endereco: string }> {
  const begun = await server.call('POST', path, {
    ...(token && { token }),
    headers: { cookie: browser },
  });
  expect([begun.status, begun.body.code]).toEqual([200, undefined]);
  const { searchParams } = new URL(begun.body.endereco);
  return {
    endereco: begun.body.endereco,
    cookie: String(begun.headers['set-cookie']).split(';')[0] ?? '',
    state: searchParams.get('state') ?? '',
    nonce: searchParams.get('nonce') ?? '',
  };
}

/** Returns with an unused code. */
export const back = (
  way: Way,
  more: { query?: string; token?: string; claims?: object; code?: string } = {},
) => {
  forger.claims = { ...OPERATOR(), nonce: way.nonce, ...more.claims };
  const query = more.query ?? `code=${more.code ?? `c${++codes}`}&iss=${encodeURIComponent(forger.issuer)}`;
  return server.call('POST', '/login/oidc/concluir', {
    ...(more.token && { token: more.token }),
    headers: { cookie: way.cookie },
    body: { consulta: `${query}&state=${way.state}` },
  });
};
export const signIn = async (claims: object = {}) => back(await begin(), { claims });
export const holds = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;
export const lastAudit = async (action: string) => {
  const rows = await server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, action))
    .orderBy(desc(auditLog.id));
  return rows[0];
};
export const operator = async () => {
  const [row] = await server.deps.db.select().from(people).where(eq(people.id, persons.people.OPERADOR));
  return row;
};
/** Times in seconds from now. */
export const inSeconds = (claims: object) =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.floor(Date.now() / 1000) + value : value,
    ]),
  );
