import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { hiddenCpf } from '#contract/rules/documents.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { CustomerRow, CustomerSort } from '#contract/sac/customers.ts';
import { columnTexts, readableFields } from '#server/config/fields/queries.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import {
  boughtOrNever,
  customerGroupMembers,
  customerGroups,
  customers,
  regions,
  representatives,
} from '#server/db/tables/index.ts';
import { type Found, instantText, readKeyPage, type SortKey, type Start } from '#server/paging/keyPage.ts';
import { branchesOfCustomers, customerOption } from '../customerLookup.ts';
import { ofGroup } from '../groups.ts';

export interface OrderedCustomers {
  condition: SQL | undefined;
  sort: CustomerSort;
  direction: 'ASC' | 'DESC';
  /** Sorted first, whatever the order: the customer whose code was entered. */
  first?: SQL | undefined;
}

const KEYS: Record<Exclude<CustomerSort, 'id'>, SortKey> = {
  razSoc: name(sql`${customers.legalName}`),
  fant: name(sql`${customers.tradeName}`),
  dtUltComp: {
    key: boughtOrNever(customers.lastPurchaseOn),
    read: (text) => sql`${text}::date`,
    text: (key) => sql<string>`${key}::text`,
  },
  dtCriacao: {
    key: sql`${customers.createdAt}`,
    read: (text) => sql`${text}::timestamptz`,
    text: instantText,
  },
};

function name(column: SQL): SortKey {
  return {
    key: sql`${column} collate pt_br`,
    read: (text) => sql`${text}::text collate pt_br`,
    text: (key) => sql<string>`${key}`,
  };
}

/** Whether a cursor's key can be compared; anything else would cause a database error. */
export const isKeyOf: Record<CustomerSort, (key: string) => boolean> = {
  id: (key) => key === '',
  razSoc: (key) => key.length <= 200 && !key.includes('\0'),
  fant: (key) => key.length <= 200 && !key.includes('\0'),
  dtUltComp: (key) => key === '-infinity' || isCalendarDate(key),
  dtCriacao: (key) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key) && isCalendarDate(key.slice(0, 10)),
};

/** The ids of one page. */
export const readCustomers = (
  db: Executor,
  { condition, sort, direction, first }: OrderedCustomers,
  start: Start,
  take: number,
): Promise<Found> => {
  const by = sort === 'id' ? null : KEYS[sort];
  return readKeyPage(
    db,
    { table: customers, id: customers.id, condition, by, direction, first },
    start,
    take,
  );
};

/** The customers as lists show them, in the order of the ids. The caller that found the ids has already applied the scope. */
export async function customerRows(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  ids: readonly number[],
): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  const [found, branches, fields, { usaLgpd }] = await Promise.all([
    // Leaves out the registration's values and everything that only the customer's page shows.
    db
      .select({
        customer: shown,
        representative: representatives.name,
        region: regions.name,
        groupId: customerGroups.id,
        group: customerGroups.name,
      })
      .from(customers)
      .leftJoin(representatives, eq(representatives.id, customers.representativeId))
      .leftJoin(regions, eq(regions.id, customers.regionId))
      .leftJoin(customerGroupMembers, ofGroup(user))
      .leftJoin(customerGroups, eq(customerGroups.id, customerGroupMembers.groupId))
      .where(inArray(customers.id, [...ids])),
    branchesOfCustomers(db, user, ids),
    readableFields(db, 'cliente', user),
    serviceParameters(db),
  ]);
  const today = localDate(now(), DEFAULT_TIME_ZONE);
  const byId = new Map(
    found.map(({ customer, representative, region, groupId, group }): [number, CustomerRow] => [
      customer.id,
      {
        ...customerOption(customer, branches.get(customer.id) ?? [], today, user),
        ...(usaLgpd && { documento: hiddenCpf(customer.document) }),
        prospect: customer.prospect,
        bloqueado: customer.blocked,
        regiao: named(customer.regionId, region),
        representante: named(customer.representativeId, representative),
        grupo: named(groupId, group),
        dtUltComp: customer.lastPurchaseOn,
        dtCriacao: customer.createdAt.toISOString(),
        campos: columnTexts(fields, customer.extraFields),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const shown = {
  id: customers.id,
  legalName: customers.legalName,
  tradeName: customers.tradeName,
  document: customers.document,
  email: customers.email,
  phone: customers.phone,
  address: customers.address,
  lastPurchaseOn: customers.lastPurchaseOn,
  openTitles: customers.openTitles,
  commitment: customers.commitment,
  prospect: customers.prospect,
  blocked: customers.blocked,
  blockReason: customers.blockReason,
  regionId: customers.regionId,
  representativeId: customers.representativeId,
  createdAt: customers.createdAt,
  extraFields: customers.extraFields,
};

const named = (id: number | null, nome: string | null) =>
  id === null || nome === null ? null : { id, nome };
