import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { User } from '#server/context.ts';
import { branches, customers, records, ticketMenus, tickets, ticketTypes } from '#server/db/tables/index.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { readRows } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { withdrawScope } from '#tests/support/recordTypes/withdrawScope.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { definitionOf, recordsOf, SCOPED_TYPES, type ScopedType } from './scopeModel.ts';

// A company with every scoped type, each with a record for every combination of owners.

export let server: TestServer;
export let persons: TestPeople;
/** The id of each record by its number, which is unique over all types. */
export const idOf = new Map<string, number>();
/** The keys of the owners that records name. */
export let ownerKeys: OwnerKeys;
export const users = new Map<PersonType, User>();

/** From the one who sees least: a leak shows before anything that is right. */
export const WHO: readonly PersonType[] = [
  'CONSUMIDOR_FINAL',
  'REPRESENTANTE',
  'VENDEDOR',
  'OPERADOR',
  'SUPERVISOR',
  'GERENTE',
  'ADMIN',
];

export function setUpScopes(): void {
  let folder: string;
  beforeAll(async () => {
    server = await testServer();
    const { db } = server.deps;
    persons = await createPeople(db);
    for (const who of WHO) users.set(who, (await personById(db, persons.people[who])) as User);
    folder = await mkdtemp(path.join(os.tmpdir(), 'alcance-'));
    await mkdir(path.join(folder, 'records'));
    for (const type of SCOPED_TYPES)
      await writeFile(path.join(folder, 'records', `${type.chave}.json`), JSON.stringify(definitionOf(type)));
    const { broken, postponed } = await loadDefinitions(db, folder, { ...server.deps, user: null });
    if (broken.length + postponed.length > 0) throw new Error(JSON.stringify({ broken, postponed }));
    ownerKeys = await createOwners();
    for (const type of SCOPED_TYPES) await fill(type, ownerKeys);
    for (const { chave, escopo } of SCOPED_TYPES) if (!escopo) await withdrawScope(db, chave);
    for (const row of await db.select({ id: records.id, key: records.key }).from(records))
      idOf.set(row.key, row.id);
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });
}

/** What the view of reports shows of all types, to somebody who may read them. */
export async function reportedRows(who: PersonType, columns: string): Promise<unknown[][]> {
  const person = { ...(users.get(who) as User), cadastros: SCOPED_TYPES.map(({ chave }) => chave) };
  const rows: unknown[][] = [];
  await withReader(
    server.deps,
    { person, zone: 'America/Sao_Paulo', customer: null, name: 'prova', timeout: 30_000 },
    async (client) => {
      const text = `select ${columns} from relatorio.registros_proprios order by codigo`;
      const { batches } = await readRows(client, { text }, [], 5_000);
      for await (const batch of batches) rows.push(...batch);
    },
  );
  return rows;
}

type OwnerKeys = Record<'filial' | 'cliente' | 'ticket', Record<string, string>>;

/** Written by the pipeline as an administrator, so that the audit and the feed hold an entry for each. */
async function fill(type: ScopedType, keys: OwnerKeys) {
  const { db } = server.deps;
  const admin = users.get('ADMIN') as User;
  const rows = recordsOf(type).map(({ numero, ...owners }) => ({
    dados: {
      numero,
      nome: `Caixa ${numero}`,
      ...Object.fromEntries(
        type.fields.flatMap((field) => {
          const owner = owners[field];
          return owner ? [[field, keys[field][owner] ?? '']] : [];
        }),
      ),
    },
  }));
  const results = await db.transaction(async (tx) =>
    saveRecords(
      tx,
      { user: admin, ip: '', requestId: 'test', now: server.deps.now },
      await mappedType(tx, type.chave),
      rows,
    ),
  );
  const refused = results.find(({ resultado }) => resultado !== 'criado');
  if (refused) throw new Error(JSON.stringify(refused));
}

async function createOwners(): Promise<OwnerKeys> {
  const { db } = server.deps;
  const [first, second] = persons.branchIds;
  const { customerIds, representativeId } = persons;
  const cnpjOf = async (id: number) =>
    (await db.select({ cnpj: branches.cnpj }).from(branches).where(eq(branches.id, id)))[0]?.cnpj ?? '';
  const documentOf = async (id: number) =>
    (await db.select({ document: customers.document }).from(customers).where(eq(customers.id, id)))[0]
      ?.document ?? '';
  const typeId = await ticketType();
  const ticketOf = async (customerId: number, branchId: number, representative: number | null) => {
    const [row] = await db
      .insert(tickets)
      .values({
        ...{
          typeId,
          customerId,
          branchId,
          representativeId: representative,
          creatorId: persons.people.OPERADOR,
        },
        ...{ origin: 'SAC', subject: 'Caixa', flowKey: 'DEVOLUCAO', flowVersion: 1, stepKey: 'ABERTURA' },
      })
      .returning();
    return String(row?.id);
  };
  return {
    filial: { first: await cnpjOf(first), second: await cnpjOf(second) },
    cliente: {
      first: await documentOf(customerIds.first),
      second: await documentOf(customerIds.second),
      consumer: await documentOf(customerIds.consumer),
    },
    ticket: {
      first: await ticketOf(customerIds.first, first, representativeId),
      second: await ticketOf(customerIds.second, second, null),
      consumer: await ticketOf(customerIds.consumer, first, null),
    },
  };
}

async function ticketType(): Promise<number> {
  const { db } = server.deps;
  const [menu] = await db
    .insert(ticketMenus)
    .values({ key: 'X', description: 'X', icon: 'Undo' })
    .returning();
  const [type] = await db
    .insert(ticketTypes)
    .values({ key: 'X', menuId: menu?.id ?? 0, description: 'X', flags: {} as never, flowKey: 'DEVOLUCAO' })
    .returning();
  return type?.id ?? 0;
}
