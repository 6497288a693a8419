import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordData, RecordFields } from '#contract/records/fields/recordField.ts';
import { STANDARD_TYPE_KEYS } from '#contract/records/index.ts';
import { missingDocument } from '#contract/rules/documents.ts';
import { importFields, onlyField } from '#contract/rules/imports/matchColumns.ts';
import type { Context, User } from '#server/context.ts';
import { customers, files } from '#server/db/tables/index.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { runImport } from '#server/records/import/runImport.ts';
import type { MappedType } from '#server/records/mapping.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { recordArbitrary } from '../recordArbitrary.ts';

let server: TestServer;
let administrator: User;
let token: string;
let sent = 0;
const stored = new Map<string, Buffer>();
beforeAll(async () => {
  // Ticket types refer to a flow.
  server = await testServer({}, { standard: true });
  const { people } = await createPeople(server.deps.db);
  administrator = (await personById(server.deps.db, people.ADMIN)) as User;
  token = await server.sessionOf(people.ADMIN);
  const contact = { legalName: 'Contato sem documento', tradeName: 'Contato', prospect: true };
  await server.deps.db.insert(customers).values({ document: missingDocument(1), ...contact });
  Object.assign(server.deps.files, {
    put: async (open: () => Readable, { id }: { id: string }) => void stored.set(id, await buffer(open())),
    get: async (id: string) => Readable.from([stored.get(id) ?? Buffer.alloc(0)]),
    remove: async (id: string) => void stored.delete(id),
  });
});
afterAll(() => server?.close());

const save = (mapped: MappedType, rows: readonly RecordData[]) => {
  const ctx = { ...server.deps, user: administrator, ip: '127.0.0.1', requestId: 'teste' };
  return server.deps.db.transaction((tx) =>
    saveRecords(
      tx,
      ctx as unknown as Context,
      mapped,
      rows.map((dados) => ({ dados })),
    ),
  );
};

async function exported(key: string, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/config/cadastros/${key}/exportar?formato=${format}`,
    headers: { App: 'teste', authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

/** What an import of the file would do, with the columns and settings that it proposes. */
async function tried(key: string, name: string, content: Buffer) {
  const storedAs = String(++sent).padStart(32, '0');
  stored.set(storedAs, content);
  const [file] = await server.deps.db
    .insert(files)
    .values({
      ...{ name, mime: 'application/octet-stream', size: content.length, sha256: '', storedAs },
      ownerId: administrator.id,
    })
    .returning({ id: files.id });
  const base = `/config/cadastros/${key}/importacoes`;
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
    (await server.call(method, url, { token, ...(body && { body }) })).body.data;
  const begun = await call('POST', base, { arquivo: { id: file?.id } });
  await call('PUT', `${base}/${begun.id}`, { versao: begun.versao });
  const log = { warn() {}, error() {}, info() {} } as never;
  await runImport({ ...server.deps, log }, begun.id);
  return call('GET', `${base}/${begun.id}`);
}

/** Lists that a line of a sheet cannot hold. */
const listsWithoutColumns = (fields: RecordFields): string[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    if (field.tipo === 'GRUPO') return listsWithoutColumns(field.campos ?? {});
    return field.tipo === 'LISTA' && !onlyField(field) && !field.emColunas ? [key] : [];
  });

describe.each(STANDARD_TYPE_KEYS)('an export of %s', (key) => {
  const mapped = mappedTypes[key];
  const { campos } = mapped.type;

  it('has a column for all that a sheet can give, each under a title of its own', () => {
    const titles = importFields(campos).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(listsWithoutColumns(campos)).toEqual([]);
  });

  it('is imported again as it is, and every line is equal', async () => {
    const make = (of: MappedType, dados: RecordData) => save(of, [dados]);
    const arbitrary = await recordArbitrary({ db: server.deps.db, make }, mapped);
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { minLength: 4, maxLength: 8 }), async (rows) => {
        const [first] = await save(mapped, rows);
        expect(first?.erros ?? {}).toEqual({});
        for (const format of ['csv', 'xlsx'] as const) {
          const done = await tried(key, `${key}.${format}`, await exported(key, format));
          const { contagens, colunas, problemas, mudancas } = done;
          expect([format, problemas, mudancas]).toEqual([format, [], []]);
          expect(contagens).toMatchObject({ criados: 0, mudados: 0, recusados: 0, iguais: contagens.linhas });
          expect(contagens.linhas).toBeGreaterThan(0);
          // With the fields that administrators added.
          const { type } = await mappedType(server.deps.db, key);
          const paths = importFields(type.campos).map(({ path }) => path);
          expect(colunas.filter((path: string | null) => path !== null)).toEqual(paths);
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
