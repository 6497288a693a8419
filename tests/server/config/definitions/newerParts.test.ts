import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import { publishedDefinition } from '#server/config/definitions/queries.ts';
import { type Content, contentHash } from '#server/config/definitions/rules.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { branches, reasons, sessions } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { bundleCalls, fileOf, type Item, ROLE } from './bundleItems.ts';
import { shipped } from './usesCases.ts';

jest.setTimeout(600_000);

interface Installation {
  server: TestServer;
  who: TestPeople;
  calls: ReturnType<typeof bundleCalls>;
  roleKey: string;
  branch: string;
  reason: string;
}

/** Ids differ from one installation to the other. */
async function installation(spare: boolean, schemasDir?: string): Promise<Installation> {
  const server = await testServer(schemasDir ? { schemasDir } : {});
  const { db } = server.database;
  await seedStandard(db);
  await loadDefinitions(db);
  if (spare) {
    await db.insert(branches).values({
      ...{ legalName: 'Outra', tradeName: 'Outra', cnpj: '60746948000112' },
      ...{ city: 'Recife', state: 'PE', timeZone: 'America/Recife' },
    });
    await db.insert(reasons).values({ code: 'SOBRA', kind: 'PRODUTO', description: 'Sobra' });
  }
  const who = await createPeople(db);
  const token = await server.sessionOf(who.people.ADMIN);
  await db.update(sessions).set({ provedAt: new Date() });
  const [branch] = await db
    .insert(branches)
    .values({
      ...{ legalName: 'Sul Ltda.', tradeName: 'Sul', cnpj: '45723174000110' },
      ...{ city: 'Curitiba', state: 'PR', timeZone: 'America/Sao_Paulo' },
    })
    .returning();
  const [reason] = await db
    .insert(reasons)
    .values({ code: 'AVARIA-9', kind: 'PRODUTO', description: 'Avaria no transporte' })
    .returning();
  const calls = bundleCalls({ server: () => server, token: () => token, receiver: () => who.people.ADMIN });
  if (spare) await calls.publish([ROLE('Reserva', ['SAC_HOME'])]);
  await calls.publish([ROLE('Oficina', ['SAC_HOME', 'SAC_RELATORIO'])]);
  const [role] = (await calls.call('GET', '/config/paineis-perfis')).body.filter(
    ({ nome }: { nome: string }) => nome === 'Oficina',
  );
  return {
    ...{ server, who, calls, roleKey: role.chave },
    ...{ branch: String(branch?.id), reason: String(reason?.id) },
  };
}

const block = (parametros?: object) => ({
  ...{ chave: 'motivos', tipo: 'LISTA', relatorio: 'devolucoes-por-motivo', largura: 6, altura: 4 },
  ...(parametros && { parametros }),
});
const dashboard = (id: string, more: object): Content => ({
  ...{ formato: 1, id, titulo: `Painel ${id}`, filtros: [{ filtro: 'PERIODO' }], blocos: [block()], ...more },
});

interface Part {
  kind: DefinitionKind;
  /** The definitions, of which the last has the newer part; as they are said in an installation. */
  items: (here: Installation) => Promise<Content[]>;
  /** The newer part of the last one. */
  part: (content: Content) => unknown;
  /** The same definition without it, as the version that comes after. */
  without: (content: Content) => Content;
  kinds?: readonly DefinitionKind[];
}

/** A field that records may have by now is archived where the bundle that brought it is undone. */
const withoutArchived = (content: Content): Content => ({
  ...content,
  campos: (content.campos as Content[]).filter(({ arquivado }) => arquivado !== true),
});

const first = (content: Content, list: string): Content => (content[list] as Content[])[0] as Content;

