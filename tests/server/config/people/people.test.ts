import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, type PersonType } from '#contract/permissions.ts';
import { auditLog, outboxEmails, people, personBranches, sessions } from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { deliverMails, tokenIn } from '#tests/support/servers/mailbox.ts';
import { type AdminFixture, adminFixture } from '../adminFixture.ts';

let fixture: AdminFixture;
beforeAll(async () => {
  fixture = await adminFixture([...DEFAULT_GRANTS.SUPERVISOR, 'CONFIGURACAO_PESSOAS']);
});
afterAll(() => fixture?.server.close());

let number = 600;
const person = async (type: PersonType, change: object = {}) => {
  const role = await fixture.roleOf(type);
  return {
    cpf: testCpf(number++),
    nome: 'Nova Pessoa',
    email: 'Nova@Exemplo.com.br',
    telefone: '',
    dtNasc: null,
    tipo: type,
    idPerfil: role.id,
    idSetor: null,
    filiais: type === 'OPERADOR' || type === 'VENDEDOR' ? [fixture.persons.branchIds[0]] : [],
    idRepresentante: type === 'REPRESENTANTE' ? fixture.persons.representativeId : null,
    ...change,
  };
};
const act = async (who: 'ADMIN' | 'half' | 'OPERADOR', id: number, command: string) =>
  fixture.as(who, 'POST', `pessoas/${id}/${command}`, { versao: await fixture.versionOf(id) });
const detail = async (id: number) => (await fixture.as('ADMIN', 'GET', `pessoas/${id}`)).body;
const changeOf = async (id: number, change: object) => {
  const found = await detail(id);
  return {
    nome: found.nome,
    email: found.email,
    telefone: found.telefone,
    dtNasc: found.dtNasc,
    tipo: found.tipo,
    idPerfil: found.perfil.id,
    idSetor: null,
    filiais: found.filiais.map((branch: { id: number }) => branch.id),
    idRepresentante: found.representante?.id ?? null,
    versao: found.versao,
    ...change,
  };
};
const lastMail = async () =>
  (await fixture.server.deps.db.select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1))[0];

