import { eq, getTableColumns, inArray } from 'drizzle-orm';
import { hiddenCpf } from '../../../../contract/rules/documents.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import type { CustomerRow } from '../../../../contract/sac/customers.ts';
import { columnTexts, readableFields } from '../../../config/fields/queries.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Context } from '../../../context.ts';
import { customers, regions, representatives } from '../../../db/tables/index.ts';
import { branchesOfCustomers, customerOption } from '../customerLookup.ts';

/** The customers as lists show them, in the order of the ids. Scope was judged by whoever found the ids. */
export async function customerRows(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  ids: readonly number[],
): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  const [found, branches, fields, { usaLgpd }] = await Promise.all([
    // Neither the values of a registration nor what only its page shows.
    db
      .select({
        customer: getTableColumns(customers),
        representative: representatives.name,
        region: regions.name,
      })
      .from(customers)
      .leftJoin(representatives, eq(representatives.id, customers.representativeId))
      .leftJoin(regions, eq(regions.id, customers.regionId))
      .where(inArray(customers.id, [...ids])),
    branchesOfCustomers(db, user, ids),
    readableFields(db, 'cliente', user),
    serviceParameters(db),
  ]);
  const today = localDate(now(), DEFAULT_TIME_ZONE);
  const byId = new Map(
    found.map(({ customer, representative, region }): [number, CustomerRow] => [
      customer.id,
      {
        ...customerOption(customer, branches.get(customer.id) ?? [], today, user),
        ...(usaLgpd && { documento: hiddenCpf(customer.document) }),
        prospect: customer.prospect,
        bloqueado: customer.blocked,
        regiao: named(customer.regionId, region),
        representante: named(customer.representativeId, representative),
        dtUltComp: customer.lastPurchaseOn,
        dtCriacao: customer.createdAt.toISOString(),
        campos: columnTexts(fields, customer.extraFields),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const named = (id: number | null, nome: string | null) =>
  id === null || nome === null ? null : { id, nome };
