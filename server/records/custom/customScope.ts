import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { User } from '../../context.ts';
import { customers, records } from '../../db/tables/index.ts';
import { branchScope, customerScope } from '../../session/scope.ts';

const query = new QueryBuilder();

/**
 * What belongs to a customer is seen with the customer, what belongs to a branch by the branch; a record that names
 * neither is the whole company's.
 */
export function customScope(
  user: User,
  customerField: string | undefined,
  branchField: string | undefined,
): SQL | undefined {
  const [ofCustomers, ofBranches] = [
    customerField && customerScope(user),
    branchField && branchScope(user, records.branchId),
  ];
  const owner = query
    .select({ one: sql`1` })
    .from(customers)
    .where(and(eq(customers.id, records.customerId), ofCustomers || undefined));
  return and(
    ofCustomers ? or(isNull(records.customerId), exists(owner)) : undefined,
    ofBranches ? or(isNull(records.branchId), ofBranches) : undefined,
  );
}
