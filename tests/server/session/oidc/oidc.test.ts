import { describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { OIDC_RETURN_PATH } from '#contract/session/oidc.ts';
import { externalIdentities, outboxEmails, people } from '#server/db/tables/index.ts';
import { isApiPath } from '#server/plugins/console.ts';
import { TEST_PASSWORD, testCpf } from '#tests/support/people.ts';
import { CLIENT, startFakeOidcProvider } from '#tests/support/signIn/oidcForger.ts';
import {
  back,
  begin,
  forger,
  holds,
  inSeconds,
  lastAudit,
  openDirectory,
  operator,
  persons,
  server,
  settingsOf,
  signIn,
  use,
} from './oidcFixture.ts';

openDirectory();

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
    const query = 'code=outro&iss=https%3A%2F%2Foutro.exemplo';
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

describe('an office behind one address', () => {
  it('signs in at the same minute, everybody at once; what never ends is limited by the minute', async () => {
    const ways = await Promise.all(Array.from({ length: 70 }, () => begin()));
    // The forged provider knows the claims of one way at a time.
    for (const way of ways) expect((await back(way)).status).toBe(200);
    const begun = async (times: number) => {
      const answers = await Promise.all(
        Array.from({ length: times }, () => server.call('POST', '/login/oidc')),
      );
      return answers.filter(({ status }) => status === 429);
    };
    expect(await begun(120)).toHaveLength(0);
    const [refused, ...more] = await begun(20);
    expect([more.length, refused?.body.code]).toEqual([19, 'MUITAS_TENTATIVAS']);
    expect(refused?.body.aguarde).toBeLessThanOrEqual(60);
    // Waiting does not grow with what was refused.
    server.advance(60_000);
    expect((await server.call('POST', '/login/oidc')).status).toBe(200);
  });
});

describe("access from the directory's claims", () => {
  it('is refused without a mapped group', async () => {
    for (const groups of [undefined, [], ['outro'], 'balcao', { 'balcao-sac': true }]) {
      const { status, body } = await signIn({ groups });
      expect([status, body.code]).toEqual([403, 'SEM_PERFIL']);
    }
    const { body } = await signIn({ groups: ['Vendas', 'TI <b>'] });
    expect(body.error).toContain('Ela traz "Vendas" e "TI');
    expect(await server.deps.db.$count(externalIdentities)).toBe(0);
  });

  it('is updated at every sign-in, with an audit entry', async () => {
    await signIn();
    await signIn({ groups: ['balcao-sac', 'balcao-gerentes'], filiais: ['AM', 'desconhecida'] });
    expect(await operator()).toMatchObject({ type: 'GERENTE' });
    const partly = await signIn({ groups: ['balcao-gerentes'], filiais: ['AM', 'RJ'] });
    expect(partly.body.message).toBe(
      'Bem-vindo. O Balcão não conhece a filial "RJ" da sua conta da empresa.',
    );
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
    const { body } = await signIn({ filiais: ['desconhecida'] });
    expect(body).toMatchObject({ code: 'SEM_FILIAL', error: expect.stringContaining('"desconhecida"') });
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
