import { describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { buildApp } from '#server/app.ts';
import {
  auditLog,
  loginFailures,
  outboxEmails,
  pendingSignIns,
  people,
  recoveryCodes,
  roles,
  secondFactors,
  sessions,
} from '#server/db/tables/index.ts';
import { CLOCK_OFF } from '#server/session/lifetime.ts';
import { hashToken, openFor } from '#server/session/secrets.ts';
import { sweepSessions } from '#server/session/sweep.ts';
import { TEST_PASSWORD } from '../../support/people.ts';
import { codeAt, enrol, HALF_MINUTE } from '../../support/signIn/secondFactor.ts';
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

describe('setting up the second factor', () => {
  it('needs a session with a recent proof', async () => {
    for (const [method, url] of [
      ['GET', BASE],
      ['POST', `${BASE}/iniciar`],
      ['POST', `${BASE}/codigos`],
    ] as const)
      expect((await server.call(method, url)).status).toBe(401);
    const token = await server.sessionOf(persons.people.OPERADOR);
    await server.deps.db.update(sessions).set({ provedAt: null });
    const { status, body } = await server.call('POST', `${BASE}/iniciar`, { token });
    expect([status, body.code, body.por]).toEqual([403, 'CONFIRMACAO_NECESSARIA', 'SENHA']);
  });

  it('takes effect only after a correct code', async () => {
    const token = await server.sessionOf(persons.people.OPERADOR);
    const { body } = await server.call('POST', `${BASE}/iniciar`, { token });
    expect(body.endereco).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
    expect((await server.call('GET', BASE, { token })).body.ativo).toBe(false);
    expect((await login(persons.cpfs.OPERADOR)).status).toBe(200);
    const wrong = await server.call('POST', `${BASE}/confirmar`, { token, body: { codigo: '000000' } });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['codigo']]);
    const accented = await server.call('POST', `${BASE}/confirmar`, { token, body: { codigo: 'é12345' } });
    expect([accented.status, Object.keys(accented.body.errors)]).toEqual([422, ['codigo']]);
    const right = await server.call('POST', `${BASE}/confirmar`, {
      token,
      body: { codigo: codeAt(body.segredo, now()) },
    });
    expect(right.body.codigos).toHaveLength(10);
    expect(right.body.codigos[0]).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await lastMail()).toMatchObject({ subject: 'Verificação em duas etapas ativada' });
    expect((await server.call('GET', BASE, { token })).body).toMatchObject({
      ativo: true,
      codigosRestantes: 10,
    });
    expect((await server.call('POST', `${BASE}/iniciar`, { token })).body.code).toBe('JA_LIGADA');
    expect((await actions(persons.people.OPERADOR)).slice(0, 1)).toEqual(['LIGAR_SEGUNDO_FATOR']);
  });

  it('shows a session the same secret until it is confirmed or ten minutes are over', async () => {
    const begin = async (token: string): Promise<string> =>
      (await server.call('POST', `${BASE}/iniciar`, { token })).body.segredo;
    const token = await server.sessionOf(persons.people.OPERADOR);
    const [first, second] = await Promise.all([begin(token), begin(token)]);
    expect([second, await begin(token)]).toEqual([first, first]);
    server.advance(10 * 60_000);
    const later = await begin(token);
    expect(later).not.toBe(first);
    // What another session has seen is not what this one turns on.
    const elsewhere = await begin(await server.sessionOf(persons.people.OPERADOR));
    expect([first, later]).not.toContain(elsewhere);
    const mine = await begin(token);
    expect(mine).not.toBe(elsewhere);
    const body = { codigo: codeAt(mine, now()) };
    expect((await server.call('POST', `${BASE}/confirmar`, { token, body })).body.codigos).toHaveLength(10);
  });

  it('ends unproved sessions and stores neither secret nor codes in plain text', async () => {
    const other = await server.sessionOf(persons.people.OPERADOR);
    const { secret, recovery, token } = await withFactor();
    expect([await holds(other), await holds(token)]).toEqual([false, true]);
    const [row] = await server.deps.db.select().from(secondFactors);
    const stored = JSON.stringify([
      row,
      await server.deps.db.select().from(recoveryCodes),
      await server.deps.db.select().from(auditLog).orderBy(auditLog.id),
      await server.deps.db.select().from(outboxEmails).orderBy(outboxEmails.id),
    ]);
    for (const plain of [secret, ...recovery, ...recovery.map((code) => code.replace(/-/g, ''))])
      expect(stored).not.toContain(plain);
    const sealed = row?.sealedSecret ?? '';
    expect(await openFor(server.deps.db, persons.people.OPERADOR, sealed)).toBe(secret);
    await expect(openFor(server.deps.db, persons.people.ADMIN, sealed)).rejects.toThrow();
  });
});

