import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, sql } from 'drizzle-orm';
import { PERSON_TYPES, type PersonType } from '#contract/permissions.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { auditLog, people, roles, sessions } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let folder: string;
const tokens = new Map<PersonType, string>();
const roleIds = new Map<string, number>();

beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  for (const who of PERSON_TYPES) tokens.set(who, await server.sessionOf(persons.people[who]));
  for (const { id, key } of await server.deps.db.select().from(roles)) roleIds.set(key, id);
  folder = await mkdtemp(path.join(os.tmpdir(), 'direitos-'));
  await mkdir(path.join(folder, 'records'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.call(method, url, { token: tokens.get(who) ?? '', ...(body && { body }) });

const box = (chave: string, more: Partial<CustomTypeDefinition> = {}): CustomTypeDefinition => ({
  formato: 2,
  chave,
  titulo: { um: 'vistoria', muitos: `vistorias ${chave}`, genero: 'f' },
  descricao: 'Vistorias.',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    { chave: 'cliente', titulo: 'Cliente', tipo: 'REFERENCIA', referencia: 'clientes' },
  ],
  codigo: ['numero'],
  nome: 'nome',
  escopo: ['empresa'],
  ...more,
});

const at = (chave: string) => `/config/definicoes/records/${chave}`;
/** Saves a draft and answers the version to publish it by. */
async function drafted(conteudo: CustomTypeDefinition): Promise<number> {
  const { body } = await call('ADMIN', 'GET', at(conteudo.chave));
  const versao = body.data?.versao ?? 0;
  return (await call('ADMIN', 'PUT', `${at(conteudo.chave)}/rascunho`, { conteudo, versao })).body.data
    .versao;
}
/** Saves the draft and publishes it, as an administrator unless said otherwise. */
async function published(conteudo: CustomTypeDefinition, direitos?: object[], who: PersonType = 'ADMIN') {
  const versao = await drafted(conteudo);
  const body = { versao, nota: '', ...(direitos && { direitos }) };
  return call(who, 'POST', `${at(conteudo.chave)}/publicar`, body);
}
const rights = (given: Partial<Record<string, string[]>>) =>
  Object.entries(given).map(([key, verbos]) => ({ idPerfil: roleIds.get(key), verbos }));
const proposed = async (chave: string) => {
  const { body } = await call('ADMIN', 'GET', `/config/cadastros-proprios/${chave}/direitos`);
  return body.data;
};
const fromFile = async (type: CustomTypeDefinition) => {
  await writeFile(path.join(folder, 'records', `${type.chave}.json`), JSON.stringify(type));
  const { broken, postponed } = await loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
  expect([broken, postponed]).toEqual([[], []]);
};
/** Who may do what, as the calls answer it: for each verb the types of people who are not refused for it. */
async function able(chave: string): Promise<Record<string, PersonType[]>> {
  const found: Record<string, PersonType[]> = { ler: [], criar: [], excluir: [], menu: [] };
  for (const who of PERSON_TYPES) {
    const statuses = {
      ler: (await call(who, 'GET', `/config/cadastros/${chave}`)).status,
      criar: (await call(who, 'POST', `/config/cadastros/${chave}`, { dados: {} })).status,
      excluir: (await call(who, 'DELETE', `/config/cadastros/${chave}/999999`)).status,
    };
    for (const [verb, status] of Object.entries(statuses)) if (status !== 403) found[verb]?.push(who);
    const { body } = await call(who, 'GET', '/config/cadastros-proprios');
    if (body.itens.some((one: { chave: string }) => one.chave === chave)) found.menu?.push(who);
  }
  return found;
}

describe('a new type without a chosen right', () => {
  it("is open to whoever has the permissions over the company's own types", async () => {
    expect((await published(box('sem-escolha'))).status).toBe(200);
    expect(await able('sem-escolha')).toEqual({
      ler: ['ADMIN', 'GERENTE', 'SUPERVISOR'],
      criar: ['ADMIN', 'GERENTE'],
      excluir: ['ADMIN', 'GERENTE'],
      menu: ['ADMIN', 'GERENTE', 'SUPERVISOR'],
    });
  });

  it('is refused if it does not say whose its records are', async () => {
    const { escopo: _, ...without } = box('sem-escopo');
    const { status, body } = await published(without as CustomTypeDefinition);
    expect([status, body.problemas]).toEqual([422, [expect.objectContaining({ ponteiro: '/escopo' })]]);
  });
});

describe('what is chosen when a type is published', () => {
  const chosen = { OPERADOR: ['ler', 'criar'], SUPERVISOR: [], VENDEDOR: ['importar'] };

  it('is proposed by the roles and by whom the type names', async () => {
    await drafted(box('proposta', { escopo: ['empresa', 'carteira'] }));
    const { primeira, podeMudar, perfis } = await proposed('proposta');
    expect([primeira, podeMudar]).toEqual([true, true]);
    const verbs = Object.fromEntries(
      perfis.map(({ nome, verbos }: { nome: string; verbos: string[] }) => [nome, verbos]),
    );
    expect(verbs).toEqual({
      Administrador: ['ler', 'criar', 'alterar', 'excluir', 'importar'],
      Gerente: ['ler', 'criar', 'alterar', 'excluir', 'importar'],
      Supervisor: ['ler', 'criar', 'alterar'],
      Operador: ['ler', 'criar', 'alterar'],
      Vendedor: ['ler'],
      Representante: ['ler'],
      'Consumidor final': [],
    });
  });

  it('decides, with reading for whoever may do more, and administrators keep everything', async () => {
    expect((await published(box('escolhido'), rights(chosen))).status).toBe(200);
    expect(await able('escolhido')).toEqual({
      ler: ['ADMIN', 'OPERADOR', 'VENDEDOR'],
      criar: ['ADMIN', 'OPERADOR'],
      excluir: ['ADMIN'],
      menu: ['ADMIN', 'OPERADOR', 'VENDEDOR'],
    });
    const [entry] = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'roles'), eq(auditLog.entityId, String(roleIds.get('OPERADOR')))))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry?.after).toMatchObject({ incluidas: ['CADASTRO:escolhido', 'CADASTRO:escolhido:CRIAR'] });
  });

  it('is not taken for people whom the type does not name, nor for another kind', async () => {
    for (const key of ['REPRESENTANTE', 'CONSUMIDOR_FINAL']) {
      const { status, body } = await published(
        box(`fechado-${key.toLowerCase().replace('_', '-')}`),
        rights({ [key]: ['ler'] }),
      );
      expect([status, body.errors?.direitos]).toEqual([422, expect.stringMatching(/não é aberto/)]);
    }
  });

  it('is changed later by whoever may change roles and has the rights, and by nobody else', async () => {
    const next = (more: string) => box('escolhido', { descricao: more });
    const { db } = server.deps;
    const url = '/config/cadastros-proprios/escolhido/direitos';
    expect((await call('OPERADOR', 'GET', url)).status).toBe(403);
    // A manager publishes, but changes no roles.
    const [manager] = await db.select().from(roles).where(eq(roles.key, 'GERENTE'));
    const grants = (manager?.grants ?? []).map((grant) => ({
      ...grant,
      moduloAcoes: grant.moduloAcoes.map((one) =>
        one.nome === 'CONFIGURACAO_ESQUEMAS' ? { ...one, autorizado: true } : one,
      ),
    }));
    await db.update(roles).set({ grants }).where(eq(roles.key, 'GERENTE'));
    expect((await call('GERENTE', 'GET', url)).body.data).toMatchObject({
      primeira: false,
      podeMudar: false,
    });
    expect((await published(next('um'), rights({ GERENTE: ['ler'] }), 'GERENTE')).status).toBe(403);
    expect((await published(next('um'), undefined, 'GERENTE')).status).toBe(200);
    expect((await able('escolhido')).ler).toEqual(['ADMIN', 'OPERADOR', 'VENDEDOR']);
    expect((await published(next('dois'), rights({ GERENTE: ['ler'] }))).status).toBe(200);
    expect((await able('escolhido')).ler).toEqual(['ADMIN', 'GERENTE']);
  });
});

