import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { OIDC_RETURN_PATH } from '../../../contract/session/oidc.ts';
import { providerLimits } from '../../../server/adapters/oidc/provider.ts';
import {
  auditLog,
  externalIdentities,
  loginFailures,
  outboxEmails,
  people,
  roles,
  secondFactors,
  sessions,
} from '../../../server/db/tables/index.ts';
import { isApiPath } from '../../../server/plugins/console.ts';
import { roleFor } from '../../../server/session/roles.ts';
import { sweepSessions } from '../../../server/session/sweep.ts';
import { CLIENT, type FakeOidcProvider, startFakeOidcProvider } from '../../support/oidcForger.ts';
import { createPeople, TEST_PASSWORD, type TestPeople, testCpf } from '../../support/people.ts';
import { codeAt, enrol } from '../../support/secondFactor.ts';
import { type TestServer, testServer } from '../../support/server.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let forger: FakeOidcProvider;
let server: TestServer;
let persons: TestPeople;
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

const settingsOf = (issuer: string, more: object = {}) => ({
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
const use = (more: object) => Object.assign(server.deps.settings, { oidc: settingsOf(forger.issuer, more) });

/** The directory's claims about the operator. */
const OPERATOR = () => ({
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
async function begin(
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
const back = (way: Way, more: { query?: string; token?: string; claims?: object; code?: string } = {}) => {
  forger.claims = { ...OPERATOR(), nonce: way.nonce, ...more.claims };
  const query = more.query ?? `code=${more.code ?? `c${++codes}`}&iss=${encodeURIComponent(forger.issuer)}`;
  return server.call('POST', '/login/oidc/concluir', {
    ...(more.token && { token: more.token }),
    headers: { cookie: way.cookie },
    body: { consulta: `${query}&state=${way.state}` },
  });
};
const signIn = async (claims: object = {}) => back(await begin(), { claims });
const holds = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;
const lastAudit = async (action: string) => {
  const rows = await server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, action))
    .orderBy(desc(auditLog.id));
  return rows[0];
};
const operator = async () => {
  const [row] = await server.deps.db.select().from(people).where(eq(people.id, persons.people.OPERADOR));
  return row;
};

describe('redirect to the OpenID provider', () => {
  it('returns to a page of the console that no API route shadows', () => {
    expect(isApiPath(OIDC_RETURN_PATH.split('/').filter(Boolean))).toBe(false);
  });

  it('requests a code with PKCE, state and nonce, bound to the browser', async () => {
    const { endereco, cookie } = await begin();
    const { searchParams, origin } = new URL(endereco);
    expect(origin).toBe(forger.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: 'http://localhost:3999/entrar/retorno',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(cookie).toMatch(/^balcao_entrada=[\w-]{43}$/);
  });

  it('reports a provider that is unreachable or slow', async () => {
    const { issuer } = forger;
    Object.assign(server.deps.settings, { oidc: settingsOf('http://127.0.0.1:9') });
    const away = await server.call('POST', '/login/oidc');
    expect([away.status, away.body.code]).toEqual([503, 'PROVEDOR_FORA']);
    const slow = await startFakeOidcProvider();
    slow.silent = true;
    Object.assign(server.deps.settings, { oidc: settingsOf(slow.issuer) });
    const late = await server.call('POST', '/login/oidc');
    expect([late.status, late.body.error]).toEqual([
      503,
      'Conta da empresa não respondeu a tempo. Tente de novo em instantes; se continuar, avise o suporte da empresa.',
    ]);
    await slow.stop();
    Object.assign(server.deps.settings, { oidc: settingsOf(issuer) });
    expect((await signIn()).status).toBe(200);
  });

  it('is unavailable when no provider is configured', async () => {
    Object.assign(server.deps.settings, { oidc: undefined });
    expect((await server.call('POST', '/login/oidc')).body.code).toBe('SEM_PROVEDOR');
    expect((await server.call('POST', '/login/oidc/saida', { body: { logout_token: 'x' } })).status).toBe(
      404,
    );
  });
});

describe('return from the OpenID provider', () => {
  it('opens a session of the person with the CPF of the directory, and links them', async () => {
    const { status, body, headers } = await signIn();
    expect([status, body.para]).toEqual([200, 'ENTRAR']);
    expect(String(headers['set-cookie'])).toContain('balcao_sessao=');
    expect(await holds(body.token)).toBe(true);
    const [linked] = await server.deps.db.select().from(externalIdentities);
    expect(linked).toMatchObject({ personId: persons.people.OPERADOR, subject: 'operadora-1' });
    const [mail] = await server.deps.db.select().from(outboxEmails).orderBy(desc(outboxEmails.id));
    expect(mail?.subject).toBe('Sua conta foi ligada à conta da empresa');
    expect((await lastAudit('ENTRAR'))?.after).toEqual({ por: 'conta da empresa' });
    // From then on the subject identifies the account, even if the directory omits other claims.
    expect((await signIn({ cpf: undefined })).status).toBe(200);
    expect((await signIn({ cpf: undefined, sub: 'outra' })).body.code).toBe('SEM_CONTA');
    expect((await signIn({ sub: 'outra' })).body.code).toBe('LIGADA_A_OUTRA');
  });

  const REFUSED: [what: string, claims: object, code: string][] = [
    ['another audience', { aud: 'outro-sistema' }, 'PROVEDOR_OUTRO_PUBLICO'],
    ['another issuer', { iss: 'https://outro.exemplo' }, 'PROVEDOR_OUTRO_EMISSOR'],
    ['the nonce of another sign-in', { nonce: 'x'.repeat(43) }, 'PROVEDOR_OUTRA_ENTRADA'],
    ['no nonce', { nonce: undefined }, 'PROVEDOR_OUTRA_ENTRADA'],
    ['an expired token', { iat: -900, exp: -300 }, 'PROVEDOR_RELOGIO'],
    ['a clock five minutes ahead', { iat: 300, exp: 600 }, 'PROVEDOR_RELOGIO'],
  ];
  it.each(REFUSED)('rejects %s with its own message', async (_, claims, code) => {
    const { status, body } = await signIn(inSeconds(claims));
    expect([status, body.code]).toEqual([403, code]);
    expect(body.error).toContain('Conta da empresa');
    expect(await server.deps.db.$count(externalIdentities)).toBe(0);
  });

  it.each([
    ['ahead', { iat: 90, exp: 390 }],
    ['behind', { iat: -390, exp: -90 }],
  ])('tolerates a clock that is 90 s %s', async (_, claims) => {
    expect((await signIn(inSeconds(claims))).status).toBe(200);
  });

  it('rejects a signature by another key', async () => {
    forger.foreignKey = true;
    expect((await signIn()).body.code).toBe('PROVEDOR_RESPOSTA');
  });

  it('rejects an answer that names another issuer in the URL', async () => {
    const way = await begin();
    const query = `code=c${++codes}&iss=https%3A%2F%2Foutro.exemplo`;
    expect((await back(way, { query })).body.code).toBe('PROVEDOR_OUTRO_EMISSOR');
  });

  it('accepts a code once and an attempt once', async () => {
    const way = await begin();
    expect((await back(way, { code: 'uma-vez' })).status).toBe(200);
    expect((await back(way, { code: 'outro' })).body.code).toBe('PROVEDOR_SEM_ENTRADA');
    expect((await back(await begin(), { code: 'uma-vez' })).body.code).toBe('PROVEDOR_CODIGO_USADO');
    const both = await begin();
    const answers = await Promise.all([back(both), back(both)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('rejects a state that is missing, too old or of another browser', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    for (const cookie of [theirs.cookie, '', 'balcao_entrada=x'])
      expect((await back({ ...mine, cookie })).body.code).toBe('PROVEDOR_SEM_ENTRADA');
    const late = await begin();
    server.advance(12 * 60_000);
    expect((await back(late)).body.code).toBe('PROVEDOR_SEM_ENTRADA');
    server.advance(-12 * 60_000);
    const twice = await server.call('POST', '/login/oidc/concluir', {
      headers: { cookie: mine.cookie },
      body: { consulta: `state=${mine.state}&state=${theirs.state}&code=x` },
    });
    expect(twice.status).toBe(422);
    expect((await back(mine)).status).toBe(200);
  });

  it('allows two tabs of one browser side by side', async () => {
    const first = await begin();
    const second = await begin('/login/oidc', undefined, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect((await back(first)).status).toBe(200);
    expect((await back(second)).status).toBe(200);
  });

  it('reports that the sign-in was cancelled', async () => {
    const iss = encodeURIComponent(forger.issuer);
    const { body } = await back(await begin(), { query: `error=access_denied&iss=${iss}` });
    expect([body.code, body.error]).toEqual([
      'PROVEDOR_CANCELADA',
      'A entrada por Conta da empresa foi cancelada. Nada mudou.',
    ]);
  });

  it('ends the session that the browser came with', async () => {
    const planted = (await signIn()).body.token;
    const { body } = await back(await begin(), { token: planted });
    expect([await holds(planted), await holds(body.token)]).toEqual([false, true]);
  });

  it('rejects a form post, as another site could send it', async () => {
    for (const url of ['/login/oidc/concluir', '/login/sac'])
      expect(
        (
          await server.call('POST', url, {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: 'consulta=code%3Dx',
          })
        ).status,
      ).toBe(415);
  });
});

/** Times in seconds from now. */
const inSeconds = (claims: object) =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.floor(Date.now() / 1000) + value : value,
    ]),
  );

describe("access from the directory's claims", () => {
  it('is refused without a mapped group', async () => {
    for (const groups of [undefined, [], ['outro'], 'balcao', { 'balcao-sac': true }]) {
      const { status, body } = await signIn({ groups });
      expect([status, body.code]).toEqual([403, 'SEM_PERFIL']);
    }
    expect(await server.deps.db.$count(externalIdentities)).toBe(0);
  });

  it('is updated at every sign-in, with an audit entry', async () => {
    await signIn();
    await signIn({ groups: ['balcao-sac', 'balcao-gerentes'], filiais: ['AM', 'desconhecida'] });
    expect(await operator()).toMatchObject({ type: 'GERENTE' });
    expect(await lastAudit('ACESSO_PELO_PROVEDOR')).toMatchObject({
      before: { tipo: 'OPERADOR', filiais: ['Matriz'] },
      after: { tipo: 'GERENTE', filiais: ['Norte'] },
    });
    await signIn({ groups: ['balcao-sac'], filiais: ['SP'] });
    expect(await operator()).toMatchObject({ type: 'OPERADOR' });
    const { id } = (await lastAudit('ACESSO_PELO_PROVEDOR')) ?? {};
    await signIn();
    expect((await lastAudit('ACESSO_PELO_PROVEDOR'))?.id).toBe(id);
  });

  it('is refused to a person of branches who has no known branch', async () => {
    expect((await signIn({ filiais: ['desconhecida'] })).body.code).toBe('SEM_FILIAL');
  });

  it('does not take away the last administrator', async () => {
    use({ roles: [['balcao-sac', 'OPERADOR']] });
    const before = await server.deps.db.select().from(people).where(eq(people.id, persons.people.ADMIN));
    const { body } = await signIn({ sub: 'adm', cpf: persons.cpfs.ADMIN });
    const [after] = await server.deps.db.select().from(people).where(eq(people.id, persons.people.ADMIN));
    // Managers of the standard roles may not grant rights, so without the administrator nobody could.
    expect([body.code, after?.roleId]).toEqual(['ULTIMO_ADMINISTRADOR', before[0]?.roleId]);
  });

  it('is refused to consumers and deactivated people', async () => {
    expect((await signIn({ sub: 'c', cpf: persons.cpfs.CONSUMIDOR_FINAL })).body.code).toBe(
      'NAO_E_DA_EQUIPE',
    );
    await server.deps.db.update(people).set({ active: false }).where(eq(people.id, persons.people.OPERADOR));
    expect((await signIn()).body.code).toBe('CONTA_DESATIVADA');
  });
});

describe('person unknown to the console', () => {
  const NEW = { sub: 'nova', name: 'Nina Nova', cpf: testCpf(4321), groups: ['balcao-sac'], filiais: ['AM'] };
  it('is refused, or created when the settings allow it', async () => {
    expect((await signIn(NEW)).body.code).toBe('SEM_CONTA');
    use({ createUnknown: true });
    expect((await signIn({ ...NEW, cpf: '11111111111' })).body.code).toBe('SEM_CONTA');
    expect((await signIn({ ...NEW, name: 'Nina' })).body.code).toBe('SEM_NOME');
    const { body } = await signIn({ ...NEW, email: 'nina@exemplo.com.br', email_verified: false });
    expect(await holds(body.token)).toBe(true);
    const [made] = await server.deps.db.select().from(people).where(eq(people.cpf, NEW.cpf));
    expect(made).toMatchObject({ name: 'Nina Nova', email: '', type: 'OPERADOR', passwordHash: 'nenhuma' });
    const login = await server.call('POST', '/login/sac', { body: { cpf: NEW.cpf, senha: 'nenhuma' } });
    expect(login.status).toBe(401);
  });

  it('is not matched by an unverified e-mail', async () => {
    const mine = { sub: 'e', cpf: undefined, email: 'Operador@exemplo.com.br' };
    expect((await signIn({ ...mine, email_verified: true })).body.code).toBe('SEM_CONTA');
    use({ linkEmail: true });
    for (const email_verified of [false, undefined, 'true'])
      expect((await signIn({ ...mine, email_verified })).body.code).toBe('SEM_CONTA');
    const planted = await server.sessionOf(persons.people.OPERADOR);
    const before = await operator();
    const { body } = await signIn({ ...mine, email_verified: true });
    expect([await holds(body.token), await holds(planted)]).toEqual([true, false]);
    // Someone who had put that address into an account of their own can no longer sign in with its password.
    const old = { cpf: persons.cpfs.OPERADOR, senha: TEST_PASSWORD };
    expect((await server.call('POST', '/login/sac', { body: old })).status).toBe(401);
    await server.deps.db
      .update(people)
      .set({ passwordHash: before?.passwordHash ?? '' })
      .where(eq(people.id, persons.people.OPERADOR));
  });
});

describe('second factor after the provider', () => {
  it('is asked for like after a password, and the sign-in continues', async () => {
    const { secret } = await enrol(server, await server.sessionOf(persons.people.OPERADOR));
    const { status, body } = await signIn();
    expect([status, body.code]).toEqual([401, 'CODIGO_NECESSARIO']);
    const codigo = codeAt(secret, server.deps.now());
    const second = await server.call('POST', '/login/segundo-fator', {
      body: { pendente: body.pendente, codigo },
    });
    expect(second.status).toBe(200);
    const rows = await server.deps.db
      .select()
      .from(sessions)
      .where(eq(sessions.personId, persons.people.OPERADOR));
    expect(rows.some(({ identityId }) => identityId !== null)).toBe(true);
  });

  it('is accepted from the provider only when the settings say so', async () => {
    await server.deps.db.update(roles).set({ demandsFactor: true }).where(eq(roles.key, 'OPERADOR'));
    const load = async (token: string) => (await server.call('GET', '/sac/carga', { token })).body.code;
    const unasked = await signIn({ amr: ['pwd', 'otp'] });
    expect(await load(unasked.body.token)).toBe('SEGUNDO_FATOR_EXIGIDO');
    use({ secondFactor: ['otp', 'mfa'] });
    expect(await load((await signIn({ amr: ['pwd'] })).body.token)).toBe('SEGUNDO_FATOR_EXIGIDO');
    expect(await load((await signIn({ amr: ['pwd', 'otp'] })).body.token)).toBeUndefined();
    expect(await load((await signIn({ amr: undefined, acr: 'mfa' })).body.token)).toBeUndefined();
  });
});

describe('account linked by hand', () => {
  it('belongs to the session that started linking, and to no other', async () => {
    const token = await server.sessionOf(persons.people.OPERADOR);
    const other = await server.sessionOf(persons.people.VENDEDOR);
    const link = '/config/conta/provedor/ligar';
    expect((await server.call('POST', link)).status).toBe(401);
    expect((await back(await begin(link, token), { token: other })).status).toBe(401);
    expect((await back(await begin(link, token))).status).toBe(401);
    expect((await back(await begin(link, token), { token })).body.para).toBe('LIGAR');
    expect((await server.call('GET', '/config/conta/provedor', { token })).body.ligadaEm).not.toBeNull();
    expect((await back(await begin(link, other), { token: other })).body.code).toBe('LIGADA_A_OUTRA');
    const off = await server.call('POST', '/config/conta/provedor/desligar', { token });
    expect(off.status).toBe(200);
    expect(await server.deps.db.$count(externalIdentities)).toBe(0);
  });

  it('confirms recent proof only when the same person signs in again', async () => {
    const { body } = await signIn();
    const { token } = body;
    server.advance(16 * 60_000);
    const requested = await server.call('POST', '/config/conta/provedor/desligar', { token });
    expect([requested.body.code, requested.body.por]).toEqual(['CONFIRMACAO_NECESSARIA', 'PROVEDOR']);
    const prove = '/config/conta/provedor/confirmar';
    const now = Math.floor(Date.now() / 1000);
    const way = await begin(prove, token);
    expect(new URL(way.endereco).searchParams.get('prompt')).toBe('login');
    const stale = await back(way, { token, claims: { auth_time: now - 3600 } });
    expect(stale.body.code).toBe('PROVEDOR_RELOGIO');
    const wrong = await back(await begin(prove, token), { token, claims: { auth_time: now, sub: 'outra' } });
    expect(wrong.body.code).toBe('PROVEDOR_OUTRA_PESSOA');
    const right = await back(await begin(prove, token), {
      token,
      claims: { auth_time: now, sub: 'operadora-1' },
    });
    expect(right.body.para).toBe('CONFIRMAR');
    expect((await server.call('POST', '/config/conta/provedor/desligar', { token })).status).toBe(200);
    server.advance(-16 * 60_000);
  });
});

describe('password sign-in with OIDC_ONLY', () => {
  it('is refused to staff and stays available to consumers', async () => {
    use({ only: true });
    const login = (cpf: string, senha = TEST_PASSWORD) =>
      server.call('POST', '/login/sac', { body: { cpf, senha } });
    const { status, body } = await login(persons.cpfs.OPERADOR);
    expect([status, body.code]).toEqual([403, 'SO_PELO_PROVEDOR']);
    expect((await login(persons.cpfs.OPERADOR, 'errada')).status).toBe(401);
    expect((await login(persons.cpfs.CONSUMIDOR_FINAL)).status).toBe(200);
    expect((await server.call('GET', '/config/instalacao')).body.provedor).toEqual({
      nome: 'Conta da empresa',
      soEquipe: true,
    });
  });
});

describe('back-channel logout', () => {
  const send = (logout_token: string) =>
    server.call('POST', '/login/oidc/saida', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token }).toString(),
    });
  let tokens = 0;
  const usual = (more: object = {}) => {
    const iat = Math.floor(Date.now() / 1000);
    const jti = `saida-${++tokens}`;
    return { iss: forger.issuer, aud: CLIENT.id, iat, exp: iat + 120, jti, events: { [EVENT]: {} }, ...more };
  };

  it('ends all sessions of a person or the named one, and no others', async () => {
    const one = (await signIn({ sid: 's1' })).body.token;
    const two = (await signIn({ sid: 's2' })).body.token;
    const byPassword = await server.sessionOf(persons.people.OPERADOR);
    const answer = await send(await forger.sign(usual({ sub: 'operadora-1', sid: 's1' }), 'logout+jwt'));
    expect(answer.body).toEqual({ message: 'Uma sessão encerrada.' });
    expect([await holds(one), await holds(two)]).toEqual([false, true]);
    await send(await forger.sign(usual({ sub: 'outra' })));
    expect(await holds(two)).toBe(true);
    await send(await forger.sign(usual({ sub: 'operadora-1' })));
    expect([await holds(two), await holds(byPassword)]).toEqual([false, true]);
    expect((await lastAudit('SAIR_PELO_PROVEDOR'))?.personId).toBe(persons.people.OPERADOR);
  });

  it('accepts a token once', async () => {
    const token = await forger.sign(usual({ sub: 'operadora-1' }));
    expect((await send(token)).status).toBe(200);
    const again = await send(token);
    expect([again.status, again.body.error]).toEqual([400, 'O token de saída foi recusado: já foi usado.']);
    await sweepSessions(server.deps);
    expect((await send(token)).status).toBe(400);
  });

  it.each([
    ['é de outro sistema', { aud: 'outro' }],
    ['é de outro emissor', { iss: 'https://outro.exemplo' }],
    ['não é um token de saída', { events: {} }],
    ['um token de saída não tem nonce', { nonce: 'x' }],
    ['falta jti', { jti: undefined }],
    ['está vencido', { iat: -500, exp: -300 }],
    ['está vencido', { iat: -3600, exp: 300 }],
    ['é antigo ou de um relógio adiantado', { iat: 500, exp: 900 }],
    ['não diz de quem é a sessão', { sub: undefined }],
  ])('rejects a token: %s', async (reason, claims) => {
    const { body } = await signIn();
    const token = await forger.sign(usual({ sub: 'operadora-1', ...inSeconds(claims) }));
    const answer = await send(token);
    expect([answer.status, answer.body.error]).toEqual([400, `O token de saída foi recusado: ${reason}.`]);
    expect(await holds(body.token)).toBe(true);
  });

  it('rejects another key, an unsigned token and garbage', async () => {
    const token = await forger.sign(usual({ sub: 'operadora-1' }));
    const [, payload = ''] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    forger.foreignKey = true;
    const foreign = await forger.sign(usual({ sub: 'operadora-1' }));
    for (const wrong of [unsigned, foreign, 'x', 'a.b.c']) expect((await send(wrong)).status).toBe(400);
  });
});

describe('sign-out', () => {
  it('continues at the provider only when it offers that', async () => {
    const { body } = await signIn();
    const left = await server.call('POST', '/config/sair', { token: body.token });
    expect(left.body).toEqual({ message: 'Sessão encerrada.' });
    expect(await holds(body.token)).toBe(false);
  });

  it('leaves no token of the provider stored in plain text', async () => {
    await signIn();
    const stored = JSON.stringify([
      await server.deps.db.select().from(sessions),
      await server.deps.db.select().from(auditLog).orderBy(auditLog.id),
    ]);
    // Three parts, the first of which is JSON; three letters alone may occur by chance in sealed data.
    expect(stored).not.toMatch(/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/);
  });
});