describe('signing in with the second factor', () => {
  it('answers a wrong password as usual, and a right one without a session', async () => {
    const { cpf } = await withFactor();
    const wrong = await login(cpf, 'errada');
    expect([wrong.status, wrong.body.code, wrong.body.pendente]).toEqual([
      401,
      'CREDENCIAIS_INVALIDAS',
      undefined,
    ]);
    const { status, body, headers } = await login(cpf);
    expect([status, body.code, headers['set-cookie']]).toEqual([401, 'CODIGO_NECESSARIO', undefined]);
    expect(body.pendente).toMatch(/^[\w-]{43}$/);
    expect(await holds(body.pendente)).toBe(false);
    const [row] = await server.deps.db.select().from(pendingSignIns);
    expect(row?.tokenHash).toBe(hashToken(body.pendente));
  });

  it('accepts the current code once; neither code nor pending sign-in works again', async () => {
    const { cpf, secret } = await withFactor();
    const pendente = (await login(cpf)).body.pendente;
    const codigo = codeAt(secret, now());
    expect((await second(pendente, '000000')).body.code).toBe('CODIGO_INCORRETO');
    const [one, two] = await Promise.all([second(pendente, codigo), second(pendente, codigo)]);
    expect([one.status, two.status].toSorted()).toEqual([200, 401]);
    const { token } = one.status === 200 ? one.body : two.body;
    expect(await holds(token)).toBe(true);
    expect((await second(pendente, codigo)).body.code).toBe('ENTRADA_EXPIRADA');
    const again = (await login(cpf)).body.pendente;
    expect((await second(again, codigo)).body.code).toBe('CODIGO_INCORRETO');
    server.advance(HALF_MINUTE);
    expect((await second(again, codeAt(secret, now()))).status).toBe(200);
  });

  it('accepts a clock one step off, not two, and no earlier code after a later one', async () => {
    const { cpf, secret } = await withFactor();
    const at = (steps: number) => codeAt(secret, new Date(now().getTime() + steps * HALF_MINUTE));
    server.advance(5 * HALF_MINUTE);
    const pendente = (await login(cpf)).body.pendente;
    expect((await second(pendente, at(2))).status).toBe(401);
    expect((await second(pendente, at(-2))).status).toBe(401);
    expect((await second(pendente, at(1))).status).toBe(200);
    const next = (await login(cpf)).body.pendente;
    expect((await second(next, at(0))).status).toBe(401);
    expect((await second(next, at(-1))).status).toBe(401);
  });

  it.each([90_000, -90_000])(
    'rejects codes while its clock is %i ms off, and accepts them once it is right',
    async (off) => {
      const { cpf, secret } = await withFactor();
      server.advance(5 * HALF_MINUTE);
      const code = codeAt(secret, now());
      server.advance(off);
      const wrong = (await login(cpf)).body.pendente;
      expect((await second(wrong, code)).body.code).toBe('CODIGO_INCORRETO');
      // A refused code is not used up, and does not make other codes count as old.
      server.advance(-off);
      const right = (await login(cpf)).body.pendente;
      expect((await second(right, code)).status).toBe(200);
    },
  );

  it('expires after five minutes, and ends with a new password or the sweep', async () => {
    const { cpf, secret } = await withFactor();
    const late = (await login(cpf)).body.pendente;
    server.advance(5 * 60_000 + CLOCK_OFF + 1);
    expect((await second(late, codeAt(secret, now()))).body.code).toBe('ENTRADA_EXPIRADA');
    await sweepSessions(server.deps);
    expect(await server.deps.db.$count(pendingSignIns)).toBe(0);
    const cancelled = (await login(cpf)).body.pendente;
    const token = await server.sessionOf(persons.people.OPERADOR);
    const body = { atual: TEST_PASSWORD, senha: 'outro cavalo' };
    expect((await server.call('PUT', '/sac/conta/senha', { token, body })).status).toBe(200);
    expect((await second(cancelled, codeAt(secret, now()))).body.code).toBe('ENTRADA_EXPIRADA');
    const back = { atual: 'outro cavalo', senha: TEST_PASSWORD };
    const renewed = await server.sessionOf(persons.people.OPERADOR);
    expect((await server.call('PUT', '/sac/conta/senha', { token: renewed, body: back })).status).toBe(200);
  });

  it('slows down guessing by account and address, even over many pending sign-ins', async () => {
    const { cpf, secret } = await withFactor();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { body } = await login(cpf, TEST_PASSWORD, { ip: `10.1.${n}.1` });
      if (body.pendente) statuses.push((await second(body.pendente, '123456', `10.1.${n}.1`)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    // The password's own counter blocks the sixth attempt; only a complete sign-in resets it.
    expect((await login(cpf)).status).toBe(429);
    server.advance(16 * 60_000);
    const pendente = (await login(cpf)).body.pendente;
    expect((await second(pendente, codeAt(secret, now()))).status).toBe(200);
    expect(
      await server.deps.db
        .select()
        .from(loginFailures)
        .where(eq(loginFailures.subject, `cpf:${cpf}`)),
    ).toEqual([]);
    const unknown = 'x'.repeat(43);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => second(unknown, '123456', '10.7.7.7')),
    );
    expect(guesses.map(({ status }) => status)).toContain(429);
  });

  it('answers ENTRADA_EXPIRADA to a person who was deactivated meanwhile', async () => {
    const { cpf, secret } = await withFactor();
    const pendente = (await login(cpf)).body.pendente;
    const who = eq(people.id, persons.people.OPERADOR);
    await server.deps.db.update(people).set({ active: false }).where(who);
    expect((await second(pendente, codeAt(secret, now()))).body.code).toBe('ENTRADA_EXPIRADA');
    await server.deps.db.update(people).set({ active: true }).where(who);
  });
});