describe('accounts of people', () => {
  it('answer 403 without the permission', async () => {
    const { people: ids } = fixture.persons;
    for (const who of ['CONSUMIDOR_FINAL', 'OPERADOR', 'SUPERVISOR', 'GERENTE'] as const) {
      expect((await fixture.as(who, 'GET', 'pessoas')).status).toBe(403);
      expect((await fixture.as(who, 'GET', `pessoas/${ids.ADMIN}`)).status).toBe(403);
      expect((await fixture.as(who, 'POST', `pessoas/${ids.OPERADOR}/desativar`, { versao: 1 })).status).toBe(
        403,
      );
    }
  });

  it('with further rights cannot be created, raised, changed or taken over', async () => {
    const admin = fixture.persons.people.ADMIN;
    const made = await fixture.as('half', 'POST', 'pessoas', await person('ADMIN'));
    expect([made.status, made.body.errors.idPerfil]).toEqual([422, expect.stringMatching(/não tem/)]);
    const operator = fixture.persons.people.OPERADOR;
    const raise = await changeOf(operator, { idPerfil: (await fixture.roleOf('ADMIN')).id });
    expect((await fixture.as('half', 'PUT', `pessoas/${operator}`, raise)).body.errors).toHaveProperty(
      'idPerfil',
    );
    const mail = await changeOf(admin, { email: 'meu@exemplo.com.br' });
    expect((await fixture.as('half', 'PUT', `pessoas/${admin}`, mail)).body.code).toBe(
      'ALEM_DOS_SEUS_DIREITOS',
    );
    for (const command of ['desativar', 'encerrar-sessoes', 'enviar-senha', 'reativar'])
      expect((await act('half', admin, command)).body.code).toBe('ALEM_DOS_SEUS_DIREITOS');
    const away = { de: '2030-01-02', ate: '2030-01-03' };
    const { id } = (await fixture.as('ADMIN', 'POST', `pessoas/${admin}/ausencias`, away)).body;
    for (const [method, path] of [
      ['POST', 'ausencias'],
      ['PUT', `ausencias/${id}`],
      ['DELETE', `ausencias/${id}`],
    ] as const) {
      const body = method === 'DELETE' ? undefined : away;
      expect((await fixture.as('half', method, `pessoas/${admin}/${path}`, body)).body.code).toBe(
        'ALEM_DOS_SEUS_DIREITOS',
      );
    }
  });

  it('of other branches do not exist for people who work in one', async () => {
    const { db } = fixture.server.deps;
    const operator = fixture.persons.people.OPERADOR;
    const { roleId } = (await db.select().from(people).where(eq(people.id, fixture.half)))[0] ?? {
      roleId: 0,
    };
    const before = (await db.select().from(people).where(eq(people.id, operator)))[0]?.roleId ?? 0;
    await db.update(people).set({ roleId }).where(eq(people.id, operator));
    const { body } = await fixture.as('OPERADOR', 'GET', 'pessoas');
    expect(body.map(({ tipo }: { tipo: string }) => tipo).sort()).toEqual(['OPERADOR', 'VENDEDOR']);
    expect((await fixture.as('OPERADOR', 'GET', `pessoas/${fixture.persons.people.GERENTE}`)).status).toBe(
      404,
    );
    const wide = await fixture.as('OPERADOR', 'POST', 'pessoas', await person('SUPERVISOR'));
    expect(wide.body.errors).toHaveProperty('tipo');
    const far = await person('OPERADOR', { filiais: [fixture.persons.branchIds[1]] });
    expect((await fixture.as('OPERADOR', 'POST', 'pessoas', far)).status).toBe(422);
    await db.update(people).set({ roleId: before }).where(eq(people.id, operator));
  });

  it('are created with what their type requires, and set the first password by e-mail', async () => {
    const given = await person('OPERADOR');
    const answer = await fixture.as('ADMIN', 'POST', 'pessoas', given);
    expect(answer.status).toBe(200);
    const id = answer.body.data.id;
    expect(await detail(id)).toMatchObject({
      cpf: given.cpf,
      email: 'nova@exemplo.com.br',
      tipo: 'OPERADOR',
      filiais: [{ nome: 'Matriz' }],
      ativo: true,
      sessoes: 0,
      ticketsAbertos: 0,
      impedimento: null,
    });
    const mail = await lastMail();
    expect(mail).toMatchObject({ toAddress: 'nova@exemplo.com.br', subject: 'Seu acesso foi criado' });
    const token = tokenIn((await deliverMails(fixture.server.deps)).at(-1));
    const login = (senha: string) =>
      fixture.server.call('POST', '/login/sac', { body: { cpf: given.cpf, senha } });
    expect((await login('nenhuma')).status).toBe(401);
    const chosen = await fixture.server.call('PUT', '/senha/redefinir-via-token', {
      body: { token, senha: 'cavalo certo' },
    });
    expect(chosen.status).toBe(200);
    expect((await login('cavalo certo')).status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(token);
    const repeated = await fixture.as('ADMIN', 'POST', 'pessoas', { ...given });
    expect(repeated.body.errors).toEqual({ cpf: 'Já há uma pessoa com este CPF.' });
  });

  it.each<[string, PersonType, object, string]>([
    ['an invalid CPF', 'OPERADOR', { cpf: '11111111111' }, 'cpf'],
    ['a name of one word', 'OPERADOR', { nome: 'Ana' }, 'nome'],
    ['an invalid e-mail', 'OPERADOR', { email: 'ana@' }, 'email'],
    ['an invalid phone', 'OPERADOR', { telefone: '99' }, 'telefone'],
    ['a birth date in the future', 'OPERADOR', { dtNasc: '2999-01-01' }, 'dtNasc'],
    ['an operator without a branch', 'OPERADOR', { filiais: [] }, 'filiais'],
    ['an unknown branch', 'VENDEDOR', { filiais: [999] }, 'filiais'],
    [
      'a representative without a record of one',
      'REPRESENTANTE',
      { idRepresentante: null },
      'idRepresentante',
    ],
    ['an unknown role', 'OPERADOR', { idPerfil: 999 }, 'idPerfil'],
    ['an unknown sector', 'OPERADOR', { idSetor: 999 }, 'idSetor'],
    ['a consumer without a customer', 'CONSUMIDOR_FINAL', {}, 'tipo'],
  ])('are rejected at the field: %s', async (_, type, change, field) => {
    const { status, body } = await fixture.as('ADMIN', 'POST', 'pessoas', await person(type, change));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('cannot change between consumer and staff roles', async () => {
    const idPerfil = (await fixture.roleOf('OPERADOR')).id;
    const consumer = fixture.persons.people.CONSUMIDOR_FINAL;
    expect((await detail(consumer)).cliente.nome).toBe('Clara Consumidora');
    const answer = await fixture.as(
      'ADMIN',
      'PUT',
      `pessoas/${consumer}`,
      await changeOf(consumer, { idPerfil, nome: 'Clara Consumidora' }),
    );
    expect(answer.body.errors).toHaveProperty('idPerfil');
  });

  it('are changed only on the newest version, and a new address is announced to the old one', async () => {
    const id = fixture.persons.people.VENDEDOR;
    const change = await changeOf(id, { email: 'outro@exemplo.com.br', filiais: fixture.persons.branchIds });
    const answers = await Promise.all([
      fixture.as('ADMIN', 'PUT', `pessoas/${id}`, change),
      fixture.as('ADMIN', 'PUT', `pessoas/${id}`, { ...change, nome: 'Outro Nome' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await lastMail())?.subject).toBe('O e-mail da sua conta foi alterado');
    const { db } = fixture.server.deps;
    expect(await db.$count(personBranches, eq(personBranches.personId, id))).toBe(2);
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, String(id)), eq(auditLog.action, 'ALTERAR')))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({ before: { filiais: ['Matriz'] }, after: { filiais: ['Matriz', 'Norte'] } });
  });

  it('cannot change their own role or deactivate themselves, but can change their name', async () => {
    const id = fixture.persons.people.ADMIN;
    const idPerfil = (await fixture.roleOf('OPERADOR')).id;
    const answer = await fixture.as('ADMIN', 'PUT', `pessoas/${id}`, await changeOf(id, { idPerfil }));
    expect(answer.body.errors).toHaveProperty('idPerfil');
    const name = await changeOf(id, { nome: 'Ada Administradora' });
    expect((await fixture.as('ADMIN', 'PUT', `pessoas/${id}`, name)).status).toBe(200);
    expect((await act('ADMIN', id, 'desativar')).body.code).toBe('PROPRIA_CONTA');
  });

  it('lose their sessions when deactivated, and return with their password', async () => {
    const id = fixture.persons.people.SUPERVISOR;
    expect((await fixture.as('SUPERVISOR', 'GET', 'respostas')).status).toBe(200);
    expect((await act('ADMIN', id, 'desativar')).body.data.message).toMatch(/sessões dela foram encerradas/);
    expect((await fixture.as('SUPERVISOR', 'GET', 'respostas')).status).toBe(401);
    expect((await act('ADMIN', id, 'desativar')).body.code).toBe('JA_DESATIVADA');
    expect((await act('ADMIN', id, 'enviar-senha')).body.code).toBe('DESATIVADA');
    expect((await act('ADMIN', id, 'reativar')).status).toBe(200);
    expect(await fixture.server.deps.db.$count(sessions, eq(sessions.personId, id))).toBe(0);
  });

  it('can have their sessions ended, except the current one', async () => {
    const id = fixture.persons.people.ADMIN;
    await fixture.server.sessionOf(id);
    expect((await act('ADMIN', id, 'encerrar-sessoes')).body.data.message).toBe('Sessão encerrada.');
    expect((await fixture.as('ADMIN', 'GET', 'pessoas')).status).toBe(200);
  });

  it('get a link to set a password, a limited number of times', async () => {
    const id = fixture.persons.people.OPERADOR;
    expect((await act('ADMIN', id, 'enviar-senha')).body.data.message).toMatch(
      /^O envio de e-mails ainda não está ligado .* Caixa de saída e vai a .*"npm run senha -- CPF" com o CPF da pessoa\.$/,
    );
    expect((await lastMail())?.subject).toBe('Redefinição da sua senha');
    const more = [];
    for (let i = 0; i < 6; i++) more.push((await act('ADMIN', id, 'enviar-senha')).status);
    expect(more).toContain(429);
  });

  it('are found by name, CPF and e-mail, and by type, role, state and branch', async () => {
    const names = async (filter: object) =>
      (
        await fixture.as('ADMIN', 'GET', `pessoas?filter=${encodeURIComponent(JSON.stringify(filter))}`)
      ).body.map(({ nome }: { nome: string }) => nome);
    const cpf = fixture.persons.cpfs.GERENTE;
    const masked = cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
    expect(await names({ q: masked })).toHaveLength(1);
    expect(await names({ q: 'HELENA' })).toEqual(['Helena Metade']);
    expect(await names({ q: 'helena@' })).toEqual(['Helena Metade']);
    expect(await names({ tipo: 'GERENTE' })).toHaveLength(1);
    expect(await names({ ativo: 'false' })).toEqual([]);
    expect(await names({ idFil: String(fixture.persons.branchIds[1]) })).toHaveLength(1);
    expect((await fixture.as('ADMIN', 'GET', 'pessoas?filter={"senha":"a"}')).status).toBe(422);
  });

  it('always include one that can grant rights', async () => {
    const { db } = fixture.server.deps;
    // A second administrator deactivates the first and is then the last one left.
    const given = await person('ADMIN', { nome: 'Segunda Administradora' });
    const { body } = await fixture.as('ADMIN', 'POST', 'pessoas', given);
    const second = await fixture.server.sessionOf(body.data.id);
    const first = fixture.persons.people.ADMIN;
    const role = await fixture.roleOf('OPERADOR');
    await db.update(people).set({ roleId: role.id }).where(eq(people.id, first));
    const self = await fixture.server.call('POST', `/config/pessoas/${body.data.id}/desativar`, {
      token: second,
      body: { versao: 1 },
    });
    expect(self.body.code).toBe('PROPRIA_CONTA');
    const admin = await fixture.roleOf('ADMIN');
    await db.update(people).set({ roleId: admin.id }).where(eq(people.id, first));
    const versions = [await fixture.versionOf(first), await fixture.versionOf(body.data.id)];
    const both = await Promise.all([
      fixture.server.call('POST', `/config/pessoas/${first}/desativar`, {
        token: second,
        body: { versao: versions[0] },
      }),
      fixture.as('ADMIN', 'POST', `pessoas/${body.data.id}/desativar`, { versao: versions[1] }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const loser = both.find(({ status }) => status !== 200);
    // A caller so late that their own session has ended is told that instead.
    expect([
      [401, 'SESSAO_EXPIRADA'],
      [422, 'ULTIMO_ADMINISTRADOR'],
    ]).toContainEqual([loser?.status, loser?.body.code]);
  });
});
