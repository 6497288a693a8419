import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { files } from '#server/db/tables/index.ts';
import { runImport } from '#server/records/import/runImport.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { drawer, KEY } from './drawer.ts';

let server: TestServer;
let persons: TestPeople;
let folder: string;
let content: () => Readable = () => Readable.from([]);
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'gavetas-'));
  await mkdir(path.join(folder, 'records'));
  Object.assign(server.deps.files, { get: async () => content() });
  await published(drawer());
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function published(definition: CustomTypeDefinition) {
  await writeFile(path.join(folder, 'records', `${KEY}.json`), JSON.stringify(definition));
  return loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
}

describe('an import whose type changes', () => {
  const base = `/config/cadastros/${KEY}/importacoes`;
  const head = 'numero;nome\n';
  const lines = (from: number, many: number) =>
    Array.from({ length: many }, (_, index) => `X-${from + index};Gaveta\n`).join('');
  let token: string;
  beforeAll(async () => {
    token = await server.sessionOf(persons.people.ADMIN);
  });
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
    server.call(method, url, { token, ...(body && { body }) });
  const run = (id: string) =>
    runImport({ ...server.deps, log: { warn() {}, error() {}, info() {} } as never }, id);
  const read = async (id: string) => (await call('GET', `${base}/${id}`)).body.data;

  async function begun(storedAs: string): Promise<{ id: string; versao: number }> {
    const file = { name: 'gavetas.csv', mime: 'text/csv', size: 100, sha256: '', storedAs };
    const [sent] = await server.deps.db
      .insert(files)
      .values({ ...file, ownerId: persons.people.ADMIN })
      .returning({ id: files.id });
    const { body, status } = await call('POST', base, { arquivo: { id: sent?.id } });
    expect([status, body]).toEqual([200, expect.anything()]);
    const { id, versao } = body.data;
    await call('PUT', `${base}/${id}`, { versao });
    return { id, versao };
  }

  it('fails with a sentence while it is running', async () => {
    content = () => Readable.from([Buffer.from(head + lines(0, 2400))]);
    const { id } = await begun('1'.repeat(32));
    content = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from(head + lines(0, 1200));
          await published(drawer({ descricao: 'Gavetas, agora outras.' }));
          yield Buffer.from(lines(1200, 1200));
        })(),
      );
    await run(id);
    expect(await read(id)).toMatchObject({
      situacao: 'FALHOU',
      falha: expect.stringContaining('O cadastro mudou durante a importação'),
    });
  });

  it('must be tried again before it is written, even if its columns remain', async () => {
    content = () => Readable.from([Buffer.from(head + lines(0, 3))]);
    const { id } = await begun('2'.repeat(32));
    await run(id);
    const trial = await read(id);
    expect(trial).toMatchObject({ situacao: 'CONFERENCIA', contagens: { criados: 3 } });
    await published(drawer({ descricao: 'Gavetas que dizem outra coisa.' }));
    const refused = await call('POST', `${base}/${id}/gravar`, { versao: trial.versao });
    expect([refused.status, refused.body.code]).toEqual([422, 'CADASTRO_MUDOU']);
    await call('PUT', `${base}/${id}`, { versao: trial.versao });
    await run(id);
    const again = await read(id);
    expect((await call('POST', `${base}/${id}/gravar`, { versao: again.versao })).status).toBe(200);
    await run(id);
    expect(await read(id)).toMatchObject({ situacao: 'CONCLUIDO', contagens: { criados: 3 } });
  });

  it('also fails where another process resumes it', async () => {
    content = () => Readable.from([Buffer.from(head + lines(10, 2))]);
    const { id } = await begun('3'.repeat(32));
    // The first process ended before doing anything; the other reads the type in its current version.
    await published(drawer({ descricao: 'Gavetas, ainda outras.' }));
    await run(id);
    expect(await read(id)).toMatchObject({ situacao: 'FALHOU', contagens: { linhas: 0 } });
  });

  it('reads items of a list from columns where the type says so, and keeps it where they are empty', async () => {
    const list = {
      chave: 'pastas',
      titulo: 'Pastas',
      tipo: 'LISTA',
      item: 'Pasta',
      codigo: ['etiqueta'],
      emColunas: 2,
      campos: [
        { chave: 'etiqueta', titulo: 'Etiqueta', tipo: 'TEXT', obrigatorio: true },
        { chave: 'folhas', titulo: 'Folhas', tipo: 'INTEIRO' },
        { chave: 'dono', titulo: 'Dono', tipo: 'REFERENCIA', referencia: KEY },
      ],
    } as const;
    await published(drawer({ campos: [...drawer().campos, list] }));
    const written = async (storedAs: string, lines: string) => {
      content = () => Readable.from([Buffer.from(lines)]);
      const { id } = await begun(storedAs);
      await run(id);
      const trial = await read(id);
      await call('POST', `${base}/${id}/gravar`, { versao: trial.versao });
      await run(id);
      return read(id);
    };
    const head = 'Número;Nome;Pasta 1;Folhas da pasta 1;Dono pasta 1;Pasta 2;Pasta 3\n';
    const job = await written(
      '4'.repeat(32),
      `${head}P-1;Um;Notas;12;X-0;Contas;\nP-2;Dois;;dez;;;\nP-3;Três;;;;;\n`,
    );
    expect(job.colunas).toEqual([
      'numero',
      'nome',
      ...['1/etiqueta', '1/folhas', '1/dono', '2/etiqueta'].map((each) => `pastas/${each}`),
      null,
    ]);
    expect(job).toMatchObject({
      contagens: { criados: 2, recusados: 1 },
      problemas: [{ linha: 3, coluna: 'Folhas da pasta 1' }],
    });
    const { body } = await call('GET', `/config/cadastros/${KEY}?q=P-`);
    const one = (body.itens as { id: number; numero: string }[]).find(({ numero }) => numero === 'P-1');
    const seen = async () => (await call('GET', `/config/cadastros/${KEY}/${one?.id}`)).body.data;
    const pastas = [{ etiqueta: 'Notas', folhas: 12, dono: 'X-0' }, { etiqueta: 'Contas' }];
    expect(await seen()).toMatchObject({ pastas });
    await written('5'.repeat(32), 'Número;Nome;Pasta 1\nP-1;Outro nome;\n');
    expect(await seen()).toMatchObject({ nome: 'Outro nome', pastas });
  });
});
