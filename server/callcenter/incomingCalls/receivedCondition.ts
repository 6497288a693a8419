import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { NO_OUTCOME, type receivedCallRoutes } from '#contract/callcenter/agendas/receivedCalls.ts';
import type { Input } from '#contract/route.ts';
import { normalizePhone } from '#contract/rules/phone.ts';
import { readSearch } from '#contract/rules/searchTerm.ts';
import type { Reading, User } from '../../context.ts';
import { hasPhone, inFoundIds } from '../../db/conditions.ts';
import { customers, incomingCalls } from '../../db/tables/index.ts';
import { daysBetween } from '../../paging/paging.ts';
import { customerTerms, matchesTerms } from '../../sac/customers/queries.ts';
import { findableBy } from '../../session/personalData.ts';
import { customerScope, isConsumer, ofCustomerScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { plainText } from '../../text/plainText.ts';
import { seesOthersCalls } from './rules.ts';

type Reader = Reading<'db' | 'user'>;
type Filters = Omit<Input<typeof receivedCallRoutes.list>['query'], 'page' | 'take'>;

/** Scope and filters of the list, as a condition over `incoming_calls`. */
export async function receivedCondition(ctx: Reader, filters: Filters): Promise<SQL | undefined> {
  const { ids, idPessoa, desfecho, semCliente, termo = '' } = filters;
  const zone = await zoneOf(ctx.db, ctx.user);
  const days = daysBetween(filters.dtIni, filters.dtFim, { zone, field: 'dtFim' });
  return and(
    callScope(ctx.user),
    ids && inArray(incomingCalls.id, [...ids]),
    days && and(gte(incomingCalls.startedAt, days.start), lt(incomingCalls.startedAt, days.end)),
    idPessoa ? eq(incomingCalls.personId, idPessoa) : undefined,
    outcomeCondition(desfecho),
    semCliente === undefined ? undefined : (semCliente ? isNull : isNotNull)(incomingCalls.customerId),
    await termCondition(ctx, termo),
  );
}

/** What a customer is, so are their calls; a call of nobody is the person's who took it, and of those who lead. */
function callScope(user: User): SQL | undefined {
  if (isConsumer(user) || user.wall !== undefined) return sql`false`;
  if (seesOthersCalls(user)) return undefined;
  const ofSeen = and(isNotNull(incomingCalls.customerId), ofCustomerScope(user, incomingCalls.customerId));
  return or(eq(incomingCalls.personId, user.id), ofSeen);
}

function outcomeCondition(outcome: Filters['desfecho']): SQL | undefined {
  if (outcome === undefined) return undefined;
  return outcome === NO_OUTCOME ? isNull(incomingCalls.outcome) : eq(incomingCalls.outcome, outcome);
}

/**
 * By the number of who called, or by the customer: those that the person sees, by whatever finds them in other lists but a number of
 * theirs, from which another call may have come.
 */
async function termCondition({ db, user }: Reader, text: string): Promise<SQL | undefined> {
  const term = readSearch(plainText(text));
  if (!term) return undefined;
  const stored = normalizePhone(term.text);
  const sameNumber = or(
    term.phone ? hasPhone(incomingCalls.number, term.phone) : undefined,
    // A line of the house, or what the telephone system told that is no number.
    /^\+?\d+$/.test(stored) ? sql`reverse(${incomingCalls.number}) = reverse(${stored})` : undefined,
  );
  // Who sees numbers masked finds nobody by one.
  const byNumber = sameNumber && and(sameNumber, findableBy(user, 'TELEFONE', incomingCalls.number));
  const terms = await customerTerms(db, text, user);
  const byCustomer =
    terms &&
    (await inFoundIds(incomingCalls.customerId, () =>
      db
        .select({ id: customers.id })
        .from(customers)
        .where(and(matchesTerms({ ...terms, phone: null }), customerScope(user))),
    ));
  return or(byNumber, byCustomer ?? undefined) ?? sql`false`;
}
