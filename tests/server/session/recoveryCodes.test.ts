import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { outboxEmails, people, sessions } from '#server/db/tables/index.ts';
import { hashToken } from '#server/session/secrets.ts';
import { TEST_PASSWORD } from '../../support/people.ts';
import { codeAt, enrol } from '../../support/signIn/secondFactor.ts';
import {
  actions,
  BASE,
  holds,
  lastMail,
  login,
  now,
  openFactors,
  persons,
  second,
  server,
  withFactor,
} from './secondFactorFixture.ts';

openFactors();

describe('recovery codes', () => {
  it('work once each, in any notation, and notify the owner', async () => {
    const { cpf, recovery } = await withFactor();
    const [first = '', other = ''] = recovery;
    const pendente = (await login(cpf)).body.pendente;
    const written = first.replace(/-/g, ' ').toUpperCase();
    expect((await second(pendente, written)).status).toBe(200);
    expect(await lastMail()).toMatchObject({ subject: 'Um código de recuperação foi usado' });
    const again = (await login(cpf)).body.pendente;
    expect((await second(again, first)).body.code).toBe('CODIGO_INCORRETO');
    expect((await second(again, other)).status).toBe(200);
    expect((await actions(persons.people.OPERADOR)).slice(0, 2)).toContain('USAR_CODIGO_DE_RECUPERACAO');
  });

  it('belong to one person and end when new ones are created', async () => {
    const { recovery, token, cpf } = await withFactor();
    await enrol(server, await server.sessionOf(persons.people.VENDEDOR));
    const theirs = (await login(persons.cpfs.VENDEDOR)).body.pendente;
    expect((await second(theirs, recovery[0] ?? '')).status).toBe(401);
    const renewed = await server.call('POST', `${BASE}/codigos`, { token });
    expect(renewed.body.codigos).toHaveLength(10);
    const own = (await login(cpf)).body.pendente;
    expect((await second(own, recovery[0] ?? '')).status).toBe(401);
    expect((await second(own, renewed.body.codigos[3])).status).toBe(200);
  });
});

describe('recovery codes used in a session', () => {
  const reported = async () => ({
    used: (await actions(persons.people.OPERADOR)).filter((each) => each === 'USAR_CODIGO_DE_RECUPERACAO')
      .length,
    mails: await server.deps.db.$count(
      outboxEmails,
      eq(outboxEmails.subject, 'Um código de recuperação foi usado'),
    ),
  });

  it('notify the owner like at sign-in, whatever they were used for', async () => {
    const { token, recovery } = await withFactor();
    const before = await reported();
    const proved = { token, body: { codigo: recovery[0] } };
    expect((await server.call('POST', '/config/conta/confirmar-identidade', proved)).status).toBe(200);
    expect(await reported()).toEqual({ used: before.used + 1, mails: before.mails + 1 });
    expect((await lastMail())?.bodyText).toContain('Restam 9 códigos.');
    expect((await server.call('POST', '/config/conta/confirmar-identidade', proved)).status).toBe(422);
    expect(await reported()).toEqual({ used: before.used + 1, mails: before.mails + 1 });
    const off = { token, body: { senha: TEST_PASSWORD, codigo: recovery[1] } };
    expect((await server.call('POST', `${BASE}/desligar`, off)).status).toBe(200);
    expect(await reported()).toEqual({ used: before.used + 2, mails: before.mails + 2 });
  });

  it('stay ten and are notified when renewed, even by concurrent requests', async () => {
    const { token } = await withFactor();
    const renew = () => server.call('POST', `${BASE}/codigos`, { token });
    const answers = await Promise.all([renew(), renew(), renew()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await server.call('GET', BASE, { token })).body.codigosRestantes).toBe(10);
    expect(await lastMail()).toMatchObject({
      toAddress: 'operador@exemplo.com.br',
      subject: 'Novos códigos de recuperação',
    });
  });
});

describe('switching off the second factor', () => {
  it('requires password and code', async () => {
    const { token, secret } = await withFactor();
    const off = (senha: string, codigo: string) =>
      server.call('POST', `${BASE}/desligar`, { token, body: { senha, codigo } });
    expect((await off('errada', codeAt(secret, now()))).body.errors).toHaveProperty('senha');
    expect((await off(TEST_PASSWORD, '000000')).body.errors).toHaveProperty('codigo');
    expect((await server.call('GET', BASE, { token })).body.ativo).toBe(true);
    expect((await off(TEST_PASSWORD, codeAt(secret, now()))).status).toBe(200);
    expect(await lastMail()).toMatchObject({ subject: 'Verificação em duas etapas desativada' });
    expect((await login(persons.cpfs.OPERADOR)).status).toBe(200);
    expect((await off(TEST_PASSWORD, '000000')).body.code).toBe('NAO_LIGADA');
  });

  it('can be done by an administrator for others, with an e-mail, but not for themselves', async () => {
    const { token: lost, cpf } = await withFactor();
    const id = persons.people.OPERADOR;
    const reset = async (token: string, of = id) => {
      const [row] = await server.deps.db.select({ v: people.version }).from(people).where(eq(people.id, of));
      return server.call('POST', `/config/pessoas/${of}/retirar-segundo-fator`, {
        token,
        body: { versao: row?.v ?? 0 },
      });
    };
    expect((await reset(lost)).status).toBe(403);
    const admin = await server.sessionOf(persons.people.ADMIN);
    await server.deps.db
      .update(sessions)
      .set({ provedAt: null })
      .where(eq(sessions.tokenHash, hashToken(admin)));
    expect((await reset(admin)).body.code).toBe('CONFIRMACAO_NECESSARIA');
    const proved = await server.sessionOf(persons.people.ADMIN);
    expect((await reset(proved, persons.people.ADMIN)).body.code).toBe('PROPRIA_CONTA');
    expect((await reset(proved)).status).toBe(200);
    expect(await lastMail()).toMatchObject({ subject: 'Sua verificação em duas etapas foi retirada' });
    expect((await actions(id))[0]).toBe('RETIRAR_SEGUNDO_FATOR');
    expect(await holds(lost)).toBe(false);
    expect((await login(cpf)).status).toBe(200);
    expect((await reset(proved)).body.code).toBe('NAO_LIGADA');
  });
});

describe('removing the second factor by command line', () => {
  it('ends the sessions and notifies the owner, as by an administrator', async () => {
    const { token, cpf } = await withFactor();
    const env = { ...process.env, DATABASE_URL: server.database.url };
    const args = ['--import', 'tsx', 'scripts/passwordLink.ts', cpf, '--sem-segundo-fator'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toContain('/redefinir-senha?token=');
    expect(await holds(token)).toBe(false);
    expect(await lastMail()).toMatchObject({
      toAddress: 'operador@exemplo.com.br',
      subject: 'Sua verificação em duas etapas foi retirada',
    });
    expect((await actions(persons.people.OPERADOR)).slice(0, 2)).toContain('RETIRAR_SEGUNDO_FATOR');
    expect((await login(cpf)).status).toBe(200);
  }, 60_000);
});
