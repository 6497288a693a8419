import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Input } from '../../../../contract/route.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import type { customerRoutes } from '../../../../contract/sac/customers.ts';
import { fieldCondition } from '../../../config/fields/fieldCondition.ts';
import type { Reading } from '../../../context.ts';
import { customerSellers, customers, stateOf } from '../../../db/tables/index.ts';
import { customerScope } from '../../../session/scope.ts';
import { matchesTerms } from '../queries.ts';
import { customerTerms } from '../rules.ts';
import { legendCondition } from './legendCondition.ts';

export type CustomerFilters = NonNullable<Input<typeof customerRoutes.exportFile>['body']['filtros']>;

/** Scope and filters of the list as a condition over `customers`; `undefined` is every customer. */
export async function customerCondition(
  { db, user, now }: Reading<'db' | 'user' | 'now'>,
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
    filters.legenda?.length
      ? legendCondition(filters.legenda, localDate(now(), DEFAULT_TIME_ZONE))
      : undefined,
    filters.vendedor?.length ? soldBy(filters.vendedor) : undefined,
    filters.classificacao?.length ? inArray(customers.classificationId, filters.classificacao) : undefined,
    filters.naoContatar === undefined ? undefined : eq(customers.doNotContact, filters.naoContatar),
    await fieldCondition(db, 'cliente', filters.campos),
  );
}

const soldBy = (people: number[]): SQL =>
  sql`${customers.id} in (select ${customerSellers.customerId} from ${customerSellers}
    where ${inArray(customerSellers.personId, people)})`;
