import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { type CustomTypeDefinition, customRecordType } from '../../../contract/records/customType.ts';
import { loadDefinitions } from '../../../server/config/definitions/load.ts';
import type { Content } from '../../../server/config/definitions/rules.ts';
import { files } from '../../../server/db/tables/index.ts';
import { tendTypeIndexes } from '../../../server/records/custom/customIndexes.ts';
import { customTypeKind } from '../../../server/records/custom/rules.ts';
import { runImport } from '../../../server/records/import/runImport.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';

const KEY = 'gavetas';
const drawer = (more: Partial<CustomTypeDefinition> = {}): CustomTypeDefinition => ({
  formato: 1,
  chave: KEY,
  titulo: { um: 'gaveta', muitos: 'gavetas', genero: 'f' },
  descricao: 'Gavetas do arquivo.',
  codigo: ['numero'],
  nome: 'nome',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    { chave: 'apelido', titulo: 'Apelido', tipo: 'TEXT' },
    {
      chave: 'situacao',
      titulo: 'Situação',
      tipo: 'SELECT',
      opcoes: [
        { valor: 'CHEIA', rotulo: 'Cheia' },
        { valor: 'VAZIA', rotulo: 'Vazia' },
      ],
    },
    { chave: 'trancada', titulo: 'Trancada', tipo: 'CHECKBOX' },
    { chave: 'responsavel', titulo: 'Responsável', tipo: 'REFERENCIA', referencia: 'pessoas' },
  ],
  permissoes: { ler: 'CLIENTE' },
  ...more,
});

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
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function published(definition: CustomTypeDefinition) {
  await writeFile(path.join(folder, 'records', `${KEY}.json`), JSON.stringify(definition));
  return loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
}
const indexes = async () =>
  (
    await server.deps.pool.query(
      `select indexname from pg_indexes i join pg_class c on c.relname = i.indexname
       join pg_index x on x.indexrelid = c.oid
       where tablename = 'records' and indexname like 'records_of_%' and x.indisvalid`,
    )
  ).rows.length;

it('has so many filters by itself that each may have its index', () => {
  const campos = Array.from({ length: 12 }, (_, index) => ({
    chave: `caixa${index}`,
    titulo: `Caixa ${index}`,
    tipo: 'CHECKBOX' as const,
  }));
  expect(customRecordType(drawer({ campos: [...drawer().campos, ...campos] })).lista.filtros).toHaveLength(8);
});

it('leaves the indexes of a large table to a moment when nobody waits, one failure keeping no other', async () => {
  const { pool } = server.deps;
  // Of other types: an index reads them all the same.
  await pool.query(
    `insert into records (type, key, name, search, data)
     select 'outras', n::text, '', '', '{}' from generate_series(1, 50001) n`,
  );
  await pool.query('analyze records');
  expect((await published(drawer())).added).toEqual([`${KEY} 1`]);
  expect(await indexes()).toBe(0);
  // Too long for any index, as only a row from elsewhere is.
  await pool.query(
    `insert into records (type, key, name, search, data) values ($1, 'longa', 'longa', '', $2::jsonb)`,
    [KEY, JSON.stringify({ numero: 'longa', nome: 'longa', situacao: randomBytes(20_000).toString('hex') })],
  );
  await expect(tendTypeIndexes(server.deps)).rejects.toThrow('not all indexes');
  const before = await indexes();
  expect(before).toBeGreaterThan(0);
  await pool.query(`delete from records where type = $1`, [KEY]);
  await tendTypeIndexes(server.deps);
  expect(await indexes()).toBe(before + 1);
});

it('follows its definition some thousand records at a time', async () => {
  const { db, pool } = server.deps;
  await pool.query(
    `insert into records (type, key, name, search, data)
     select $1, n::text, 'velho', '', jsonb_build_object('numero', n::text, 'nome', 'velho', 'apelido', 'novo')
     from generate_series(1, 10001) n`,
    [KEY],
  );
  const statements = await db.transaction(async (tx) => {
    const execute = jest.spyOn(tx, 'execute');
    await customTypeKind.onPublish?.(tx, drawer({ nome: 'apelido' }) as unknown as Content, 2, null);
    return execute.mock.calls.length;
  });
  expect(statements).toBeGreaterThan(3);
  const { rows } = await db.execute(sql`select count(*)::int as n from records where name = 'novo'`);
  expect(rows).toEqual([{ n: 10_001 }]);
});

it('ends an import whose type changes on the way, with a sentence', async () => {
  const { db } = server.deps;
  const token = await server.sessionOf(persons.people.ADMIN);
  const head = 'numero;nome\n';
  const lines = (from: number, many: number) =>
    Array.from({ length: many }, (_, index) => `X-${from + index};Gaveta\n`).join('');
  content = () => Readable.from([Buffer.from(head + lines(0, 1200))]);
  const [file] = await db
    .insert(files)
    .values({
      name: 'gavetas.csv',
      mime: 'text/csv',
      size: 100,
      sha256: '',
      storedAs: '1'.repeat(32),
      ownerId: persons.people.ADMIN,
    })
    .returning({ id: files.id });
  const base = `/config/cadastros/${KEY}/importacoes`;
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
    server.call(method, url, { token, ...(body && { body }) });
  const { body, status } = await call('POST', base, { arquivo: { id: file?.id } });
  expect([status, body]).toEqual([200, expect.anything()]);
  const { id, versao } = body.data;
  await call('PUT', `${base}/${id}`, { versao });
  content = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from(head + lines(0, 600));
        await published(drawer({ descricao: 'Gavetas, agora outras.' }));
        yield Buffer.from(lines(600, 600));
      })(),
    );
  await runImport({ ...server.deps, log: { warn() {}, error() {}, info() {} } as never }, id);
  expect((await call('GET', `${base}/${id}`)).body.data).toMatchObject({
    situacao: 'FALHOU',
    falha: expect.stringContaining('O cadastro mudou durante a importação'),
  });
});

it('offers the people that a record may name, with their CPFs, to those who work in the company', async () => {
  const offered = async (who: keyof Handful['people']) =>
    server.call('POST', '/config/opcoes/cadastro-pessoas', {
      body: { q: 'pessoa' },
      token: await server.sessionOf(persons.people[who]),
    });
  expect((await offered('ADMIN')).body.itens.length).toBeGreaterThan(0);
  expect((await offered('REPRESENTANTE')).body.itens).toEqual([]);
});
