import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '../../../contract/route.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import type { customerRoutes } from '../../../contract/sac/customers.ts';
import type { Context } from '../../context.ts';
import { containing } from '../../db/likePattern.ts';
import { customers } from '../../db/tables/index.ts';
import { forbidden } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { customerScope } from '../../session/scope.ts';
import { branchesOfCustomers, type CustomerRow, customerOption } from './queries.ts';
import { type CustomerTerms, customerTerms } from './rules.ts';

type Query = Input<typeof customerRoutes.list>['query'];

/** By code, document (masked or not) or words of the names without accents, within what the person may see. */
export async function searchCustomers(
  { query }: Input<typeof customerRoutes.list>,
  { db, user, now }: Context,
): Promise<Output<typeof customerRoutes.list>> {
  // An end consumer's customer is their own record: the search is not answered, whatever a role grants.
  if (user.type === 'CONSUMIDOR_FINAL') throw forbidden('SAC_CLIENTE_PESQUISAR');
  const terms = customerTerms(query.q ?? '');
  const condition = and(customerScope(user), matches(terms));
  const total = await countOf(
    db,
    db.select({ id: customers.id }).from(customers).where(condition).limit(COUNT_CAP),
  );
  const { take, offset } = pageOf(query);
  const ids = db
    .select({ id: customers.id })
    .from(customers)
    .where(condition)
    .orderBy(...orderOf(query, terms))
    .limit(take)
    .offset(offset);
  const rows = await db
    .select()
    .from(customers)
    .where(inArray(customers.id, ids))
    .orderBy(...orderOf(query, terms));
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

function matches({ id, document, words }: CustomerTerms): SQL | undefined {
  if (words.length === 0) return undefined;
  return or(
    id === null ? undefined : eq(customers.id, id),
    document === null ? undefined : like(customers.document, `${document}%`),
    and(...words.map((word) => sql`${names} like ${containing(word)}`)),
  );
}

/** As the trigram index has it. */
const names = sql`fold_text(${customers.legalName} || ' ' || ${customers.tradeName})`;

const COLUMNS = {
  id: customers.id,
  razSoc: sql`${customers.legalName} collate pt_br`,
  fant: sql`${customers.tradeName} collate pt_br`,
};

/** Without an order of its own a search shows the customer with that very code first. */
function orderOf({ orderBy, direction }: Query, { id }: CustomerTerms): SQL[] {
  const way = direction === 'DESC' ? desc : asc;
  const exact = !orderBy && id !== null ? [desc(eq(customers.id, id))] : [];
  return [...exact, way(COLUMNS[orderBy ?? 'razSoc']), way(customers.id)];
}
