import { and, inArray } from 'drizzle-orm';
import type { Input, Output } from '../../../contract/route.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import type { customerRoutes } from '../../../contract/sac/customers.ts';
import type { Context } from '../../context.ts';
import { customers } from '../../db/tables/index.ts';
import { forbidden } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { customerScope } from '../../session/scope.ts';
import {
  branchesOfCustomers,
  type CustomerRow,
  customerOption,
  matchesTerms,
  searchOrder,
} from './queries.ts';
import { customerTerms } from './rules.ts';

/** By code, document (masked or not) or words of the names without accents, within what the person may see. */
export async function searchCustomers(
  { query }: Input<typeof customerRoutes.list>,
  { db, user, now }: Context,
): Promise<Output<typeof customerRoutes.list>> {
  // An end consumer's customer is their own record: the search is not answered, whatever a role grants.
  if (user.type === 'CONSUMIDOR_FINAL') throw forbidden('SAC_CLIENTE_PESQUISAR');
  const terms = customerTerms(query.q ?? '');
  const condition = and(customerScope(user), matchesTerms(terms));
  const total = await countOf(
    db,
    db.select({ id: customers.id }).from(customers).where(condition).limit(COUNT_CAP),
  );
  const { take, offset } = pageOf(query);
  const ids = db
    .select({ id: customers.id })
    .from(customers)
    .where(condition)
    .orderBy(...searchOrder(query, terms))
    .limit(take)
    .offset(offset);
  const rows = await db
    .select()
    .from(customers)
    .where(inArray(customers.id, ids))
    .orderBy(...searchOrder(query, terms));
  return { itens: await optionsOf(rows), paginator: paginatorOf(query, total) };

  async function optionsOf(found: CustomerRow[]) {
    const branches = await branchesOfCustomers(
      db,
      user,
      found.map(({ id }) => id),
    );
    const today = localDate(now(), DEFAULT_TIME_ZONE);
    return found.map((row) => customerOption(row, branches.get(row.id) ?? [], today, user));
  }
}
