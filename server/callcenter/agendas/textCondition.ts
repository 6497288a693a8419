import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/likePattern.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { matchesTerms } from '../../sac/customers/queries.ts';
import { type CustomerTerms, customerTerms } from '../../sac/customers/rules.ts';

/** More customers than these are looked for row by row instead of being named. */
const MOST_NAMED = 1000;

/** Number of an agenda, a customer (code, document, words of the names), or words of the subject. */
export async function textCondition(db: Executor, text: string): Promise<SQL | undefined> {
  const terms = customerTerms(text);
  if (terms.words.length === 0) return undefined;
  return or(
    terms.id === null ? undefined : eq(agendas.id, terms.id),
    await customerCondition(db, terms),
    and(...terms.words.map((word) => sql`fold_text(${agendas.subject}) like ${containing(word)}`)),
  );
}

/** Named by their numbers, so that the index of agendas by customer answers; scope is that of the agendas. */
async function customerCondition(db: Executor, terms: CustomerTerms): Promise<SQL | undefined> {
  const matching = db.select({ id: customers.id }).from(customers).where(matchesTerms(terms));
  const found = await matching.limit(MOST_NAMED + 1);
  if (found.length === 0) return undefined;
  if (found.length > MOST_NAMED)
    return inArray(
      agendas.customerId,
      db.select({ id: customers.id }).from(customers).where(matchesTerms(terms)),
    );
  return inArray(
    agendas.customerId,
    found.map(({ id }) => id),
  );
}
