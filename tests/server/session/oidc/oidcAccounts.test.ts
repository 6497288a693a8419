import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { auditLog, externalIdentities, roles, sessions } from '#server/db/tables/index.ts';
import { sweepSessions } from '#server/session/sweep.ts';
import { TEST_PASSWORD } from '#tests/support/people.ts';
import { CLIENT } from '#tests/support/signIn/oidcForger.ts';
import { codeAt, enrol } from '#tests/support/signIn/secondFactor.ts';
import {
  back,
  begin,
  forger,
  holds,
  inSeconds,
  lastAudit,
  openDirectory,
  persons,
  server,
  signIn,
  use,
} from './oidcFixture.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

openDirectory();

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