describe('two processes behind one port', () => {
  it('agree on used codes, whichever of them is asked', async () => {
    const { cpf, secret } = await withFactor();
    const other = await buildApp(server.deps);
    const at = (app: typeof other, url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers: { app: 'teste' } });
    const { pendente } = (await at(server.app, '/login/sac', { cpf, senha: TEST_PASSWORD })).json();
    const body = { pendente, codigo: codeAt(secret, now()) };
    const answers = await Promise.all(
      [server.app, other, server.app, other].map((app) => at(app, '/login/segundo-fator', body)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401, 401]);
    const { token } = answers.find(({ statusCode }) => statusCode === 200)?.json() ?? {};
    const headers = { app: 'teste', authorization: `Bearer ${token}` };
    expect((await other.inject({ method: 'GET', url: '/sac/carga', headers })).statusCode).toBe(200);
    await other.close();
  });
});

describe('role that requires a second factor', () => {
  const demand = () =>
    server.deps.db.update(roles).set({ demandsFactor: true }).where(eq(roles.key, 'OPERADOR'));

  it('allows people without one only to set it up or sign out, even in open sessions', async () => {
    const open = await server.sessionOf(persons.people.OPERADOR);
    await demand();
    for (const url of [
      '/sac/carga',
      '/sac/validar-sessao',
      '/sac/tickets',
      '/sac/conta/dados',
      '/config/conta/sessoes',
    ])
      expect((await server.call('GET', url, { token: open })).body.code).toBe('SEGUNDO_FATOR_EXIGIDO');
    const { token } = (await login(persons.cpfs.OPERADOR)).body;
    expect((await server.call('GET', BASE, { token })).body).toMatchObject({ ativo: false, exigido: true });
    await enrol(server, token);
    expect((await server.call('GET', '/sac/carga', { token })).status).toBe(200);
    expect((await login(persons.cpfs.VENDEDOR)).status).toBe(200);
  });

  it('is saved with the role, kept when the body omits it, and audited', async () => {
    const token = await server.sessionOf(persons.people.ADMIN);
    const [role] = await server.deps.db.select().from(roles).where(eq(roles.key, 'VENDEDOR'));
    const id = role?.id ?? 0;
    const read = async () => (await server.call('GET', `/config/perfis/${id}`, { token })).body;
    const before = await read();
    const permissoes = before.modulos.flatMap(
      (module: {
        nome: string;
        autorizado: boolean;
        moduloAcoes: { nome: string; autorizado: boolean }[];
      }) =>
        module.autorizado
          ? [
              module.nome,
              ...module.moduloAcoes.filter(({ autorizado }) => autorizado).map(({ nome }) => nome),
            ]
          : [],
    );
    const put = (more: object, versao: number) =>
      server.call('PUT', `/config/perfis/${id}`, {
        token,
        body: { nome: before.nome, permissoes, versao, ...more },
      });
    expect((await put({ exigeSegundoFator: true }, before.versao)).status).toBe(200);
    expect((await read()).exigeSegundoFator).toBe(true);
    expect((await put({}, before.versao + 1)).status).toBe(200);
    expect((await read()).exigeSegundoFator).toBe(true);
    const [entry] = await server.deps.db
      .select()
      .from(auditLog)
      .where(sql`${auditLog.entity} = 'roles' and ${auditLog.after} ->> 'exigeSegundoFator' = 'true'`)
      .orderBy(auditLog.id);
    expect(entry?.before).toMatchObject({ exigeSegundoFator: false });
  });
});
