import { and, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import {
  branchField,
  type CustomField,
  type CustomTypeDefinition,
  customerField,
  ticketField,
  titleWords,
} from '#contract/records/customType.ts';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import { isOutside, ownerFields, type RecordReach, reachOf } from '#contract/records/recordScope.ts';
import type { User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { branches, customers, records, tickets } from '../../db/tables/index.ts';
import { branchScope, customerScope, ofCustomerScope, ticketScope } from '../../session/scope.ts';
import type { ReferenceTarget } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';
import { fieldText } from './derived.ts';

const query = new QueryBuilder();

/**
 * Whose records of a custom type a person sees, as a condition on `records`; `undefined` means all of them. Every door asks
 * this one function: lists, single records, options, exports, imports, the API, the feed, webhooks, the search and realtime.
 * Reports say the same in SQL (view relatorio.registros_proprios).
 */
export function customScope(user: User, definition: ScopedType): SQL | undefined {
  const { escopo, campos } = definition;
  if (!escopo) return undeclaredScope(user, campos);
  const reach = reachOf(user.type, escopo);
  if (reach === 'TODOS') return undefined;
  const conditions = ownerConditions(user, campos, reach);
  if (conditions.length === 0) return sql`false`;
  // The company's own people also see what belongs to nobody; others see only what says that it is theirs.
  if (!isOutside(user.type)) return and(...conditions.map(({ empty, seen }) => or(empty, seen)));
  const [owner, ...others] = conditions;
  return and(owner?.seen, ...others.map(({ empty, seen }) => or(empty, seen)));
}

type ScopedType = Pick<CustomTypeDefinition, 'escopo' | 'campos'>;

interface OwnerCondition {
  empty: SQL;
  seen: SQL;
}

/** One condition for each field that decides the reach, the owner first: most of what is not seen is told by it. */
function ownerConditions(user: User, campos: readonly CustomField[], reach: RecordReach): OwnerCondition[] {
  const owner =
    reach === 'FILIAL' && branchField(campos)
      ? { empty: isNull(records.branchId), seen: branchScope(user, records.branchId) }
      : reach === 'CLIENTE' && customerField(campos)
        ? { empty: isNull(records.customerId), seen: ofCustomerScope(user, records.customerId) }
        : null;
  const ticket = reach === 'NENHUM' ? undefined : ticketField(campos);
  const ofTickets = ticket === undefined ? undefined : ticketScope(user);
  return [
    ...(owner?.seen ? [{ empty: owner.empty, seen: owner.seen }] : []),
    ...(ticket && ofTickets
      ? [{ empty: isNull(fieldText(ticket)), seen: exists(citedTicket(ticket, ofTickets)) }]
      : []),
  ];
}

/**
 * The rule for types published before they declared a scope, which keep it until somebody chooses: records of a customer or a
 * ticket are visible with it, those of a branch to whoever sees the branch, and the others to the whole company.
 */
function undeclaredScope(user: User, fields: readonly CustomField[]): SQL | undefined {
  const ofCustomers = customerField(fields) && ofCustomerScope(user, records.customerId);
  const ofBranches = branchField(fields) && branchScope(user, records.branchId);
  const ticket = ticketField(fields);
  const ofTickets = ticket && ticketScope(user);
  return and(
    // The record's own column first: most of what is not seen is told by it.
    ofBranches ? or(isNull(records.branchId), ofBranches) : undefined,
    ofCustomers ? or(isNull(records.customerId), ofCustomers) : undefined,
    ticket && ofTickets ? or(isNull(fieldText(ticket)), exists(citedTicket(ticket, ofTickets))) : undefined,
  );
}

/** Of up to so many customers, the records are found by customer. */
const FEW_CUSTOMERS = 2_000;

/**
 * The same scope for a user who sees few customers, as a condition that the index of customers finds; `null` if they see many,
 * or if records are not limited by customer.
 */
export async function scopeOfFewCustomers(
  db: Executor,
  user: User,
  definition: ScopedType,
): Promise<SQL | null> {
  const { escopo, campos } = definition;
  const limit = customerScope(user);
  if (!limit || !customerField(campos) || (escopo && reachOf(user.type, escopo) !== 'CLIENTE')) return null;
  const owners = await db
    .select({ id: customers.id })
    .from(customers)
    .where(limit)
    .limit(FEW_CUSTOMERS + 1);
  if (owners.length > FEW_CUSTOMERS) return null;
  const ids = sql.param(owners.map(({ id }) => id));
  return (
    and(
      customScope(user, definition),
      or(isNull(records.customerId), sql`${records.customerId} = any(${ids}::int[])`),
    ) ?? null
  );
}

const citedTicket = (field: string, seen: SQL) =>
  query
    .select({ one: sql`1` })
    .from(tickets)
    .where(and(sql`${tickets.id} = ${fieldText(field)}::integer`, seen));

/** The fields that determine whose a record is and for which the person's visibility is limited. */
const limitingFields = (user: User, { escopo, campos }: ScopedType): string[] => {
  if (escopo) return ownerFields({ campos }, reachOf(user.type, escopo)).slice(0, 1);
  const limits = [
    [customerField(campos), customerScope(user)],
    [branchField(campos), branchScope(user)],
    [ticketField(campos), ticketScope(user)],
  ] as const;
  return limits.flatMap(([field, limit]) => (field && limit ? [field] : []));
};

const SEES_SOME = 'Só quem vê os registros de todos pode deixar este campo vazio.';

const OF_ALL =
  'Este registro é de toda a empresa: só quem vê os registros de todos pode dizer de quem ele passa a ser.';

/**
 * A record without an owner belongs to the whole company. A person with limited visibility may neither make an existing or
 * new record ownerless, nor assign an owner to an ownerless one. For a person with a single branch, that branch is filled in.
 */
export async function checkOwners(
  tx: Tx,
  rows: readonly PendingRow[],
  user: User,
  definition: ScopedType,
): Promise<void> {
  const limited = limitingFields(user, definition);
  const [first] = limited;
  if (first === undefined) return;
  for (const row of rows) {
    const { before, after } = row;
    if (before === null) continue;
    const isOfAll = !limited.some((key) => isGiven(before[key]));
    for (const key of limited)
      if (isOfAll && isGiven(after[key])) row.refuse(key, OF_ALL);
      else if (isGiven(before[key]) && !isGiven(after[key])) row.refuse(key, SEES_SOME);
  }
  const ownerless = rows.filter(
    ({ before, after }) => before === null && !limited.some((key) => isGiven(after[key])),
  );
  if (ownerless.length === 0) return;
  const branch = branchField(definition.campos);
  const own = branch !== undefined && limited.includes(branch) ? await onlyBranch(tx, user) : undefined;
  for (const row of ownerless)
    if (branch !== undefined && own) {
      (row.after as Record<string, unknown>)[branch] = own.cnpj;
      row.references.set(branch, own.id);
    } else row.refuse(first, SEES_SOME);
}

async function onlyBranch(tx: Tx, { branchIds }: User) {
  if (branchIds.length !== 1) return undefined;
  const [own] = await tx
    .select({ id: branches.id, cnpj: branches.cnpj })
    .from(branches)
    .where(inArray(branches.id, [...branchIds]));
  return own;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** A custom type as a reference target: its natural key must be a single value and not itself a reference. */
export function customTarget(definition: CustomTypeDefinition): ReferenceTarget {
  const { chave, codigo, nome, campos } = definition;
  const named = campos.find((one) => one.chave === nome);
  const titulo = titleWords(definition);
  const field = campos.find((one) => one.chave === codigo[0]);
  const isOfType = eq(records.type, chave);
  return {
    table: records,
    id: records.id,
    key: records.key,
    name: records.name,
    within: isOfType,
    inUse: and(isOfType, eq(records.archived, false)),
    scope: (user: User) => customScope(user, definition),
    field: {
      tipo: field?.tipo ?? 'TEXT',
      titulo: field?.titulo ?? titulo.um,
      ...(field?.pessoal && { pessoal: true }),
    },
    nameKind: named ? personalKind(named) : null,
    titulo,
  };
}

/** Whether a single value is enough for others to reference it. */
export const canBeReferred = ({ codigo, campos }: CustomTypeDefinition): boolean =>
  codigo.length === 1 && campos.find(({ chave }) => chave === codigo[0])?.tipo !== 'REFERENCIA';
