import { and, exists, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import {
  branchField,
  type CustomField,
  customerField,
  ticketField,
} from '../../../contract/records/customType.ts';
import type { User } from '../../context.ts';
import { records, tickets } from '../../db/tables/index.ts';
import { branchScope, customerScope, ofCustomerScope, ticketScope } from '../../session/scope.ts';
import { fieldText } from './derived.ts';

const query = new QueryBuilder();

/**
 * What belongs to a customer or a ticket is seen with it, what belongs to a branch by the branch; a record that names
 * none of them is the whole company's.
 */
export function customScope(user: User, fields: readonly CustomField[]): SQL | undefined {
  const ofCustomers = customerField(fields) && ofCustomerScope(user, records.customerId);
  const ofBranches = branchField(fields) && branchScope(user, records.branchId);
  const ticket = ticketField(fields);
  const ofTickets = ticket && ticketScope(user);
  return and(
    ofCustomers ? or(isNull(records.customerId), ofCustomers) : undefined,
    ofBranches ? or(isNull(records.branchId), ofBranches) : undefined,
    ticket && ofTickets ? or(isNull(fieldText(ticket)), exists(citedTicket(ticket, ofTickets))) : undefined,
  );
}

const citedTicket = (field: string, seen: SQL) =>
  query
    .select({ one: sql`1` })
    .from(tickets)
    .where(and(sql`${tickets.id} = ${fieldText(field)}::integer`, seen));

/** The fields that say whose a record is, of which the person sees some only. */
export const limitingFields = (user: User, fields: readonly CustomField[]): string[] => {
  const limits = [
    [customerField(fields), customerScope(user)],
    [branchField(fields), branchScope(user)],
    [ticketField(fields), ticketScope(user)],
  ] as const;
  return limits.flatMap(([field, limit]) => (field && limit ? [field] : []));
};