const PARTS: Readonly<Record<string, Part>> = {
  'the menus of roles that a dashboard stands in': {
    kind: 'dashboards',
    items: async ({ roleKey }) => [dashboard('no-menu', { perfis: [roleKey], noMenuDe: [roleKey] })],
    part: ({ perfis, noMenuDe }) => ({ perfis, noMenuDe }),
    without: ({ perfis: _, noMenuDe: _menu, ...content }) => content,
  },
  'filters that a block fixes': {
    kind: 'dashboards',
    items: async ({ branch, reason }) => [
      dashboard('com-fixos', { blocos: [block({ filial: [branch], motivo: [reason] })] }),
    ],
    part: (content) => first(content, 'blocos').parametros,
    without: (content) => ({ ...content, blocos: [block()] }),
  },
  'templates of e-mails that a rule sends': {
    kind: 'rules',
    kinds: ['mails', 'rules'],
    items: async () => [
      {
        ...{ formato: 1, id: 'lembrete', titulo: 'Lembrete', assunto: 'Lembrete do ticket {{numero}}' },
        texto: ['Olá, {{nome}}.'],
      },
      {
        ...(await shipped('rules/prioridade-por-valor.json')),
        ...{ id: 'manda-lembrete', titulo: 'Manda o lembrete' },
        entao: [{ acao: 'EMAIL_MODELO', modelo: 'lembrete' }],
      },
    ],
    part: (content) => content.entao,
    without: (content) => ({ ...content, entao: [{ acao: 'ANOTAR', mensagem: 'Feito.' }] }),
  },
  'the condition under which a field is required': {
    kind: 'fields',
    items: async () => {
      const fields = await shipped('fields/ticket.json');
      const asked = {
        ...{ chave: 'laudo', titulo: 'Laudo', tipo: 'TEXT' },
        obrigatorioSe: { faz: 'igual', de: [{ campo: 'canalPreferido' }, { texto: 'EMAIL' }] },
      };
      return [{ ...fields, campos: [asked, ...(fields.campos as Content[])] }];
    },
    part: (content) => first(content, 'campos').obrigatorioSe,
    without: (content) => {
      const [{ obrigatorioSe: _, ...field } = {}, ...others] = content.campos as Content[];
      return { ...content, campos: [field, ...others] };
    },
  },
};

