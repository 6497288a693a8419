import { and, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import {
  branchField,
  type CustomField,
  type CustomTypeDefinition,
  customerField,
  ticketField,
  titleWords,
} from '../../../contract/records/customType.ts';
import { personalKind } from '../../../contract/records/fields/personalFields.ts';
import type { User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { branches, customers, records, tickets } from '../../db/tables/index.ts';
import { branchScope, customerScope, ofCustomerScope, ticketScope } from '../../session/scope.ts';
import type { ReferenceTarget } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';
import { fieldText } from './derived.ts';

const query = new QueryBuilder();

/**
 * Records of a customer or a ticket are visible with it, those of a branch to people of the branch; a record that references
 * none of them is visible to the whole company.
 */
export function customScope(user: User, fields: readonly CustomField[]): SQL | undefined {
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
  fields: readonly CustomField[],
): Promise<SQL | null> {
  const limit = customerScope(user);
  if (!limit || !customerField(fields)) return null;
  const owners = await db
    .select({ id: customers.id })
    .from(customers)
    .where(limit)
    .limit(FEW_CUSTOMERS + 1);
  if (owners.length > FEW_CUSTOMERS) return null;
  const ids = sql.param(owners.map(({ id }) => id));
  return (
    and(
      customScope(user, fields),
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
const limitingFields = (user: User, fields: readonly CustomField[]): string[] => {
  const limits = [
    [customerField(fields), customerScope(user)],
    [branchField(fields), branchScope(user)],
    [ticketField(fields), ticketScope(user)],
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
  fields: readonly CustomField[],
): Promise<void> {
  const limited = limitingFields(user, fields);
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
  const branch = branchField(fields);
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
    scope: (user: User) => customScope(user, campos),
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
