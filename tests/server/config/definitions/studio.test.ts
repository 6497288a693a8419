import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import { watchDefinitions } from '#server/config/definitions/watch.ts';
import { currentFlow, flowVersion } from '#server/config/flows/queries.ts';
import type { Executor } from '#server/db/client.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import {
  auditLog,
  definitionFiles,
  definitions,
  parameters,
  people,
  sectors,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { untilBlocked } from '#tests/support/database/untilBlocked.ts';
import { createPeople, testCpf } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const original = JSON.parse(await readFile(path.join(schemasFolder, 'flows', 'DUVIDA.json'), 'utf8'));
const { $schema: _, ...content } = original;
const PATH = '/config/definicoes/flows/DUVIDA';

/** The flow with a different name for its answering step. */
const renamed = (name: string, from: Record<string, unknown> = content) => {
  const copy = structuredClone(from) as typeof content;
  copy.etapas[1].descricao = name;
  return copy;
};

describe('studio', () => {
  let server: TestServer;
  let admin: string;
  let other: string;
  let wrong: string[];

  beforeAll(async () => {
    server = await testServer();
    await seedStandard(server.database.db);
    const { db } = server.database;
    const persons = await createPeople(db);
    admin = await server.sessionOf(persons.people.ADMIN);
    const [row] = await db.select().from(people).where(eq(people.id, persons.people.ADMIN));
    const { id: _id, ...first } = row as typeof people.$inferSelect;
    const [second] = await db
      .insert(people)
      .values({ ...first, cpf: testCpf(901), name: 'Segunda pessoa' })
      .returning();
    other = await server.sessionOf(second?.id ?? 0);
    const kinds = ['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'OPERADOR', 'SUPERVISOR', 'GERENTE'] as const;
    wrong = await Promise.all(kinds.map((kind) => server.sessionOf(persons.people[kind])));
  });
  afterAll(() => server.close());

  const get = async (token = admin, url = PATH) => (await server.call('GET', url, { token })).body.data;
  const save = (conteudo: unknown, versao: number, token = admin, url = PATH) =>
    server.call('PUT', `${url}/rascunho`, { token, body: { conteudo, versao } });
  const publish = (versao: number, token = admin, url = PATH) =>
    server.call('POST', `${url}/publicar`, { token, body: { versao, nota: 'teste' } });

  it('answers 403 to people who cannot change flows, also to a manager of reports', async () => {
    for (const token of wrong) {
      expect((await server.call('GET', '/config/definicoes/flows', { token })).status).toBe(403);
      expect((await save(renamed('X'), 1, token)).status).toBe(403);
      expect((await publish(1, token)).status).toBe(403);
      expect((await server.call('GET', '/config/meta-esquemas/flows', { token })).status).toBe(403);
    }
    const gerente = wrong.at(-1) as string;
    expect((await server.call('GET', '/config/definicoes/reports', { token: gerente })).status).toBe(200);
    const exported = await server.call('GET', '/config/definicoes-exportar', { token: gerente });
    expect(String(exported.body)).not.toContain('"flows"');
  });

  it('keeps a draft without effect, and publishes it as a copy of the standard', async () => {
    const before = await get();
    expect([before.estado, before.origem, before.versaoPublicada]).toEqual(['PUBLICADO', 'PADRAO', 1]);
    const draft = (await save(renamed('Resposta por escrito'), before.versao)).body.data;
    expect([draft.temRascunho, draft.rascunhoAutor.nome.length > 0]).toEqual([true, true]);
    expect((await currentFlow(server.database.db, 'DUVIDA'))?.version).toBe(1);
    const done = (await publish(draft.versao)).body.data;
    expect([done.versaoPublicada, done.origem, done.temRascunho]).toEqual([2, 'COPIA', false]);
    expect((await currentFlow(server.database.db, 'DUVIDA'))?.flow.etapas[1]?.descricao).toBe(
      'Resposta por escrito',
    );
    expect((await flowVersion(server.database.db, 'DUVIDA', 1))?.flow.etapas[1]?.descricao).toBe('Resposta');
    const entries = await server.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'PUBLICAR'))
      .orderBy(auditLog.id);
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries[0]?.after)).toContain('Resposta por escrito');
  });

  it('refuses to publish an invalid draft, and keeps what is published', async () => {
    const broken = structuredClone(content);
    broken.etapas[0].inicial = false;
    const draft = (await save(broken, (await get()).versao)).body.data;
    expect(draft.problemas[0]).toMatchObject({ ponteiro: '/etapas', gravidade: 'ERRO' });
    const answer = await publish(draft.versao);
    expect([answer.status, answer.body.code]).toEqual([422, 'DEFINICAO_INVALIDA']);
    expect(answer.body.problemas[0].mensagem).toContain('inicial');
    expect((await currentFlow(server.database.db, 'DUVIDA'))?.version).toBe(2);
    const gone = await server.call('DELETE', `${PATH}/rascunho?versao=${draft.versao}`, { token: admin });
    expect(gone.body.data.temRascunho).toBe(false);
  });

  it('answers 409 to the second of two editors, and overwrites nothing', async () => {
    const { versao } = await get();
    expect((await save(renamed('Um'), versao)).status).toBe(200);
    const late = await save(renamed('Dois'), versao, other);
    expect([late.status, late.body.code]).toEqual([409, 'CONFLITO']);
    expect((await get()).rascunho.etapas[1].descricao).toBe('Um');
    const compared = async (com?: string) => {
      const body = { chave: 'DUVIDA', conteudo: renamed('Dois'), ...(com && { com }) };
      const answer = await server.call('POST', '/config/definicoes/flows/verificar', { token: other, body });
      return answer.body.mudancas.map(({ frase }: { frase: string }) => frase).join();
    };
    expect(await compared('RASCUNHO')).toContain('de "Um" para "Dois"');
    expect(await compared('PADRAO')).toContain('de "Resposta" para "Dois"');
    expect(await compared()).toContain('de "Resposta por escrito" para "Dois"');
    const key = { 'Idempotency-Key': 'publicar-um' };
    const now = (await get()).versao;
    const body = { versao: now, nota: '' };
    const [one, two] = await Promise.all(
      [1, 2].map(() => server.call('POST', `${PATH}/publicar`, { token: admin, body, headers: key })),
    );
    expect([one?.status, two?.status].sort()).toContain(200);
    // Repeated after a lost answer, when the draft is long gone.
    const again = await server.call('POST', `${PATH}/publicar`, { token: admin, body, headers: key });
    expect([again.status, again.body.data?.versaoPublicada]).toEqual([200, 3]);
    expect((await server.call('POST', `${PATH}/publicar`, { token: admin, body })).body.code).toBe(
      'SEM_RASCUNHO',
    );
    expect((await get()).versaoPublicada).toBe(3);
  });

  it('lists versions with their changes, and rolls back under a new number', async () => {
    const list = (await server.call('GET', `${PATH}/versoes`, { token: admin })).body;
    expect(list.map(({ numero }: { numero: number }) => numero)).toEqual([3, 2, 1]);
    expect(list[0].mudancas[0].frase).toContain('de "Resposta por escrito" para "Um"');
    const { versao } = await get();
    const plan = await server.call('GET', `${PATH}/retorno?numero=2`, { token: admin });
    expect(plan.status).toBe(200);
    const back = await server.call('POST', `${PATH}/versoes/2/voltar`, {
      token: admin,
      body: { versao, nota: 'voltei' },
    });
    expect([back.status, back.body.data.versaoPublicada]).toEqual([200, 4]);
    // The plan announced exactly what was done, and itself writes nothing.
    const [newest] = (await server.call('GET', `${PATH}/versoes`, { token: admin })).body;
    expect(newest.mudancas).toEqual(plan.body.mudancas);
    expect(plan.body.mudancas).toHaveLength(1);
    expect((await currentFlow(server.database.db, 'DUVIDA'))?.flow.etapas[1]?.descricao).toBe(
      'Resposta por escrito',
    );
    const unknown = await server.call('POST', `${PATH}/versoes/99/voltar`, {
      token: admin,
      body: { versao: versao + 1, nota: '' },
    });
    expect(unknown.status).toBe(404);
  });

  it('rolls back a definition of the company, which has no standard', async () => {
    const url = '/config/definicoes/flows/PROPRIO';
    const own = { ...content, chave: 'PROPRIO' };
    let versao = 0;
    for (const nome of ['Primeira', 'Segunda']) {
      const saved = await save(renamed(nome, own), versao, admin, url);
      expect(saved.status).toBe(200);
      versao = (await publish(saved.body.data.versao, admin, url)).body.data.versao;
    }
    const body = { versao, nota: 'voltei' };
    const back = await server.call('POST', `${url}/versoes/1/voltar`, { token: admin, body });
    expect([back.status, back.body.data?.versaoPublicada, back.body.data?.origem]).toEqual([
      200,
      3,
      'PROPRIA',
    ]);
    expect((await currentFlow(server.database.db, 'PROPRIO'))?.flow.etapas[1]?.descricao).toBe('Primeira');
  });

  it('reports that the standard of a copy changed, and follows it again on request', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'padrao-'));
    await cp(path.join(schemasFolder, 'flows'), path.join(folder, 'flows'), { recursive: true });
    const file = path.join(folder, 'flows', 'DUVIDA.json');
    await writeFile(file, JSON.stringify(renamed('Resposta nova do padrão', original)));
    expect((await loadDefinitions(server.database.db, folder)).added).toEqual([]);
    const copy = await get();
    expect([copy.baseMudou, copy.versaoPublicada]).toEqual([true, 4]);
    expect(copy.padrao.etapas[1].descricao).toBe('Resposta nova do padrão');
    const followed = await server.call('POST', `${PATH}/padrao`, {
      token: admin,
      body: { versao: copy.versao, nota: '' },
    });
    expect(followed.body.data).toMatchObject({ origem: 'PADRAO', versaoPublicada: 5, baseMudou: false });
    await rm(folder, { recursive: true });
  });

  it('warns of a sector that publishing would create, and of one that is not in use', async () => {
    const { db } = server.database;
    const warned = async (setor: string) => {
      const conteudo = structuredClone(content);
      conteudo.etapas[1].setor = setor;
      const body = { chave: 'DUVIDA', conteudo };
      const answer = await server.call('POST', '/config/definicoes/flows/verificar', { token: admin, body });
      return answer.body.problemas;
    };
    expect(await warned('SAC')).toEqual([]);
    expect(await warned('SACC')).toEqual([
      {
        ponteiro: '/etapas/1/setor',
        mensagem: expect.stringContaining('Não há setor SACC: ele será criado ao publicar'),
        gravidade: 'AVISO',
      },
    ]);
    await db.update(sectors).set({ active: false }).where(eq(sectors.key, 'FISCAL'));
    expect((await warned('FISCAL'))[0].mensagem).toContain('O setor FISCAL não está em uso.');
  });

  it('requires a second person where the parameter says so', async () => {
    const { db } = server.database;
    await db
      .insert(parameters)
      .values({ area: 'GERAL', key: 'publicacaoSegundaPessoa', value: true })
      .onConflictDoUpdate({
        target: [parameters.area, parameters.key, parameters.branchId],
        set: { value: true },
      });
    const draft = (await save(renamed('A quatro mãos'), (await get()).versao)).body.data;
    expect(draft.exigeSegundaPessoa).toBe(true);
    expect((await publish(draft.versao)).body.code).toBe('SEGUNDA_PESSOA');
    expect((await publish(draft.versao, other)).status).toBe(200);
    await db.update(parameters).set({ value: false }).where(eq(parameters.key, 'publicacaoSegundaPessoa'));
  });

  it('archives what nothing uses, and refuses what a ticket type uses', async () => {
    const answer = await server.call('POST', `${PATH}/arquivar`, {
      token: admin,
      body: { versao: (await get()).versao },
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'EM_USO']);
    expect((await get()).dependentes.length).toBeGreaterThan(0);
    const url = '/config/definicoes/flows/AVULSO';
    const made = await save({ ...content, chave: 'AVULSO' }, 0, admin, url);
    expect([made.status, made.body.data.estado]).toEqual([200, 'RASCUNHO']);
    expect((await save({ ...content, chave: 'AVULSO' }, 0, admin, url)).status).toBe(409);
    const published = (await publish(made.body.data.versao, admin, url)).body.data;
    const archived = await server.call('POST', `${url}/arquivar`, {
      token: admin,
      body: { versao: published.versao },
    });
    expect(archived.body.data.estado).toBe('ARQUIVADO');
    expect(await currentFlow(server.database.db, 'AVULSO')).toBeNull();
    expect(
      (await save({ ...content, chave: 'AVULSO' }, archived.body.data.versao, admin, url)).body.code,
    ).toBe('ARQUIVADO');
  });

  it('is not archived if a ticket type began to use it meanwhile', async () => {
    const { db } = server.database;
    const url = '/config/definicoes/flows/ENTRETANTO';
    const made = await save({ ...content, chave: 'ENTRETANTO' }, 0, admin, url);
    const { versao } = (await publish(made.body.data.versao, admin, url)).body.data;
    const move = (tx: Executor, from: string, to: string) =>
      tx.update(ticketTypes).set({ flowKey: to }).where(eq(ticketTypes.flowKey, from));
    let archiving: ReturnType<typeof server.call> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(definitions).where(eq(definitions.key, 'ENTRETANTO')).for('update');
      archiving = server.call('POST', `${url}/arquivar`, { token: admin, body: { versao } });
      await untilBlocked(db);
      await move(tx, 'DUVIDA', 'ENTRETANTO');
    });
    expect((await archiving)?.body.code).toBe('EM_USO');
    await move(db, 'ENTRETANTO', 'DUVIDA');
  });

  it('keeps the order of the fields of a group and of a list', async () => {
    const url = '/config/definicoes/registration/sac-contatos';
    const { publicado, versao } = await get(admin, url);
    const fields = { zz: { type: 'string' }, b: { type: 'string' }, aaa: { type: 'string' } };
    const added = {
      turno: { type: 'object', title: 'Turno', properties: fields },
      visitas: { type: 'array', title: 'Visitas', items: { type: 'object', properties: fields } },
    };
    const schema = { ...publicado.schema, properties: { ...publicado.schema.properties, ...added } };
    const { rascunho } = (await save({ ...publicado, schema }, versao, admin, url)).body.data;
    const order = ['zz', 'b', 'aaa', '*'];
    expect([rascunho.ui.turno['ui:order'], rascunho.ui.visitas.items['ui:order']]).toEqual([order, order]);
  });

  it('never allows the key to change', async () => {
    const answer = await save({ ...content, chave: 'OUTRA' }, (await get()).versao);
    expect([answer.status, answer.body.code]).toEqual([422, 'DADOS_INVALIDOS']);
  });

  it('validates a text while it is typed, by line', async () => {
    const check = (texto: string) =>
      server.call('POST', '/config/definicoes/flows/verificar', { token: admin, body: { texto } });
    expect((await check('{\n  "chave": "DUVIDA",\n  oi\n}')).body.problemas[0]).toMatchObject({ linha: 3 });
    const wrongTransition = JSON.stringify(content, null, 2).replace('"de": "ABERTURA"', '"de": "ABERTA"');
    const reported = (await check(wrongTransition)).body.problemas[0];
    expect(reported.ponteiro).toBe('/transicoes/0/de');
    expect(wrongTransition.split('\n')[reported.linha - 1]).toContain('ABERTA');
    expect((await check(JSON.stringify(renamed('Ainda outra')))).body.mudancas.length).toBeGreaterThan(0);
  });

  it('exports, plans and imports all or nothing', async () => {
    const file = await server.call('GET', '/config/definicoes-exportar?tipo=flows', { token: admin });
    const text = typeof file.body === 'string' ? file.body : JSON.stringify(file.body);
    const parsed = JSON.parse(text);
    const line = parsed.itens.find(({ chave }: { chave: string }) => chave === 'DUVIDA');
    line.conteudo = renamed('Importada', line.conteudo);
    const changed = JSON.stringify(parsed);
    const plan = (
      await server.call('POST', '/config/definicoes-importar/plano', {
        token: admin,
        body: { texto: changed },
      })
    ).body;
    expect(plan.map(({ chave, acao }: Record<string, string>) => `${chave} ${acao}`)).toEqual(
      expect.arrayContaining(['DUVIDA ALTERAR', 'DEVOLUCAO IGUAL']),
    );
    const run = (texto: string, token = admin) =>
      server.call('POST', '/config/definicoes-importar', {
        token,
        body: { texto, escolhidas: [{ tipo: 'flows', chave: 'DUVIDA' }] },
      });
    line.conteudo = { ...line.conteudo, etapas: [] };
    expect((await run(JSON.stringify(parsed))).status).toBe(422);
    expect((await run(changed, wrong.at(-1))).status).toBe(422);
    expect((await run(changed)).body.importadas).toEqual([{ tipo: 'flows', chave: 'DUVIDA' }]);
    expect((await get()).rascunho.etapas[1].descricao).toBe('Importada');
    expect((await currentFlow(server.database.db, 'DUVIDA'))?.flow.etapas[1]?.descricao).toBe(
      'A quatro mãos',
    );
  });
});