describe('a draft that closes a type to somebody', () => {
  const declared = ['empresa', 'empresa carteira', 'carteira', 'cliente', 'cliente carteira'];
  const narrowed = declared.flatMap((from) => declared.filter((to) => to !== from).map((to) => [from, to]));

  it.each(narrowed)('is published with what the dialog sends: %s to %s', async (...names) => {
    const [from = [], to = []] = names.map((name) => name.split(' '));
    const chave = `de-${[...from, 'a', ...to].join('-')}`;
    const of = (escopo: string[]) => box(chave, { escopo } as Partial<CustomTypeDefinition>);
    expect((await published(of(from), rights({ REPRESENTANTE: [], OPERADOR: ['ler'] }))).status).toBe(200);
    // Somebody may hold what the type does not open to them.
    await server.deps.db.execute(sql`
      update roles set grants = (
        select jsonb_agg(case g ->> 'nome' when ${`CADASTRO:${chave}`} then jsonb_set(g, '{autorizado}', 'true') else g end)
        from jsonb_array_elements(grants) g
      ) where key in ('REPRESENTANTE', 'CONSUMIDOR_FINAL')`);
    await drafted(of(to));
    const { perfis } = await proposed(chave);
    const sent = perfis.map(({ id, verbos }: { id: number; verbos: string[] }) => ({ idPerfil: id, verbos }));
    const answer = await published(of(to), sent);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  });
});

