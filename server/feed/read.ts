import { and, asc, eq, exists, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { personType } from '#contract/catalogs/personType.ts';
import { maskedCode } from '#contract/records/fields/personalFields.ts';
import { type Change, type FeedSubjectKey, isFeedSubject } from '#contract/records/routes/feed.ts';
import { HIDDEN } from '#contract/rules/privacy/masks.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import {
  agendas,
  campaigns,
  customerContacts,
  customers,
  deliveryAddresses,
  feedEntries,
  goals,
  orders,
  people,
  serviceRecords,
  tickets,
} from '../db/tables/index.ts';
import { customType } from '../records/custom/queries.ts';
import { limitedTargets } from '../records/hiddenReferences.ts';
import { type MappedType, numberKey } from '../records/mapping.ts';
import { isTypeKey, standardMapped } from '../records/registry.ts';
import { BETWEEN_PARTS, recordCodes } from '../records/write/auditedRecord.ts';
import { seesPersonal } from '../session/personalData.ts';
import {
  agendaScope,
  customerScope,
  isOutside,
  orderScope,
  seesOthersAgendas,
  ticketScope,
} from '../session/scope.ts';
import { cursorText, feedHead, type Place, placeAt } from './cursor.ts';

/**
 * How many positions a page looks ahead at most, so that finding changes of rare types never means searching all the others
 * in one go.
 */
const WINDOW = 20_000;

interface Wanted {
  user: User;
  types: readonly string[];
  limit: number;
  /** Changes by this person are left out. */
  except?: number | null | undefined;
}

export interface ChangePage {
  itens: Change[];
  /** Where the page ends, regardless of how much of it the reader may see. */
  next: Place;
  last: number;
}

type Row = typeof feedEntries.$inferSelect;

/** The changes after a place that the reader may see. The page may be empty even if there are more. */
export async function readChanges(
  db: Executor,
  after: Place,
  { user, types, limit, except }: Wanted,
): Promise<ChangePage> {
  const { epoch, last } = await feedHead(db);
  const end = Math.min(after.position + WINDOW, last);
  if (end <= after.position) return { itens: [], next: after, last };
  const others: SQL | undefined = except
    ? sql`${feedEntries.personId} is distinct from ${except}`
    : undefined;
  const rows = await db
    .select()
    .from(feedEntries)
    .where(
      and(
        gt(feedEntries.position, after.position),
        lte(feedEntries.position, end),
        inArray(feedEntries.type, [...types]),
        others,
      ),
    )
    .orderBy(asc(feedEntries.position))
    .limit(limit);
  const edge = rows.length === limit ? rows.at(-1) : undefined;
  return { itens: await shown(db, user, epoch, rows), next: edge ?? (await placeAt(db, end)), last };
}

async function shown(db: Executor, user: User, epoch: string, rows: readonly Row[]): Promise<Change[]> {
  const seen = await visibleChanges(db, user, rows);
  const names = await namesOf(
    db,
    seen.map(({ row }) => row.personId),
  );
  const changes = seen.map(({ row, code, stands }) => ({
    cursor: cursorText(epoch, row),
    tipo: row.type,
    codigo: code,
    id: row.recordId,
    acao: row.happened,
    passo: row.step || null,
    quando: row.at.toISOString(),
    autor: row.personId === null ? null : { id: row.personId, nome: names.get(row.personId) ?? '' },
    endereco: stands ? addressOf(row.type, code) : null,
  }));
  return seesPersonal(user) ? changes : maskedChanges(db, changes);
}

/** The same changes for a reader who sees personal data masked: a record whose code is masked is read by its number. */
export async function maskedChanges(db: Executor, changes: readonly Change[]): Promise<Change[]> {
  const types = new Map<string, MappedType | null>();
  for (const { tipo } of changes)
    if (!types.has(tipo) && !isFeedSubject(tipo)) types.set(tipo, await recordsOf(db, tipo));
  return changes.map((change) => {
    const { tipo, id, codigo } = change;
    const mapped = types.get(tipo);
    // Of a type that is no longer there, nobody knows what its codes were.
    const shown = mapped
      ? maskedCode(mapped.type, codigo, BETWEEN_PARTS)
      : isFeedSubject(tipo)
        ? codigo
        : HIDDEN;
    if (shown === codigo) return change;
    return { ...change, codigo: shown, endereco: change.endereco && addressOf(tipo, numberKey(id)) };
  });
}

const addressOf = (type: string, code: string): string => `/dados/v1/${type}/${encodeURIComponent(code)}`;

type Happening = Pick<Row, 'type' | 'recordId' | 'happened' | 'branchIds' | 'code' | 'internal'>;

interface Seen<A> {
  row: A;
  code: string;
  stands: boolean;
}

