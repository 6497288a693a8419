import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { DEFINITION_KINDS, type DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { kindRules } from '#server/config/definitions/kinds.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { definitions, definitionUses } from '#server/db/tables/index.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import {
  ASKING,
  CASES,
  type Case,
  CUSTOMER_FIELDS,
  CUSTOMERS_IN_SQL,
  changed,
  DASHBOARD,
  DECLARED,
  FIELDS,
  type Fields,
  MAIL,
  MOVED,
  NAMED_WHOLE,
  OF_CUSTOMERS,
  OF_TICKETS,
  REFERRING,
  shipped,
  TARGETS,
  TICKET_FIELDS,
  type,
  UNUSED,
  WRITTEN,
} from './usesCases.ts';

describe('uses of definitions', () => {
  let server: TestServer;
  let folder: string;
  let token: string;
  let reader: string;

  // A server and a set of published definitions that all cases share.
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'usos-'));
    server = await testServer({ schemasDir: folder });
    await seedStandard(server.database.db);
    const { people } = await createPeople(server.database.db);
    [token, reader] = await Promise.all([server.sessionOf(people.ADMIN), server.sessionOf(people.GERENTE)]);
    // First everything is narrow, so that there is a version to go back to.
    await put('records', everyChange('records', TARGETS));
    for (const fields of [TICKET_FIELDS, CUSTOMER_FIELDS]) await put('fields', everyChange('fields', fields));
    expect((await load()).broken).toEqual([]);
    await put('records', TARGETS);
    for (const fields of [TICKET_FIELDS, CUSTOMER_FIELDS]) await put('fields', fields);
    await put('registration', ASKING);
    expect((await load()).broken).toEqual([]);
    const panel = await shipped('panels/cliente.json');
    const grupo = (panel.grupos as { chave: string }[])[0]?.chave;
    const tab = { chave: 'cadastro-alvos', titulo: 'Alvos', grupo, icone: 'Description', permissoes: [] };
    await put('panels', { ...panel, abas: [...(panel.abas as Fields), tab] });
    for (const each of [DECLARED, WRITTEN, OF_TICKETS, OF_CUSTOMERS, CUSTOMERS_IN_SQL])
      await put('reports', each);
    await put('mails', MAIL);
    await put('dashboards', DASHBOARD);
    await put('records', REFERRING);
    expect((await load()).broken).toEqual([]);
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });

  const narrowing = (kind: DefinitionKind, key: string) =>
    CASES.filter((one) => one.kind === kind && one.key === key && !/removed$|form$/.test(one.change));

  /** All changes of its cases at once, except those that no version could have had before. */
  function everyChange(kind: DefinitionKind, content: Content): Content {
    const narrow = narrowing(kind, keyOf(kind, content));
    return narrow.reduce((made, one) => Object.assign(made, difference(content, one.content, made)), {
      ...content,
    });
  }
  function difference(full: Content, one: Content, made: Content): Content {
    const campos = (made.campos as Fields).map((field) => {
      const [before, after] = [full, one].map((each) =>
        (each.campos as Fields).find(({ chave }) => chave === field.chave),
      );
      return JSON.stringify(before) === JSON.stringify(after) ? field : { ...field, ...after };
    });
    const others = Object.entries(one).filter(
      ([key, value]) => key !== 'campos' && JSON.stringify(value) !== JSON.stringify(full[key]),
    );
    return { ...Object.fromEntries(others), campos };
  }

  const keyOf = (kind: DefinitionKind, content: Content) => kindRules(kind).keyOf(content);
  async function put(kind: DefinitionKind, content: Content) {
    await mkdir(path.join(folder, kind), { recursive: true });
    await writeFile(path.join(folder, kind, `${keyOf(kind, content)}.json`), JSON.stringify(content));
  }
  const load = () => loadDefinitions(server.database.db, folder, { ...server.deps, user: null });
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = token) =>
    server.call(method, url, { token: as, ...(body && { body }) });
  const at = (kind: DefinitionKind, key: string) => `/config/definicoes/${kind}/${key}`;
  const detail = async (kind: DefinitionKind, key: string) => (await call('GET', at(kind, key))).body.data;
  async function publish(kind: DefinitionKind, conteudo: Content) {
    const key = keyOf(kind, conteudo);
    const [row] = await server.database.db
      .select()
      .from(definitions)
      .where(and(eq(definitions.kind, kind), eq(definitions.key, key)));
    const saved = await call('PUT', `${at(kind, key)}/rascunho`, { conteudo, versao: row?.version ?? 0 });
    const answer = await call('POST', `${at(kind, key)}/publicar`, {
      versao: saved.body.data.versao,
      nota: '',
    });
    if (answer.status !== 200) {
      const { versao } = await detail(kind, key);
      await call('DELETE', `${at(kind, key)}/rascunho?versao=${versao}`);
    }
    return answer;
  }
  const bundle = (...items: [DefinitionKind, Content][]) =>
    JSON.stringify({
      ...{ formato: 'balcao-definicoes', versao: 1 },
      itens: items.map(([tipo, conteudo]) => ({ tipo, chave: keyOf(tipo, conteudo), conteudo })),
    });
  const plan = async (...items: [DefinitionKind, Content][]) =>
    (await call('POST', '/config/definicoes-importar/plano', { texto: bundle(...items) })).body as {
      acao: string;
      problemas: { mensagem: string }[];
    }[];

  /** Each way by which a content could take effect; its answer is refused with a text. */
  const DOORS: Record<string, (one: Case) => Promise<string>> = {
    'checking while typing': async ({ kind, key, content }) =>
      JSON.stringify(
        (await call('POST', `/config/definicoes/${kind}/verificar`, { chave: key, conteudo: content })).body,
      ),
    'publishing in the studio': async ({ kind, content }) => {
      const { status, body } = await publish(kind, content);
      expect([status, body.code]).toEqual([422, 'DEFINICAO_INVALIDA']);
      return JSON.stringify(body.problemas);
    },
    'importing a bundle': async ({ kind, content }) => {
      const [line] = await plan([kind, content]);
      expect(line?.acao).toBe('RECUSAR');
      const texto = bundle([kind, content]);
      const escolhidas = [{ tipo: kind, chave: keyOf(kind, content) }];
      const { status } = await call('POST', '/config/definicoes-importar', { texto, escolhidas });
      expect(status).toBe(422);
      return JSON.stringify(line?.problemas);
    },
    'a file': async ({ kind, key, content }) => {
      const file = path.join(folder, kind, `${key}.json`);
      const before = await readFile(file, 'utf8');
      await put(kind, content);
      const { added, broken } = await load();
      await writeFile(file, before);
      await load();
      expect(added).toEqual([]);
      return JSON.stringify(broken);
    },
  };

  it('are known for every kind that something refers to', () => {
    for (const kind of DEFINITION_KINDS)
      expect([kind, kindRules(kind).offers !== undefined]).toEqual([kind, UNUSED[kind] === undefined]);
    expect(new Set(CASES.map(({ kind }) => kind))).toEqual(
      new Set(DEFINITION_KINDS.filter((kind) => UNUSED[kind] === undefined && !NAMED_WHOLE.has(kind))),
    );
  });

  describe.each(CASES)('$kind: $change', (one) => {
    it.each(Object.keys(DOORS))('is refused by %s', async (door) => {
      const text = (await DOORS[door]?.(one)) ?? '';
      for (const name of one.names)
        expect(text.replaceAll('\\"', '"').replaceAll('\\\\"', '"')).toContain(name);
      expect((await detail(one.kind, one.key)).estado).toBe('PUBLICADO');
    });
  });

  it('are counted when an older version would return', async () => {
    for (const [kind, key] of [
      ['records', 'alvos'],
      ['fields', 'ticket'],
      ['fields', 'cliente'],
    ] as const) {
      const named = narrowing(kind, key).flatMap(({ names }) => names);
      const versions = (await call('GET', `${at(kind, key)}/versoes`)).body as { numero: number }[];
      const oldest = (await detail(kind, key)).versaoPublicada - 1;
      expect(versions.some(({ numero }) => numero === oldest)).toBe(true);
      const shown = await call('GET', `${at(kind, key)}/retorno?numero=${oldest}`);
      const { versao } = await detail(kind, key);
      const done = await call('POST', `${at(kind, key)}/versoes/${oldest}/voltar`, { versao, nota: '' });
      expect([kind, done.status, done.body.code]).toEqual([kind, 422, 'DEFINICAO_INVALIDA']);
      for (const text of [shown, done].map(({ body }) =>
        JSON.stringify(body.problemas).replaceAll('\\"', '"'),
      ))
        for (const name of named) expect(text).toContain(name);
    }
  });

  it('are counted when a copy would follow its file again', async () => {
    const narrow = everyChange('records', TARGETS);
    expect((await publish('records', { ...TARGETS, descricao: 'Uma cópia' })).status).toBe(200);
    await put('records', narrow);
    await load();
    const { versao, origem } = await detail('records', 'alvos');
    expect(origem).toBe('COPIA');
    const answer = await call('POST', `${at('records', 'alvos')}/padrao`, { versao, nota: '' });
    expect([answer.status, answer.body.code]).toEqual([422, 'DEFINICAO_INVALIDA']);
  });

  it('keep what they use out of the archive, named with links', async () => {
    for (const [kind, key, names] of [
      ['records', 'alvos', ['Alvos por rota', 'Alvos em SQL', 'Visitas']],
      ['fields', 'ticket', ['Tickets por canal']],
      ['fields', 'cliente', ['Clientes por porte']],
    ] as const) {
      const { versao, dependentes } = await detail(kind, key);
      const links = dependentes.filter(({ definicao }: { definicao: unknown }) => definicao);
      for (const nome of names) expect(links).toContainEqual(expect.objectContaining({ nome, impede: true }));
      const answer = await call('POST', `${at(kind, key)}/arquivar`, { versao });
      expect([answer.status, answer.body.code]).toEqual([422, 'EM_USO']);
      for (const name of names) expect(answer.body.problemas[0].mensagem).toContain(`"${name}"`);
      expect(answer.body.problemas[0].usos.map(({ titulo }: { titulo: string }) => titulo)).toEqual(
        expect.arrayContaining([...names]),
      );
    }
  });

  it('are read from what was published before they were stored', async () => {
    const { db } = server.database;
    await db.delete(definitionUses);
    await db.update(definitions).set({ usesRead: null });
    const { versao } = await detail('fields', 'ticket');
    const answer = await call('POST', `${at('fields', 'ticket')}/arquivar`, { versao });
    expect(answer.body.code).toBe('EM_USO');
  });

  it('of what is in the archive do not come back, by no door', async () => {
    const { db } = server.database;
    const set = (archivedAt: Date | null) =>
      db.update(definitions).set({ archivedAt }).where(eq(definitions.key, 'alvos'));
    // As another console of an older release could have left it.
    await set(new Date());
    for (const [kind, content] of [
      ['reports', WRITTEN],
      ['reports', DECLARED],
      ['records', REFERRING],
    ] as const) {
      const key = `${keyOf(kind, content)}-de-novo`;
      const again = { ...content, [kind === 'records' ? 'chave' : 'id']: key };
      const refused = await publish(kind, again);
      expect([key, refused.status]).toEqual([key, 422]);
      expect((await plan([kind, again]))[0]?.acao).toBe('RECUSAR');
      await put(kind, again);
      expect((await load()).broken.map(({ file }) => file)).toContain(`${kind}/${key}.json`);
      await rm(path.join(folder, kind, `${key}.json`));
    }
    const { versao } = await detail('records', 'visitas');
    const out = await call('POST', `${at('records', 'visitas')}/arquivar`, { versao });
    expect(out.status).toBe(200);
    const back = await call('POST', `${at('records', 'visitas')}/desarquivar`, {
      versao: out.body.data.versao,
    });
    expect(back.body.code).toBe('REFERENCIA_ARQUIVADA');
    const read = await call('POST', '/sac/relatorios/alvos-por-rota', { parametros: {} }, reader);
    expect(read.status).toBe(422);
    expect(JSON.stringify(read.body)).not.toMatch(/proprio_|rota_do_dia|conjunto/);
    expect(read.body.error).toContain('precisa de conserto');
    await set(null);
  });

  it('within a bundle are judged by the bundle', async () => {
    const fresh = type('novos', FIELDS);
    const citing = JSON.parse(
      JSON.stringify(DECLARED)
        .replaceAll('proprio_alvos', 'proprio_novos')
        .replaceAll('alvos-por-rota', 'novos'),
    );
    expect((await plan(['reports', citing], ['records', fresh])).map(({ acao }) => acao)).toEqual([
      'CRIAR',
      'CRIAR',
    ]);
    expect((await plan(['reports', citing]))[0]?.acao).toBe('RECUSAR');
    const broken = { ...fresh, nome: 'nada' };
    expect((await plan(['reports', citing], ['records', broken])).map(({ acao }) => acao)).toEqual([
      'RECUSAR',
      'RECUSAR',
    ]);
    await put('reports', citing);
    await put('records', fresh);
    const { broken: files, added } = await load();
    expect([files, added.toSorted()]).toEqual([[], ['novos 1', 'novos 1']]);
    // Both change at once: the report no longer reads the field that goes.
    const gone = changed(fresh, 'margem', { arquivado: true });
    const without = {
      ...citing,
      consulta: { ...citing.consulta, colunas: citing.consulta.colunas.slice(0, 1) },
      colunas: citing.colunas.slice(0, 1),
      testes: [{ parametros: {}, espera: { colunas: ['rota'] } }],
    };
    expect((await plan(['records', gone]))[0]?.acao).toBe('RECUSAR');
    expect((await plan(['records', gone], ['reports', without])).map(({ acao }) => acao)).toEqual([
      'ALTERAR',
      'ALTERAR',
    ]);
    await put('records', gone);
    await put('reports', without);
    expect((await load()).added.toSorted()).toEqual(['novos 2', 'novos 2']);
  });

  it('of fields of customers are judged by all that arrives with them', async () => {
    const [without, moved] = MOVED;
    expect((await plan(['registration', moved]))[0]?.acao).toBe('RECUSAR');
    expect((await plan(['registration', without]))[0]?.acao).toBe('RECUSAR');
    const both = await plan(['registration', without], ['registration', moved]);
    expect(both.map(({ acao, problemas }) => [acao, problemas])).toEqual([
      ['ALTERAR', []],
      [expect.stringMatching(/CRIAR|ALTERAR/), []],
    ]);
    // A key that both would take is refused in either order.
    const fields = (chave: string): Content => ({
      ...CUSTOMER_FIELDS,
      campos: [...(CUSTOMER_FIELDS.campos as Fields), { chave, titulo: 'Doca', tipo: 'TEXT' }],
    });
    const asking = JSON.parse(JSON.stringify(ASKING).replaceAll('"frota"', '"doca"'));
    const taken = await plan(['fields', fields('doca')], ['registration', asking]);
    expect(taken.map(({ acao }) => acao)).toContain('RECUSAR');
    expect(JSON.stringify(taken)).toContain("'doca'");
  });

  it('of a field that comes later are found as soon as it is there', async () => {
    const named = { ...MAIL, texto: ['{{cliente.doca}}', ...(MAIL.texto as string[])] };
    const asked = JSON.parse(
      JSON.stringify(OF_CUSTOMERS)
        .replaceAll('campo_portaria', 'campo_doca')
        .replaceAll('clientes-por-porte', 'clientes-por-doca'),
    );
    await put('mails', named);
    await put('reports', asked);
    const files = ['mails/moldura.json', 'reports/clientes-por-doca.json'];
    expect((await load()).broken.map(({ file }) => file).sort()).toEqual(files);
    const doca = { chave: 'doca', titulo: 'Doca', tipo: 'TEXT' };
    await put('fields', { ...CUSTOMER_FIELDS, campos: [...(CUSTOMER_FIELDS.campos as Fields), doca] });
    const { broken, added } = await load();
    expect([broken, added.sort()]).toEqual([[], ['cliente 4', 'clientes-por-doca 1', 'moldura 3']]);
  });
});