describe('a newer part of a definition', () => {
  let here: Installation;
  let there: Installation;
  beforeAll(async () => {
    here = await installation(false);
    there = await installation(true);
    // Otherwise nothing would have to be named anew.
    expect([there.roleKey, there.branch, there.reason]).not.toEqual([here.roleKey, here.branch, here.reason]);
  });
  afterAll(async () => {
    await here?.server.close();
    await there?.server.close();
  });

  const keyOf = ({ id, chave }: Content) => String(id ?? chave);
  const lines = ({ kinds, kind }: Part, contents: readonly Content[]): Item[] =>
    contents.map((conteudo, at) => ({ tipo: kinds?.[at] ?? kind, chave: keyOf(conteudo), conteudo }));
  const published = async ({ calls }: Installation, kind: string, key: string) =>
    (await calls.call('GET', `/config/definicoes/${kind}/${key}`)).body.data.publicado as Content;
  const write = async ({ calls }: Installation, kind: string, conteudo: Content) => {
    const at = `/config/definicoes/${kind}/${keyOf(conteudo)}`;
    const { versao = 0, publicado } = (await calls.call('GET', at)).body.data ?? {};
    if (publicado && contentHash(publicado) === contentHash(conteudo)) return;
    const saved = await calls.call('PUT', `${at}/rascunho`, { conteudo, versao });
    const { status, body } = await calls.call('POST', `${at}/publicar`, {
      versao: saved.body.data?.versao ?? 0,
      nota: '',
    });
    expect([status, body.problemas ?? []]).toEqual([200, []]);
  };

  it.each(Object.keys(PARTS))(
    '%s comes by a bundle of another installation, and goes with it',
    async (name) => {
      const part = PARTS[name] as Part;
      const own = await part.items(here);
      for (const { tipo, conteudo } of lines(part, own)) await write(here, tipo, conteudo);
      const names = lines(part, own).map(({ tipo, chave }) => `${tipo}/${chave}`);
      const file = await here.calls.exported(names);
      // Nothing of a file names a row by the id that it has here.
      if (part.kind === 'dashboards')
        for (const id of [here.roleKey, `"${here.branch}"`, `"${here.reason}"`])
          expect(JSON.stringify(file)).not.toContain(id);
      const last = lines(part, own).at(-1) as Item;
      const before = await there.calls.call('GET', `/config/definicoes/${last.tipo}/${last.chave}`);
      const done = await there.calls.publish(file);
      expect([done.status, done.body.error ?? done.body.problemas]).toEqual([200, undefined]);
      const expected = part.part((await part.items(there)).at(-1) as Content);
      expect(part.part(await published(there, last.tipo, last.chave))).toEqual(expected);
      // The same file once more changes nothing.
      expect((await there.calls.planOf(file)).map(({ acao }) => acao)).toEqual(file.map(() => 'IGUAL'));
      expect((await there.calls.undo(done.body.data.id)).status).toBe(200);
      const after = (await there.calls.call('GET', `/config/definicoes/${last.tipo}/${last.chave}`)).body
        .data;
      if (before.status === 404) expect(after.estado).toBe('ARQUIVADO');
      else expect(withoutArchived(after.publicado)).toEqual(before.body.data.publicado);
    },
  );

  it.each(Object.keys(PARTS))('%s comes back with the version that had it', async (name) => {
    const part = PARTS[name] as Part;
    const own = await part.items(here);
    for (const { tipo, conteudo } of lines(part, own)) await write(here, tipo, conteudo);
    const { tipo, chave, conteudo } = lines(part, own).at(-1) as Item;
    const at = `/config/definicoes/${tipo}/${chave}`;
    const { versaoPublicada } = (await here.calls.call('GET', at)).body.data;
    await write(here, tipo, part.without(conteudo));
    expect(part.part(await published(here, tipo, chave))).not.toEqual(part.part(conteudo));
    const { versao } = (await here.calls.call('GET', at)).body.data;
    const back = await here.calls.call('POST', `${at}/versoes/${versaoPublicada}/voltar`, {
      versao,
      nota: '',
    });
    expect([back.status, back.body.error]).toEqual([200, undefined]);
    expect(part.part(await published(here, tipo, chave))).toEqual(part.part(conteudo));
  });

  it('is read from files beside those that are shipped', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'partes-'));
    await cp(schemasFolder, folder, { recursive: true });
    const wanted: [Part, Item][] = [];
    for (const part of Object.values(PARTS)) {
      const own = lines(part, await part.items(here));
      for (const { tipo, chave, conteudo } of own)
        await writeFile(path.join(folder, tipo, `${chave}.json`), JSON.stringify(conteudo));
      wanted.push([part, own.at(-1) as Item]);
    }
    const server = await testServer({ schemasDir: folder });
    try {
      await seedStandard(server.database.db);
      const { broken } = await loadDefinitions(server.database.db, folder);
      expect(broken).toEqual([]);
      for (const [part, { tipo, chave, conteudo }] of wanted) {
        const found = await publishedDefinition<Content>(server.database.db, tipo as DefinitionKind, chave);
        expect([chave, found && part.part(found.content)]).toEqual([chave, part.part(conteudo)]);
      }
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('that names somebody stays where they are', async () => {
    const conteudo = dashboard('de-alguem', {
      blocos: [
        {
          ...{ chave: 'atrasos', tipo: 'LISTA', relatorio: 'atrasados-por-operador', largura: 6, altura: 4 },
          parametros: { operador: [String(here.who.people.OPERADOR)] },
        },
      ],
    });
    await write(here, 'dashboards', conteudo);
    const plan = await here.calls.call('POST', '/config/definicoes-exportar/plano', {
      escolhidas: [{ tipo: 'dashboards', chave: 'de-alguem' }],
    });
    const own = plan.body.find(({ chave }: { chave: string }) => chave === 'de-alguem');
    expect([own.levada, own.aviso]).toEqual([false, expect.stringContaining('fixa uma pessoa')]);
    // A file that is written by hand, or is older, names nobody here by an id.
    for (const versao of [1, 2]) {
      const texto = fileOf([{ tipo: 'dashboards', chave: 'de-alguem', conteudo }], versao);
      const { body } = await there.calls.call('POST', '/config/definicoes-importar/plano', { texto });
      expect([versao, body]).toEqual([versao, [expect.objectContaining({ acao: 'RECUSAR' })]]);
    }
  });

  it('is read by the version of its file', async () => {
    const { body } = await here.calls.call('GET', '/config/definicoes-exportar?itens=dashboards/com-fixos');
    expect((typeof body === 'string' ? JSON.parse(body) : body).versao).toBe(2);
    const fixed = { filial: [there.branch], motivo: [there.reason] };
    const items: Item[] = [
      {
        ...{ tipo: 'dashboards', chave: 'de-antes' },
        conteudo: dashboard('de-antes', { blocos: [block(fixed)] }),
      },
    ];
    // What are ids in the first version would be codes in the second.
    const refused = await there.calls.publish(items);
    expect([refused.status, refused.body.code]).toEqual([422, 'DADOS_INVALIDOS']);
    const done = await there.calls.publish(items, { texto: fileOf(items, 1) });
    expect([done.status, done.body.error ?? done.body.problemas]).toEqual([200, undefined]);
    expect(first(await published(there, 'dashboards', 'de-antes'), 'blocos').parametros).toEqual(fixed);
    expect((await there.calls.publish(items, { texto: fileOf(items, 3) })).status).toBe(422);
  });

  it('brings the reason that a block fixes with it', async () => {
    const { body } = await here.calls.call('POST', '/config/definicoes-exportar/plano', {
      escolhidas: [{ tipo: 'dashboards', chave: 'com-fixos' }],
    });
    expect(body).toContainEqual(
      expect.objectContaining({ tipo: 'reasons', chave: 'AVARIA-9', levada: true }),
    );
  });
});
