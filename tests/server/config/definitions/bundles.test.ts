import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray } from 'drizzle-orm';
import { DEFINITION_KINDS, type DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { kindRules } from '#server/config/definitions/kinds.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { auditLog, definitions, parameters, sessions } from '#server/db/tables/index.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { DECLARED, REFERRING, shipped, TARGETS, WRITTEN } from './usesCases.ts';

describe('bundles of definitions', () => {
  let server: TestServer;
  let token: string;
  let manager: string;
  let operator: string;
  let fields: Content;

  beforeAll(async () => {
    server = await testServer();
    await seedStandard(server.database.db);
    await loadDefinitions(server.database.db);
    const { people } = await createPeople(server.database.db);
    [token, manager, operator] = await Promise.all([
      server.sessionOf(people.ADMIN),
      server.sessionOf(people.GERENTE),
      server.sessionOf(people.OPERADOR),
    ]);
    const shippedFields = await shipped('fields/ticket.json');
    fields = {
      ...shippedFields,
      campos: [
        ...(shippedFields.campos as Content[]),
        { chave: 'romaneio', titulo: 'Romaneio', tipo: 'TEXT' },
      ],
    };
  });
  afterAll(() => server?.close());

  const call = (method: 'GET' | 'POST', url: string, body?: object, as = token) =>
    server.call(method, url, { token: as, ...(body && { body }) });
  const keyOf = (kind: DefinitionKind, content: Content) => kindRules(kind).keyOf(content);
  const fileOf = (...items: [DefinitionKind, Content][]) =>
    JSON.stringify({
      ...{ formato: 'balcao-definicoes', versao: 1 },
      itens: items.map(([tipo, conteudo]) => ({ tipo, chave: keyOf(tipo, conteudo), conteudo })),
    });
  type Planned = { tipo: string; chave: string; versao: number; acao: string };
  const planOf = async (texto: string): Promise<Planned[]> =>
    (await call('POST', '/config/definicoes-importar/plano', { texto })).body;
  async function publish(texto: string, more: object = {}, as = token) {
    const plan = await planOf(texto);
    return call(
      'POST',
      '/config/definicoes-importar/publicar',
      {
        ...{ texto, titulo: 'Controle de alvos', nota: 'Pedido da filial Sul' },
        escolhidas: plan.map(({ tipo, chave, versao }) => ({ tipo, chave, versao })),
        ...more,
      },
      as,
    );
  }
  const undo = (id: number, as = token) =>
    call('POST', `/config/pacotes/${id}/desfazer`, { nota: 'Veio cedo demais' }, as);
  const state = async (): Promise<Record<string, number | 'archived' | null>> =>
    Object.fromEntries(
      (
        await server.database.db
          .select()
          .from(definitions)
          .where(inArray(definitions.key, ['alvos', 'visitas', 'alvos-por-rota', 'alvos-em-sql', 'ticket']))
      ).map(({ kind, key, publishedVersion, archivedAt }) => [
        `${kind}/${key}`,
        archivedAt ? 'archived' : publishedVersion,
      ]),
    );
  const published = async (kind: DefinitionKind, key: string) =>
    (await call('GET', `/config/definicoes/${kind}/${key}`)).body.data.publicado as Content;

  const WHOLE = () =>
    fileOf(
      ['reports', WRITTEN],
      ['reports', DECLARED],
      ['records', REFERRING],
      ['fields', fields],
      ['records', TARGETS],
    );

  it('is closed to those who may not publish or change its kinds, and writes nothing for them', async () => {
    const before = await state();
    for (const as of [operator, manager]) {
      expect((await publish(WHOLE(), {}, as)).status).not.toBe(200);
      expect((await undo(1, as)).status).not.toBe(200);
    }
    expect((await call('GET', '/config/pacotes', undefined, operator)).status).toBe(403);
    expect(
      (await call('POST', '/config/definicoes-exportar/plano', { escolhidas: [] }, operator)).status,
    ).toBe(403);
    expect(await state()).toEqual(before);
  });

  it('is published whole or not at all', async () => {
    const before = await state();
    const broken = await publish(fileOf(['records', TARGETS], ['reports', { ...DECLARED, colunas: [] }]));
    expect(broken.status).toBe(422);
    // A type that refers to another one which is not in the file.
    expect((await publish(fileOf(['records', REFERRING]))).status).toBe(422);
    const stale = await publish(fileOf(['fields', fields]), {
      escolhidas: [{ tipo: 'fields', chave: 'ticket', versao: 0 }],
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'CONFLITO']);
    expect(stale.body.error ?? stale.body.message).toContain('mudou depois da conferência');
    expect(await state()).toEqual(before);
    expect((await call('GET', '/config/pacotes')).body).toEqual([]);
  });

  it('waits for a second person where the company wants one', async () => {
    const { db } = server.database;
    const own = and(eq(parameters.area, 'GERAL'), eq(parameters.key, 'publicacaoSegundaPessoa'));
    await db.update(parameters).set({ value: true }).where(own);
    try {
      const answer = await publish(WHOLE());
      expect([answer.status, answer.body.code]).toEqual([403, 'SEGUNDA_PESSOA']);
    } finally {
      await db.update(parameters).set({ value: false }).where(own);
    }
  });

  it('is published in the order of its uses, whatever the order of the file, and goes back as one', async () => {
    const before = await state();
    const was = await published('fields', 'ticket');
    const answer = await publish(WHOLE());
    expect(answer.body).toMatchObject({ data: { titulo: 'Controle de alvos', quantas: 5, desfeito: null } });
    const { id } = answer.body.data;
    const after = await state();
    expect(after).toEqual({
      ...before,
      ...{ 'records/alvos': 1, 'records/visitas': 1, 'reports/alvos-por-rota': 1, 'reports/alvos-em-sql': 1 },
      'fields/ticket': Number(before['fields/ticket']) + 1,
    });
    const shown = (await call('GET', `/config/pacotes/${id}`)).body.data;
    expect(shown.obstaculos).toEqual([]);
    const order = shown.itens.map(({ tipo, chave }: Planned) => `${tipo}/${chave}`);
    expect(order.indexOf('records/alvos')).toBeLessThan(order.indexOf('records/visitas'));
    expect(order.indexOf('records/alvos')).toBeLessThan(order.indexOf('reports/alvos-por-rota'));
    const changed = shown.itens.find(({ chave }: Planned) => chave === 'ticket');
    expect(changed).toMatchObject({
      criada: false,
      mudancas: [{ frase: expect.stringContaining('Romaneio') }],
    });
    // A manager may read reports only.
    expect((await call('GET', `/config/pacotes/${id}`, undefined, manager)).status).toBe(404);
    expect((await call('GET', '/config/pacotes', undefined, manager)).body).toEqual([]);

    expect((await undo(id)).body).toMatchObject({ data: { desfeito: { autor: expect.any(Object) } } });
    expect(await state()).toEqual({
      ...Object.fromEntries(Object.keys(after).map((name) => [name, 'archived'])),
      'fields/ticket': Number(before['fields/ticket']) + 2,
    });
    // What tickets may hold by now is not thrown away, but archived.
    expect((await published('fields', 'ticket')).campos).toEqual([
      ...(was.campos as Content[]),
      expect.objectContaining({ chave: 'romaneio', arquivado: true }),
    ]);
    expect([(await undo(id)).status, (await undo(999)).status]).toEqual([422, 404]);
    const entries = await server.database.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.entity, 'definition_bundles'))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual(['PUBLICAR', 'DESFAZER']);
  });

  it('asks for what each kind asks of its publisher, and publishes and undoes nothing without it', async () => {
    const rule = await shipped('rules/prioridade-por-valor.json');
    const first = await publish(fileOf(['rules', { ...rule, titulo: 'Devolução cara é prioridade alta' }]));
    expect(first.body).toMatchObject({ data: { quantas: 1 } });
    const before = await published('rules', 'prioridade-por-valor');
    await server.database.db.update(sessions).set({ provedAt: new Date(0) });
    const refusals = [
      await publish(fileOf(['rules', { ...rule, titulo: 'Outra vez' }])),
      await publish(fileOf(['rules', { ...rule, id: 'regra-nova', titulo: 'Regra nova' }])),
      await undo(first.body.data.id),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [403, 'CONFIRMACAO_NECESSARIA']),
    );
    await server.database.db.update(sessions).set({ provedAt: new Date() });
    expect(await published('rules', 'prioridade-por-valor')).toEqual(before);
    expect((await undo(first.body.data.id)).status).toBe(200);
  });

  it('does not go back over what others changed since', async () => {
    const asking = (...keys: string[]) => ({
      ...fields,
      campos: [
        ...(fields.campos as Content[]),
        ...keys.map((chave) => ({ chave, titulo: chave.toUpperCase(), tipo: 'TEXT' })),
      ],
    });
    const first = await publish(fileOf(['fields', asking('doca')]));
    const second = await publish(fileOf(['fields', asking('doca', 'rampa')]));
    const refusal = await undo(first.body.data.id);
    expect(refusal.body).toMatchObject({ code: 'PACOTE_MUDOU' });
    const obstacles = (await call('GET', `/config/pacotes/${first.body.data.id}`)).body.data.obstaculos;
    expect(obstacles).toEqual([expect.stringContaining('mudou depois deste pacote')]);
    expect((await undo(second.body.data.id)).status).toBe(200);
  });

  it('leaves with all that it uses', async () => {
    const type = { ...TARGETS, chave: 'pontos', noPainelDoCliente: false };
    const report = {
      ...DECLARED,
      id: 'pontos-por-rota',
      consulta: { ...(DECLARED.consulta as Content), conjunto: 'proprio_pontos' },
    };
    expect((await publish(fileOf(['reports', report], ['records', type]))).status).toBe(200);
    const escolhidas = [{ tipo: 'reports', chave: 'pontos-por-rota' }];
    const plan = (await call('POST', '/config/definicoes-exportar/plano', { escolhidas })).body;
    expect(plan).toEqual([
      expect.objectContaining({ chave: 'pontos-por-rota', escolhida: true, usadaPor: [], levada: true }),
      expect.objectContaining({
        tipo: 'records',
        chave: 'pontos',
        escolhida: false,
        usadaPor: ['Alvos por rota'],
      }),
    ]);
    // Who may not change types takes the report alone, and is told.
    const narrow = (await call('POST', '/config/definicoes-exportar/plano', { escolhidas }, manager)).body;
    expect(narrow).toMatchObject([{ levada: true }, { chave: 'pontos', levada: false }]);
    const names = plan.map(({ tipo, chave }: Planned) => `${tipo}/${chave}`).join(',');
    const file = (await call('GET', `/config/definicoes-exportar?itens=${names}`)).body;
    const items = (typeof file === 'string' ? JSON.parse(file) : file).itens as Planned[];
    expect(items.map(({ chave }) => chave).sort()).toEqual(['pontos', 'pontos-por-rota']);
  });

  it('has a way back for every kind of definition, alone and with others', async () => {
    expect(
      (await publish(fileOf(['records', { ...TARGETS, chave: 'paradas', noPainelDoCliente: false }]))).status,
    ).toBe(200);
    const was = new Map<DefinitionKind, { key: string; content: Content }>();
    for (const kind of DEFINITION_KINDS) {
      const { itens } = (await call('GET', `/config/definicoes/${kind}`)).body as {
        itens: { chave: string; estado: string }[];
      };
      const shown = itens.filter(({ estado }) => estado === 'PUBLICADO');
      // A report over a type without records, whose own tests take no time.
      const key = (shown.find(({ chave }) => chave === 'pontos-por-rota') ?? shown[0])?.chave ?? '';
      was.set(kind, { key, content: await published(kind, key) });
    }
    const other = (content: Content): Content => {
      const name = ['descricao', 'titulo'].find((each) => typeof content[each] === 'string') ?? '';
      return { ...content, [name]: `${content[name]} e mais` };
    };
    const bundle = await publish(
      fileOf(...[...was].map(([kind, { content }]): [DefinitionKind, Content] => [kind, other(content)])),
    );
    expect(bundle.body).toMatchObject({ data: { quantas: DEFINITION_KINDS.length } });
    expect((await undo(bundle.body.data.id)).status).toBe(200);
    for (const [kind, { key, content }] of was) {
      expect([kind, await published(kind, key)]).toEqual([kind, content]);
      const at = `/config/definicoes/${kind}/${key}`;
      const first = (await call('GET', at)).body.data;
      const draft = { conteudo: other(content), versao: first.versao };
      expect([kind, (await server.call('PUT', `${at}/rascunho`, { token, body: draft })).status]).toEqual([
        kind,
        200,
      ]);
      const { versao } = (await call('GET', at)).body.data;
      expect([kind, (await call('POST', `${at}/publicar`, { versao, nota: '' })).status]).toEqual([
        kind,
        200,
      ]);
      expect([kind, await published(kind, key)]).toEqual([kind, other(content)]);
      const then = (await call('GET', at)).body.data;
      const back = { versao: then.versao, nota: 'Era melhor' };
      const answer = await call('POST', `${at}/versoes/${first.versaoPublicada}/voltar`, back);
      expect([kind, answer.status]).toEqual([kind, 200]);
      expect([kind, await published(kind, key)]).toEqual([kind, content]);
    }
  });
});
