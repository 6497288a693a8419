import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import { loadDefinitions } from '../../../server/config/definitions/load.ts';
import { files } from '../../../server/db/tables/index.ts';
import { runImport } from '../../../server/records/import/runImport.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import { drawer, KEY } from './drawer.ts';

let server: TestServer;
let persons: Handful;
let folder: string;
let content: () => Readable = () => Readable.from([]);
beforeAll(async () => {
  server = await testServer();
  persons = await handful(server.deps.db);
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

  it('on the way ends there, with a sentence', async () => {
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

  it('after its trial is not written before it is tried anew, though its columns stand', async () => {
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

  it('ends as well where another process goes on with it', async () => {
    content = () => Readable.from([Buffer.from(head + lines(10, 2))]);
    const { id } = await begun('3'.repeat(32));
    // The first process ended before it did anything; the other reads the type as it is by then.
    await published(drawer({ descricao: 'Gavetas, ainda outras.' }));
    await run(id);
    expect(await read(id)).toMatchObject({ situacao: 'FALHOU', contagens: { linhas: 0 } });
  });
});