/** The changes that the person may be notified of, each with the code of its record. */
export async function visibleChanges<A extends Happening>(
  db: Executor,
  user: User,
  rows: readonly A[],
): Promise<Seen<A>[]> {
  const existing = new Map<string, ReadonlyMap<number, string>>();
  const shared = new Set<string>();
  const numbered = new Set<string>();
  for (const type of new Set(rows.map((row) => row.type))) {
    const ids = new Set(rows.flatMap((row) => (row.type === type ? [row.recordId] : [])));
    existing.set(type, await visibleCodes(db, user, type, [...ids]));
    if (await isShared(db, type, user)) shared.add(type);
    if (await citesHidden(db, type, user)) numbered.add(type);
  }
  return rows.flatMap((row): Seen<A>[] => {
    if (row.internal && isOutside(user)) return [];
    const code = existing.get(row.type)?.get(row.recordId);
    if (code !== undefined && row.happened !== 'excluido') return [{ row, code, stands: true }];
    return shared.has(row.type) || couldSeeDeletion(user, row)
      ? [{ row, code: numbered.has(row.type) ? numberKey(row.recordId) : row.code, stands: false }]
      : [];
  });
}

/** Whether codes of the type may name something that the person does not see: of a record that is gone, nobody can tell. */
async function citesHidden(db: Executor, type: string, user: User): Promise<boolean> {
  const mapped = isFeedSubject(type) ? null : await recordsOf(db, type);
  if (!mapped) return false;
  const limited = limitedTargets(user, mapped);
  return mapped.type.codigo.some((key) => limited.has(mapped.type.campos[key]?.referencia ?? ''));
}

/**
 * For a record that is gone or not visible: the deletion is shown to people of its branches. Earlier changes are shown to no
 * one with limited scope, because it can no longer be checked whether they could see the record.
 */
const couldSeeDeletion = (user: User, { happened, branchIds }: Happening): boolean =>
  happened === 'excluido' &&
  personType.some(({ value, scope }) => value === user.type && scope === 'FILIAIS') &&
  (branchIds ?? []).some((id) => user.branchIds.includes(id));

async function namesOf(db: Executor, ids: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
  const distinctIds = [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))];
  if (distinctIds.length === 0) return new Map();
  const rows = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(inArray(people.id, distinctIds));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Subject {
  table: PgTable;
  id: AnyPgColumn;
  scope: (user: User) => SQL | undefined;
  /** For tables whose rows stay after a deletion: the condition that the record still exists. */
  stands?: SQL;
}

const query = new QueryBuilder();

const ofSeenCustomer = (column: AnyPgColumn) => (user: User) => {
  const scope = customerScope(user);
  return (
    scope &&
    exists(
      query
        .select({ one: sql`1` })
        .from(customers)
        .where(and(eq(customers.id, column), scope)),
    )
  );
};

const ofOrders: Subject = { table: orders, id: orders.id, scope: orderScope };

const SUBJECTS: Record<FeedSubjectKey, Subject> = {
  tickets: { table: tickets, id: tickets.id, scope: ticketScope },
  pedidos: ofOrders,
  pagamentos: ofOrders,
  contatos: {
    table: customerContacts,
    id: customerContacts.id,
    scope: ofSeenCustomer(customerContacts.customerId),
  },
  'enderecos-entrega': {
    table: deliveryAddresses,
    id: deliveryAddresses.id,
    scope: ofSeenCustomer(deliveryAddresses.customerId),
    stands: eq(deliveryAddresses.active, true),
  },
  // Identified by its customer.
  mix: { table: customers, id: customers.id, scope: customerScope },
  atendimentos: {
    table: serviceRecords,
    id: serviceRecords.id,
    scope: ofSeenCustomer(serviceRecords.customerId),
  },
  agendas: { table: agendas, id: agendas.id, scope: agendaScope },
  // Whoever leads a team sees everybody's.
  'objetivos-operadores': {
    table: goals,
    id: goals.id,
    scope: (user) => (seesOthersAgendas(user) ? undefined : eq(goals.personId, user.id)),
  },
  'campanhas-vendas': { table: campaigns, id: campaigns.id, scope: () => undefined },
};

/** Whether everyone who may read the type sees all of it. Nothing is shown of a deleted type of the company's own. */
async function isShared(db: Executor, type: string, user: User): Promise<boolean> {
  if (isFeedSubject(type)) return SUBJECTS[type].scope(user) === undefined;
  const mapping = (await recordsOf(db, type))?.mapping;
  return mapping?.seesAll?.(user) ?? (mapping !== undefined && mapping.scope?.(user) === undefined);
}

const recordsOf = async (db: Executor, type: string): Promise<MappedType | null> =>
  isTypeKey(type) ? standardMapped(type) : await customType(db, type);

/** Of the given records of a type, those that exist and that the person may see, each with its code. */
export async function visibleCodes(
  db: Executor,
  user: User,
  type: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  if (!isFeedSubject(type)) {
    const mapped = await recordsOf(db, type);
    if (!mapped) return new Map();
    const { table, scope } = mapped.mapping;
    return recordCodes(db, mapped, and(inArray(table.id, [...ids]), scope?.(user)), user);
  }
  const { table, id, scope, stands } = SUBJECTS[type];
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${id} as id from ${table} where ${and(inArray(id, [...ids]), scope(user), stands)}`,
  );
  return new Map(rows.map((row) => [row.id, String(row.id)]));
}
