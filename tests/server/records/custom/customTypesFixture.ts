import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import type { FileStore } from '#server/adapters/files/fileStore.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { customers, products } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

// A server with a folder of definitions, for the suites about custom types.

export const KEY = 'contratos-comodato';
export const FILE = `tests/support/recordTypes/${KEY}.json`;
export const base = `/config/cadastros/${KEY}`;

export let server: TestServer;
export let persons: TestPeople;
export let admin: string;
export let operator: string;
export let folder: string;
export let document: { first: string; second: string };
export const stored = new Map<string, Buffer>();
/** Must be called first in a suite; with `withType` the type exists from the beginning. */
export function setUpFixture({ withType = false } = {}): void {
  beforeAll(async () => {
    server = await testServer();
    const { db } = server.deps;
    persons = await createPeople(db);
    admin = await server.sessionOf(persons.people.ADMIN);
    operator = await server.sessionOf(persons.people.OPERADOR);
    folder = await mkdtemp(path.join(os.tmpdir(), 'cadastros-'));
    await mkdir(path.join(folder, 'records'));
    await db.insert(products).values([
      { code: '10043', description: 'Freezer horizontal', unit: 'UN', brand: '' },
      { code: '10044', description: 'Expositor', unit: 'UN', brand: '' },
    ]);
    const documentOf = async (id: number) =>
      (await db.select({ document: customers.document }).from(customers).where(eq(customers.id, id)))[0]
        ?.document ?? '';
    const { first, second } = persons.customerIds;
    document = { first: await documentOf(first), second: await documentOf(second) };
    const store: FileStore = {
      put: async (open, { id }) => void stored.set(id, await buffer(open())),
      get: async (id) => Readable.from([stored.get(id) ?? Buffer.alloc(0)]),
      remove: async (id) => void stored.delete(id),
    };
    Object.assign(server.deps.files, store);
    if (withType) {
      await putFile();
      await taken();
    }
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });
}

export const putFile = () => cp(FILE, path.join(folder, 'records', `${KEY}.json`));

/** The type from the file, with changes. */
export async function changedType(
  change: (type: CustomTypeDefinition) => object = (type) => type,
): Promise<CustomTypeDefinition> {
  const { $schema: _, ...type } = JSON.parse(await readFile(FILE, 'utf8'));
  return change(type) as CustomTypeDefinition;
}

/** Publishes it through its file. */
export async function publish(change?: (type: CustomTypeDefinition) => object) {
  const type = await changedType(change);
  await writeFile(path.join(folder, 'records', `${type.chave}.json`), JSON.stringify(type));
  const { broken, postponed } = await taken();
  if (broken.length + postponed.length > 0) throw new Error(JSON.stringify({ broken, postponed }));
}

export const taken = () => loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
export const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
  server.call(method, url, { token, ...(body && { body }) });
export const list = async (query = '', token = admin) =>
  (await call('GET', `${base}${query && `?${query}`}`, undefined, token)).body;
export const filter = (value: object) => `filtro=${encodeURIComponent(JSON.stringify(value))}`;
export const contract = (numero: string, more: object = {}) => ({
  numero,
  cliente: document.first,
  descricao: `Freezer ${numero}`,
  inicio: '2026-01-31',
  ...more,
});
