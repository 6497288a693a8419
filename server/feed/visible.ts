import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { type FeedSubjectKey, isFeedSubject } from '../../contract/records/feed.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import {
  customerContacts,
  customers,
  deliveryAddresses,
  orders,
  serviceRecords,
  tickets,
} from '../db/tables/index.ts';
import { customType } from '../records/custom/queries.ts';
import type { MappedType } from '../records/mapping.ts';
import { recordCodes } from '../records/recordCode.ts';
import { isTypeKey, standardMapped } from '../records/registry.ts';
import { customerScope, orderScope, ticketScope } from '../session/scope.ts';

interface Subject {
  table: PgTable;
  id: AnyPgColumn;
  scope: (user: User) => SQL | undefined;
  /** Of rows that stay when the thing is gone. */
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
  // Known by the customer whose it is.
  mix: { table: customers, id: customers.id, scope: customerScope },
  atendimentos: {
    table: serviceRecords,
    id: serviceRecords.id,
    scope: ofSeenCustomer(serviceRecords.customerId),
  },
};

/** Whether whoever may read the type sees all of it. Of one of the company's own that is gone nothing is seen. */
export async function isShared(db: Executor, type: string, user: User): Promise<boolean> {
  if (isFeedSubject(type)) return SUBJECTS[type].scope(user) === undefined;
  const mapping = (await recordsOf(db, type))?.mapping;
  return mapping?.seesAll?.(user) ?? (mapping !== undefined && mapping.scope?.(user) === undefined);
}

const recordsOf = async (db: Executor, type: string): Promise<MappedType | null> =>
  isTypeKey(type) ? standardMapped(type) : await customType(db, type);

/** Of some things of a type those that stand and that the person sees, each with its code. */
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
    return recordCodes(db, mapped, and(inArray(table.id, [...ids]), scope?.(user)));
  }
  const { table, id, scope, stands } = SUBJECTS[type];
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${id} as id from ${table} where ${and(inArray(id, [...ids]), scope(user), stands)}`,
  );
  return new Map(rows.map((row) => [row.id, String(row.id)]));
}
