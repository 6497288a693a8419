import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Input } from '../../../../contract/route.ts';
import type { customerRoutes } from '../../../../contract/sac/customers.ts';
import { fieldCondition } from '../../../config/fields/fieldCondition.ts';
import type { Context } from '../../../context.ts';
import { customers, stateOf } from '../../../db/tables/index.ts';
import { customerScope } from '../../../session/scope.ts';
import { matchesTerms } from '../queries.ts';
import { customerTerms } from '../rules.ts';

export type CustomerFilters = NonNullable<Input<typeof customerRoutes.exportFile>['body']['filtros']>;

/** Scope and filters of the list as a condition over `customers`; `undefined` is every customer. */
export async function customerCondition(
  { db, user }: Pick<Context, 'db' | 'user'>,
  filters: CustomerFilters,
): Promise<SQL | undefined> {
  return and(
    customerScope(user),
    matchesTerms(customerTerms(filters.q ?? '')),
    filters.uf?.length ? inArray(stateOf(customers.address), filters.uf) : undefined,
    filters.regiao?.length ? inArray(customers.regionId, filters.regiao) : undefined,
    filters.representante?.length ? inArray(customers.representativeId, filters.representante) : undefined,
    filters.prospect === undefined ? undefined : eq(customers.prospect, filters.prospect),
    filters.bloqueado === undefined ? undefined : eq(customers.blocked, filters.bloqueado),
    await fieldCondition(db, 'cliente', filters.campos),
  );
}
