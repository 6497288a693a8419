import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { amongFound } from '../../db/amongFound.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/likePattern.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { matchesTerms } from '../../sac/customers/queries.ts';
import { customerTerms } from '../../sac/customers/rules.ts';

/**
 * Number of an agenda, a customer (code, document, words of the names), or words of the subject; scope is that of the
 * agendas. What finds nothing is not asked: a lone condition is answered from an index.
 */
export async function textCondition(db: Executor, text: string): Promise<SQL | undefined> {
  const terms = customerTerms(text);
  if (terms.words.length === 0) return undefined;
  const inSubject = and(...terms.words.map((word) => sql`${agendas.foldedSubject} like ${containing(word)}`));
  const [byCustomer, bySubject] = await Promise.all([
    amongFound(agendas.customerId, () =>
      db.select({ id: customers.id }).from(customers).where(matchesTerms(terms)),
    ),
    amongFound(agendas.id, () => db.select({ id: agendas.id }).from(agendas).where(inSubject), inSubject),
  ]);
  return (
    or(
      terms.id === null ? undefined : eq(agendas.id, terms.id),
      byCustomer ?? undefined,
      bySubject ?? undefined,
    ) ?? sql`false`
  );
}
