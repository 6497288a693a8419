import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq, sql } from 'drizzle-orm';
import { buildApp } from '../../../server/app.ts';
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
} from '../../../server/db/tables/index.ts';
import { CLOCK_OFF } from '../../../server/session/lifetime.ts';
import { hashToken, openFor } from '../../../server/session/secrets.ts';
import { sweepSessions } from '../../../server/session/sweep.ts';
import { createPeople, TEST_PASSWORD, type TestPeople } from '../../support/people.ts';
import { codeAt, enrol, HALF_MINUTE } from '../../support/secondFactor.ts';
import { type TestServer, testServer } from '../../support/server.ts';

const BASE = '/config/conta/segundo-fator';
let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());
beforeEach(async () => {
  const { db } = server.deps;
  for (const table of [loginFailures, secondFactors, recoveryCodes, pendingSignIns]) await db.delete(table);
  await db.update(roles).set({ demandsFactor: false });
});

const login = (
  cpf: string,
  senha = TEST_PASSWORD,
  options: { ip?: string; headers?: Record<string, string> } = {},
) => server.call('POST', '/login/sac', { body: { cpf, senha }, ...options });
const second = (pendente: string, codigo: string, ip?: string) =>
  server.call('POST', '/login/segundo-fator', { body: { pendente, codigo }, ...(ip && { ip }) });
const now = () => server.deps.now();
const holds = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;
const actions = async (personId: number) =>
  (
    await server.deps.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.entityId, String(personId)))
      .orderBy(desc(auditLog.id))
  ).map(({ action }) => action);
const lastMail = async () => {
  const [mail] = await server.deps.db.select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1);
  return mail;
};

/** The operator with a second factor, and no session yet. */
async function withFactor() {
  const token = await server.sessionOf(persons.people.OPERADOR);
  return { ...(await enrol(server, token)), cpf: persons.cpfs.OPERADOR, token };
}

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
    expect(await lastMail()).toMatchObject({ subject: 'Verificação em duas etapas ligada' });
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
    expect(await lastMail()).toMatchObject({ subject: 'Verificação em duas etapas desligada' });
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