describe('definition files dropped into a running server', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'esquemas-'));
    await cp(path.join(schemasFolder, 'flows'), path.join(folder, 'flows'), { recursive: true });
    server = await testServer({ schemasDir: folder });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('are loaded by themselves; a broken one is reported, does no harm, and is loaded once corrected', async () => {
    const { db } = server.database;
    const quiet = { info: () => {}, warn: () => {} };
    const watcher = watchDefinitions(server.deps, quiet, 200);
    const file = path.join(folder, 'flows', 'NOVO.json');
    try {
      await until(async () => (await currentFlow(db, 'DUVIDA')) !== null);
      await writeFile(file, JSON.stringify({ ...content, chave: 'NOVO' }));
      await until(async () => (await currentFlow(db, 'NOVO'))?.version === 1);
      await writeFile(file, '{ "chave": "NOVO", ');
      await until(async () => (await db.select().from(definitionFiles)).length === 1);
      expect((await db.select().from(definitionFiles))[0]).toMatchObject({ file: 'flows/NOVO.json' });
      expect((await currentFlow(db, 'NOVO'))?.version).toBe(1);
      await writeFile(file, JSON.stringify(renamed('Outra resposta', { ...content, chave: 'NOVO' })));
      await until(async () => (await currentFlow(db, 'NOVO'))?.version === 2);
      await until(async () => (await db.select().from(definitionFiles)).length === 0);
      await rm(file);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect((await db.select().from(definitions).where(eq(definitions.key, 'NOVO'))).length).toBe(1);
    } finally {
      await watcher.stop();
    }
  }, 120_000);
});

async function until(holds: () => Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