describe('other permissions in a published type', () => {
  const before = box('com-permissoes');
  const asked = box('com-permissoes', { permissoes: { ler: 'CONTA' } });
  const change = async (conteudo: CustomTypeDefinition, who: PersonType) => {
    const { status, body } = await published(conteudo, undefined, who);
    return [status, body.code];
  };
  const obstacle = async (who: PersonType) =>
    (await call(who, 'GET', '/config/cadastros-proprios/com-permissoes/direitos')).body.data.impedimento;

  it('are published by nobody who may not change roles', async () => {
    expect((await published(before, rights({ OPERADOR: ['ler'] }))).status).toBe(200);
    const readers = (await able('com-permissoes')).ler;
    expect(await change(asked, 'GERENTE')).toEqual([403, 'SEM_PERMISSAO']);
    expect(await obstacle('GERENTE')).toMatch(/quem também muda perfis/);
    expect((await able('com-permissoes')).ler).toEqual(readers);
    // Anything else is theirs to publish.
    expect(await change(box('com-permissoes', { descricao: 'Outra.' }), 'GERENTE')).toEqual([200, undefined]);
  });

  it('are published by whoever changes roles, and go back alike', async () => {
    expect(await change(asked, 'ADMIN')).toEqual([200, undefined]);
    expect((await able('com-permissoes')).ler).toContain('VENDEDOR');
    expect(await change(before, 'GERENTE')).toEqual([403, 'SEM_PERMISSAO']);
    const other = { ...asked, permissoes: { ler: 'CLIENTE' } } as const;
    expect(await change(other, 'GERENTE')).toEqual([403, 'SEM_PERMISSAO']);
    const { body } = await call('ADMIN', 'GET', at('com-permissoes'));
    const back = { versao: body.data.versao, nota: '' };
    await call('GERENTE', 'POST', `${at('com-permissoes')}/versoes/1/voltar`, back);
    expect((await able('com-permissoes')).ler).toContain('VENDEDOR');
    expect(await change(before, 'ADMIN')).toEqual([200, undefined]);
  });

  it('need a recent proof', async () => {
    const isAdmin = eq(sessions.personId, persons.people.ADMIN);
    const proved = (provedAt: Date) => server.deps.db.update(sessions).set({ provedAt }).where(isAdmin);
    await proved(new Date(0));
    expect(await change(asked, 'ADMIN')).toEqual([403, 'CONFIRMACAO_NECESSARIA']);
    await proved(new Date());
  });
});

