import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { grantedBy } from '#contract/rules/access.ts';
import { CHOICE_SOURCES, type ChoiceSource, RULE_ACTIONS } from '#contract/rules/companyRules/ruleActions.ts';
import { keyOfCode } from '#server/config/definitions/bundles/part.ts';
import {
  namesHere,
  namesOwnRows,
  namesToTravel,
  renamed,
} from '#server/config/definitions/bundles/portable.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { auditLog, definitionBundleParts, people, roles, sessions } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import {
  BOARD,
  bundleCalls,
  fileOf,
  type Item,
  MENU,
  nameOf,
  PARAMETER,
  REASON,
  ROLE,
  SCHEDULE,
  TYPE,
} from './bundleItems.ts';
import { shipped } from './usesCases.ts';

describe('bundles of rows that somebody means ill with', () => {
  let server: TestServer;
  let who: TestPeople;
  let token: string;

  beforeAll(async () => {
    server = await testServer();
    const { db } = server.database;
    await seedStandard(db);
    await loadDefinitions(db);
    who = await createPeople(db);
    token = await server.sessionOf(who.people.ADMIN);
    await db.update(sessions).set({ provedAt: new Date() });
  });
  afterAll(() => server?.close());

  const { call, planOf, publish, undo, exported } = bundleCalls({
    server: () => server,
    token: () => token,
    receiver: () => who.people.ADMIN,
  });

  const roleNamed = async (name: string) =>
    (await server.database.db.select().from(roles).where(eq(roles.name, name)))[0];
  const written = async () => ({
    roles: await server.database.db
      .select({ key: roles.key, version: roles.version })
      .from(roles)
      .orderBy(roles.id),
    audit: await server.database.db.$count(auditLog),
    parts: await server.database.db.$count(definitionBundleParts),
  });

  it('gives nobody what its publisher does not have', async () => {
    const { db } = server.database;
    const [manager, operator] = await Promise.all([
      server.sessionOf(who.people.GERENTE),
      server.sessionOf(who.people.OPERADOR),
    ]);
    const everything = ROLE('Tudo', [
      ...new Set(grantedBy((await db.select().from(roles).where(eq(roles.key, 'ADMIN')))[0]?.grants ?? [])),
    ]);
    const stood = await written();
    for (const as of [manager, operator]) expect((await publishAs(everything, as)).status).not.toBe(200);
    expect((await call('GET', '/config/definicoes-exportar/outros', undefined, operator)).status).toBe(403);
    // The manager may not even see roles among what is exported.
    const listed = (await call('GET', '/config/definicoes-exportar/outros', undefined, manager)).body as {
      tipo: string;
    }[];
    expect(listed.map(({ tipo }) => tipo)).not.toContain('roles');
    expect(await exported(['roles/ADMIN'], manager)).toEqual([]);
    const [foreign] = await planOf([everything], manager);
    expect(foreign).toMatchObject({ acao: 'RECUSAR', mudancas: [] });
    // Somebody who may change roles, and nothing else of what the file gives.
    const [made] = await db
      .insert(roles)
      .values({
        ...{ key: 'SUPERVISOR-7', name: 'Perfis' },
        grants: [
          {
            nome: 'CONFIGURACAO',
            autorizado: true,
            moduloAcoes: ['CONFIGURACAO_PERFIS', 'CONFIGURACAO_PUBLICAR'].map((nome) => ({
              nome,
              autorizado: true,
            })),
          },
        ],
      })
      .returning();
    await db
      .update(people)
      .set({ roleId: made?.id ?? 0 })
      .where(eq(people.id, who.people.SUPERVISOR));
    const narrow = await server.sessionOf(who.people.SUPERVISOR);
    await db.update(sessions).set({ provedAt: new Date() });
    const mine = ROLE('Tudo', ['CONFIGURACAO', 'CONFIGURACAO_PERFIS', 'CONFIGURACAO_PARAMETROS']);
    const [line] = await planOf([mine], narrow);
    expect(line).toMatchObject({ acao: 'RECUSAR' });
    expect((await publishAs(mine, narrow)).status).toBe(422);
    expect({ ...(await written()), roles: [] }).toEqual({ ...stood, roles: [] });
    expect(await roleNamed('Tudo')).toBeUndefined();
    const [supervisor] = await db.select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
    await db
      .update(people)
      .set({ roleId: supervisor?.id ?? 0 })
      .where(eq(people.id, who.people.SUPERVISOR));

    async function publishAs(item: Item, as: string) {
      const { tipo, chave } = item;
      return call(
        'POST',
        '/config/definicoes-importar/publicar',
        { texto: fileOf([item]), titulo: 'x', nota: '', escolhidas: [{ tipo, chave, versao: 0 }] },
        as,
      );
    }
  });

  it('asks for a new proof of identity for roles, and keeps the last administrator', async () => {
    const { db } = server.database;
    const [admin] = await exported(['roles/ADMIN']);
    const less = { ...admin, conteudo: { ...admin?.conteudo, permissoes: ['SAC_HOME'] } };
    const [line] = await planOf([less]);
    expect(line).toMatchObject({
      acao: 'RECUSAR',
      problemas: [{ mensagem: expect.stringContaining('não perdem') }],
    });
    // Also where the only administrators have a copy of the standard role.
    const { id: model } = (await db.select().from(roles).where(eq(roles.key, 'ADMIN')))[0] ?? { id: 0 };
    await call('POST', '/config/perfis', { nome: 'Chefia', idPerfil: model });
    const chief = await roleNamed('Chefia');
    await db
      .update(people)
      .set({ roleId: chief?.id ?? 0 })
      .where(eq(people.roleId, model));
    const [chiefs] = await exported(['roles/ADMIN-chefia']);
    const permissoes = ((chiefs as Item).conteudo.permissoes as string[]).filter(
      (name) => name !== 'CONFIGURACAO_PERFIS',
    );
    const last = await publish([{ ...chiefs, conteudo: { ...chiefs?.conteudo, permissoes } }]);
    expect([last.status, last.body.error]).toEqual([422, expect.stringContaining('Ninguém mais ficaria')]);
    await db
      .update(people)
      .set({ roleId: model })
      .where(eq(people.roleId, chief?.id ?? 0));
    await db.update(sessions).set({ provedAt: new Date(0) });
    const refusal = await publish([ROLE('Sem prova', ['SAC_HOME'])]);
    expect([refusal.status, refusal.body.code]).toEqual([403, 'CONFIRMACAO_NECESSARIA']);
    // What its own command does not ask it for is not asked for here.
    const parameter = await publish([PARAMETER('diasLimiteDevolucao', 77)]);
    expect(parameter.status).toBe(200);
    await db.update(sessions).set({ provedAt: new Date() });
    expect((await undo(parameter.body.data.id)).status).toBe(200);
    expect(await roleNamed('Sem prova')).toBeUndefined();
  });

  it('names what a rule chooses by key or code, and what only one installation has not at all', async () => {
    const { db } = server.database;
    const choices = (await call('GET', '/config/regras-opcoes')).body as Record<
      ChoiceSource,
      { valor: unknown }[]
    >;
    const [travel, here] = await Promise.all([namesToTravel(db), namesHere(db)]);
    const seen = new Set<string>();
    for (const [acao, { campos }] of Object.entries(RULE_ACTIONS))
      for (const [field, schema] of Object.entries<Record<string, unknown>>(campos.properties)) {
        if (typeof schema['x-escolha'] !== 'string') continue;
        const source = schema['x-escolha'] as ChoiceSource;
        seen.add(source);
        const own = choices[source][0]?.valor ?? (schema.type === 'string' ? 'alvos' : 1);
        const named = (value: unknown, names: typeof here) =>
          (renamed('rules', { entao: [{ acao, [field]: value }] }, names).entao as Content[])[0]?.[field];
        const gone = named(own, travel);
        if (namesOwnRows('rules', { entao: [{ acao, [field]: own }] }) === '') {
          expect([acao, field, typeof gone]).toEqual([acao, field, 'string']);
          expect([acao, field, named(gone, here)]).toEqual([acao, field, own]);
        } else expect([acao, field, gone]).toEqual([acao, field, 0]);
      }
    expect([...seen, 'perfis'].sort()).toEqual([...CHOICE_SOURCES].sort());
  });

  it('tries rows for publishers alone, without index work, and waits for nobody for long', async () => {
    const { db } = server.database;
    const shippedFields = await shipped('fields/ticket.json');
    const fields = {
      tipo: 'fields',
      chave: 'ticket',
      conteudo: {
        ...shippedFields,
        campos: [
          ...(shippedFields.campos as Content[]),
          { chave: 'entregaPrevista', titulo: 'Entrega prevista', tipo: 'DATE', filtravel: true },
        ],
      },
    };
    const items = [fields, PARAMETER('diasLimiteDevolucao', 61)];
    await db.transaction(async (tx) => {
      // Whoever writes tickets would wait for an index, and it for them.
      await tx.execute(sql`lock table tickets in row exclusive mode`);
      expect((await planOf(items)).map(({ acao }) => acao)).toEqual(['ALTERAR', 'ALTERAR']);
      await tx.execute(sql`select from definitions where kind = 'fields' and key = 'ticket' for update`);
      const busy = await call('POST', '/config/definicoes-importar/plano', { texto: fileOf(items) });
      expect([busy.status, busy.body.code]).toEqual([422, 'BANCO_OCUPADO']);
    });
    const [made] = await db
      .insert(roles)
      .values({
        ...{ key: 'SUPERVISOR-8', name: 'Parâmetros' },
        grants: [
          {
            nome: 'CONFIGURACAO',
            autorizado: true,
            moduloAcoes: [{ nome: 'CONFIGURACAO_PARAMETROS', autorizado: true }],
          },
        ],
      })
      .returning();
    const mine = eq(people.id, who.people.SUPERVISOR);
    const [person] = await db.select().from(people).where(mine);
    await db
      .update(people)
      .set({ roleId: made?.id ?? 0 })
      .where(mine);
    const [line] = await planOf(
      [PARAMETER('diasLimiteDevolucao', 62)],
      await server.sessionOf(who.people.SUPERVISOR),
    );
    expect(line).toMatchObject({
      acao: 'RECUSAR',
      problemas: [{ mensagem: expect.stringContaining('Só quem publica') }],
    });
    await db
      .update(people)
      .set({ roleId: person?.roleId ?? 0 })
      .where(mine);
  });

  it.each<[string, () => Item]>([
    [
      'a name with a character that is not kept',
      () => ({ ...ROLE('x', ['SAC_HOME'], { nome: 'Me\u0007sa' }), chave: 'OPERADOR-me-sa' }),
    ],
    [
      'a name that is kept without its end',
      () => ({
        ...BOARD('x', [{ nome: 'Todos', cor: 'aviso', regra: {} }]),
        chave: 'pre-venda',
        conteudo: {
          ...BOARD('x', [{ nome: 'Todos', cor: 'aviso', regra: {} }]).conteudo,
          nome: 'Pré\u0085venda',
        },
      }),
    ],
    [
      'a code that is kept without its spaces',
      () => ({ ...REASON(' R-9', { tipo: 'DEVOLUCAO' }), chave: keyOfCode(' R-9') }),
    ],
  ])('refuses %s', async (_, item) => {
    const stood = await written();
    const plan = await planOf([item()]);
    expect(plan).toMatchObject([{ acao: 'RECUSAR' }]);
    expect((await publish([item()])).status).toBe(422);
    expect(await written()).toEqual(stood);
  });

  it.each<[string, object[], RegExp]>([
    [
      'a kind that there is not',
      [{ tipo: 'people', chave: 'a', conteudo: {} }],
      /não tem tipo, chave e conteúdo/,
    ],
    [
      'the same line twice',
      [MENU, MENU],
      /^O item 2 do arquivo, "Oficina", repete o 1º, em Menus de tickets\. /,
    ],
  ])('refuses %s as a whole', async (_, items, sentence) => {
    const answer = await call('POST', '/config/definicoes-importar/plano', { texto: fileOf(items) });
    expect([answer.status, answer.body.error]).toEqual([422, expect.stringMatching(sentence)]);
  });

  it('refuses a file that is too large, and one that is no file', async () => {
    for (const texto of ['x'.repeat(900_001), '[]', '{"formato":"outro","itens":[]}', `${'['.repeat(5_000)}`])
      expect((await call('POST', '/config/definicoes-importar/plano', { texto })).status).toBe(422);
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as object;
    const answer = await call('POST', '/config/definicoes-importar/plano', {
      texto: fileOf([{ tipo: 'roles', chave: 'OPERADOR-a', conteudo: deep }]),
    });
    expect(answer.status).toBe(422);
    const many = Array.from({ length: 501 }, (_, index) => PARAMETER(`p${index}`, 1));
    expect((await call('POST', '/config/definicoes-importar/plano', { texto: fileOf(many) })).status).toBe(
      422,
    );
  });

  it('says what is wrong with each line, all at once', async () => {
    const items: [Item, RegExp][] = [
      [PARAMETER('diasLimiteDevolucao', 99_999_999), /número inteiro/],
      [PARAMETER('naoExiste', 1), /não tem este parâmetro/],
      [ROLE('Demais', ['SAC_HOME', 'MANDA_EM_TUDO']), /não existe/],
      [{ ...ROLE('Outro nome', ['SAC_HOME']), chave: 'OPERADOR-nome' }, /O conteúdo é de/],
      [{ ...ROLE('<b onload=x>', ['SAC_HOME']), chave: 'OPERADOR-b-onload-x' }, /HTML/],
      [ROLE('x'.repeat(61), ['SAC_HOME'], {}), /60/],
      [TYPE('SEM_FLUXO', { fluxo: 'NAO_HA', menu: 'DUVIDA' }), /fluxo/i],
      [REASON('R-1', { acima: 'R-2', tipo: 'DEVOLUCAO' }), /./],
      [REASON('R-2', { acima: 'R-1', tipo: 'DEVOLUCAO' }), /./],
      [BOARD('Vazio', []), /./],
      [
        { ...SCHEDULE, chave: 'nao-ha-semanal', conteudo: { ...SCHEDULE.conteudo, relatorio: 'nao-ha' } },
        /não há o relatório/,
      ],
      [{ tipo: 'roles', chave: 'OPERADOR-a', conteudo: { __proto__: 1, membros: [1] } }, /./],
    ];
    const plan = await planOf(items.map(([item]) => item));
    for (const [index, [item, sentence]] of items.entries()) {
      expect([nameOf(item), plan[index]?.acao]).toEqual([nameOf(item), 'RECUSAR']);
      expect(plan[index]?.problemas.map(({ mensagem }) => mensagem).join(' ')).toMatch(sentence);
    }
    expect((await publish(items.map(([item]) => item))).status).toBe(422);
  });
});