describe('the rights of a type in roles', () => {
  const roleOf = async (key: string) =>
    (await call('ADMIN', 'GET', `/config/perfis/${roleIds.get(key)}`)).body;
  const heldBy = (role: {
    modulos: { nome: string; autorizado: boolean; moduloAcoes: { nome: string; autorizado: boolean }[] }[];
  }) =>
    role.modulos.flatMap(({ nome, autorizado, moduloAcoes }) => [
      ...(autorizado ? [nome] : []),
      ...moduloAcoes.flatMap((action) => (action.autorizado ? [action.nome] : [])),
    ]);

  it('are shown, given and revoked like any other permission', async () => {
    const role = await roleOf('VENDEDOR');
    expect(role.cadastros.map(({ chave }: { chave: string }) => chave)).toContain('sem-escolha');
    const held = heldBy(role);
    const put = async (permissoes: string[]) =>
      call('ADMIN', 'PUT', `/config/perfis/${roleIds.get('VENDEDOR')}`, {
        nome: role.nome,
        permissoes,
        versao: (await roleOf('VENDEDOR')).versao,
      });
    const read = async () => (await call('VENDEDOR', 'GET', '/config/cadastros/sem-escolha')).status;
    expect(await read()).toBe(403);
    expect((await put([...held, 'CADASTRO:nao-existe'])).body.errors.permissoes).toMatch(/não existe/);
    expect((await put([...held, 'CADASTRO:sem-escolha:CRIAR'])).body.errors.permissoes).toMatch(
      /depende do módulo/,
    );
    expect((await put([...held, 'CADASTRO:sem-escolha'])).status).toBe(200);
    expect(await read()).toBe(200);
    expect(heldBy(await roleOf('VENDEDOR'))).toEqual(expect.arrayContaining(['CADASTRO:sem-escolha']));
    expect((await put(held)).status).toBe(200);
    expect(await read()).toBe(403);
  });

  it('follow those over all own types after a role is saved, where nobody chose', async () => {
    const role = async () => roleOf('SUPERVISOR');
    const said = async () => {
      const [row] = await server.deps.db.select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
      return (row?.grants ?? [])
        .map(({ nome }) => nome)
        .filter((nome) => nome.startsWith('CADASTRO:'))
        .sort();
    };
    const put = async (permissoes: string[]) => {
      const { nome, versao } = await role();
      const body = { nome, permissoes, versao };
      expect((await call('ADMIN', 'PUT', `/config/perfis/${roleIds.get('SUPERVISOR')}`, body)).status).toBe(
        200,
      );
    };
    const before = await said();
    expect(before).not.toContain('CADASTRO:sem-escolha');
    const held = heldBy(await role());
    await put(held);
    expect(await said()).toEqual(before);
    const own = (name: string) => /^CADASTRO(S_PROPRIOS|:sem-escolha)(_|:|$)/.test(name);
    await put(held.filter((name) => !own(name)));
    expect((await able('sem-escolha')).ler).not.toContain('SUPERVISOR');
    await put(held);
    expect(await said()).toEqual(before);
    // What is ticked against the rule for all is a choice.
    await put([...held.filter((name) => !own(name)), 'CADASTRO:sem-escolha']);
    expect((await able('sem-escolha')).ler).toContain('SUPERVISOR');
    expect(await said()).toContain('CADASTRO:sem-escolha');
  });

  it('stay with administrators, who could not give them back', async () => {
    const role = await roleOf('ADMIN');
    const held = heldBy(role);
    const put = async (permissoes: string[]) =>
      call('ADMIN', 'PUT', `/config/perfis/${role.id}`, {
        nome: role.nome,
        permissoes,
        versao: (await roleOf('ADMIN')).versao,
      });
    for (const { chave } of role.cadastros) {
      const own = held.filter(
        (name) => name === `CADASTRO:${chave}` || name.startsWith(`CADASTRO:${chave}:`),
      );
      expect(own.length).toBeGreaterThan(0);
      const { status, body } = await put(held.filter((name) => !own.includes(name)));
      expect([status, body.errors?.permissoes]).toEqual([
        422,
        expect.stringContaining(`Administradores não perdem: Vistorias ${chave}`),
      ]);
    }
  });

  it('are not given by somebody who lacks them, and no consumer writes', async () => {
    const role = await roleOf('CONSUMIDOR_FINAL');
    const { body } = await call('ADMIN', 'PUT', `/config/perfis/${role.id}`, {
      nome: role.nome,
      permissoes: [...heldBy(role), 'CADASTRO:sem-escolha', 'CADASTRO:sem-escolha:CRIAR'],
      versao: role.versao,
    });
    expect(body.errors.permissoes).toMatch(/consumidor final não pode/);
  });

  it('go along with a copy, and a key has those of its type only', async () => {
    const copy = await call('ADMIN', 'POST', '/config/perfis', {
      nome: 'Operador da noite',
      idPerfil: roleIds.get('GERENTE'),
    });
    await server.deps.db
      .update(people)
      .set({ roleId: copy.body.data.id })
      .where(eq(people.id, persons.people.OPERADOR));
    expect((await able('escolhido')).ler).toEqual(['ADMIN', 'GERENTE', 'OPERADOR']);
    const made = await call('ADMIN', 'POST', '/config/chaves', {
      ...{ nome: 'ERP', escopos: [{ tipo: 'escolhido', verbos: ['LER'] }] },
      ...{ filiais: [], enderecos: [], validade: null },
    });
    const token = made.body.data.chave;
    expect((await server.call('GET', '/dados/v1/escolhido', { token })).status).toBe(200);
    expect((await server.call('GET', '/dados/v1/sem-escolha', { token })).status).toBe(403);
    expect((await server.call('PUT', '/dados/v1/escolhido', { token, body: [{ numero: '1' }] })).status).toBe(
      403,
    );
  });
});

it('a file may carry the rights of its first version', async () => {
  await fromFile(
    box('de-arquivo', {
      escopo: ['carteira'],
      direitos: { REPRESENTANTE: ['ler'], CONSUMIDOR_FINAL: ['ler'] },
    }),
  );
  expect((await able('de-arquivo')).ler).toEqual(['ADMIN', 'REPRESENTANTE']);
});

it('a type that names permissions of the console keeps them until it uses its own', async () => {
  const named = box('de-antes', { permissoes: { ler: 'CLIENTE' } });
  await fromFile(named);
  const before = (await able('de-antes')).ler;
  expect(before).toEqual(
    ['ADMIN', 'GERENTE', 'SUPERVISOR', 'OPERADOR', 'VENDEDOR', 'REPRESENTANTE'].filter(
      (one) => one !== 'REPRESENTANTE',
    ),
  );
  const { permissoes: _, ...own } = named;
  await drafted(own);
  const { perfis } = await proposed('de-antes');
  const direitos = perfis.map(
    ({ id, verbos, aEscolher }: { id: number; verbos: string[]; aEscolher: string[] }) => ({
      idPerfil: id,
      verbos: verbos.filter((verb) => aEscolher.includes(verb)),
    }),
  );
  expect((await published(own, direitos)).status).toBe(200);
  expect((await able('de-antes')).ler).toEqual(before);
});
