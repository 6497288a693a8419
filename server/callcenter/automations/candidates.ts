import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type CustomerScore, SCORE_FROM } from '#contract/catalogs/customers.ts';
import type { AutomationRule } from '#contract/rules/agendas/automation.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendas, customerBranches, customerSellers, customers, invoices } from '../../db/tables/index.ts';
import { authorizedInvoice } from '../../sac/invoices/queries.ts';
import { customerScope } from '../../session/scope.ts';

interface Question {
  user: User;
  rule: AutomationRule;
  automationId: number | null;
  today: CalendarDate;
}

/** The customers selected by a rule, those without a purchase the longest first, filtered entirely in SQL. */
export function candidates(db: Executor, question: Question) {
  return (
    db
      .select({
        id: customers.id,
        name: customers.tradeName,
        representativeId: customers.representativeId,
        lastPurchaseOn: customers.lastPurchaseOn,
        servedOn: customers.servedOn,
        contactEvery: customers.contactEvery,
        // `${customers}.id` is spelled out because a select from a single table omits the table name from its columns.
        sellers: sql<
          number[]
        >`array(select ${customerSellers.personId} from ${customerSellers} where ${customerSellers.customerId} = ${customers}.id order by 1)`,
        /** The latest contact, made or planned. */
        lastContact: sql<
          string | null
        >`(select to_char(max(coalesce(a.finished_at, a.scheduled_at)), 'YYYY-MM-DD') from ${agendas} a where a.customer_id = ${customers}.id)`,
      })
      .from(customers)
      // They would use up the rule's limit without ever being contacted.
      .where(
        and(selected(db, question), isLeftAlone(question) ? eq(customers.doNotContact, false) : undefined),
      )
      .orderBy(sql`coalesce(${customers.lastPurchaseOn}, '-infinity'::date)`, asc(customers.id))
      .limit(question.rule.maximo)
  );
}

/** The mark of a customer who wants no contacts keeps off calls, but not those about a debt (`contactQuestions`). */
const isLeftAlone = ({ rule }: Question) => rule.agenda.tipo === 'A';

/** The customers whom the rule would select if they had not asked to be left alone, at most as many as it may reach. */
export async function leftAlone(db: Executor, question: Question): Promise<number[]> {
  if (!isLeftAlone(question)) return [];
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(selected(db, question), eq(customers.doNotContact, true)))
    .orderBy(asc(customers.id))
    .limit(question.rule.maximo);
  return rows.map(({ id }) => id);
}

function selected(db: Executor, { user, rule, automationId, today }: Question): SQL | undefined {
  const { clientes } = rule;
  return and(
    customerScope(user),
    // Customers without a seller would use up the rule's limit without ever being contacted.
    or(isNotNull(customers.representativeId), exists(sellersOf(db))),
    eq(customers.simulation, false),
    boughtCondition(clientes, today),
    tagCondition(clientes.tags ?? []),
    scoreCondition(db, clientes.scores ?? [], today),
    some(clientes.idRegioes, (ids) => inArray(customers.regionId, ids)),
    some(clientes.idVendedores, (ids) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(customerSellers)
          .where(and(eq(customerSellers.customerId, customers.id), inArray(customerSellers.personId, ids))),
      ),
    ),
    some(clientes.idFiliais, (ids) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(customerBranches)
          .where(and(eq(customerBranches.customerId, customers.id), inArray(customerBranches.branchId, ids))),
      ),
    ),
    automationId === null ? undefined : notExists(openOf(db, automationId)),
  );
}

const some = <T>(values: readonly T[] | undefined, condition: (values: T[]) => SQL | undefined) =>
  values && values.length > 0 ? condition([...values]) : undefined;

const sellersOf = (db: Executor) =>
  db.select({ one: sql`1` }).from(customerSellers).where(eq(customerSellers.customerId, customers.id));

/** A customer never gets two open agendas from one automation. */
const openOf = (db: Executor, automationId: number) =>
  db
    .select({ one: sql`1` })
    .from(agendas)
    .where(
      and(
        eq(agendas.customerId, customers.id),
        eq(agendas.automationId, automationId),
        sql`${agendas.finishedAt} is null`,
      ),
    );

function boughtCondition(
  { semComprarDe, semComprarAte, nuncaComprou }: AutomationRule['clientes'],
  today: CalendarDate,
): SQL | undefined {
  const days = and(
    semComprarDe === undefined ? undefined : lte(customers.lastPurchaseOn, addDays(today, -semComprarDe)),
    semComprarAte === undefined ? undefined : gte(customers.lastPurchaseOn, addDays(today, -semComprarAte)),
  );
  if (!days) return undefined;
  return nuncaComprou ? or(days, sql`${customers.lastPurchaseOn} is null`) : days;
}

const TAG_COLUMNS = {
  CATEGORIA: customers.category,
  CLASSE: customers.salesClass,
  REDE: customers.network,
} as const;

function tagCondition(tags: readonly string[]): SQL | undefined {
  const conditions = (Object.keys(TAG_COLUMNS) as (keyof typeof TAG_COLUMNS)[]).flatMap((group) => {
    const values = tags
      .filter((tag) => tag.startsWith(`${group}:`))
      .map((tag) => tag.slice(group.length + 1));
    return values.length > 0 ? [inArray(TAG_COLUMNS[group], values)] : [];
  });
  return conditions.length > 0 ? or(...conditions) : undefined;
}

/** By the amount invoiced within twelve months: each score's range ends where the next higher one begins. */
function scoreCondition(
  db: Executor,
  scores: readonly CustomerScore[],
  today: CalendarDate,
): SQL | undefined {
  if (scores.length === 0) return undefined;
  const bought = db
    .select({ total: sql`coalesce(sum(${invoices.total}), 0)` })
    .from(invoices)
    .where(
      and(
        eq(invoices.customerId, customers.id),
        authorizedInvoice,
        gte(invoices.issuedOn, addDays(today, -365)),
      ),
    );
  const order: CustomerScore[] = ['A', 'B', 'C', 'D'];
  return or(
    ...scores.map((score) => {
      const above = order[order.indexOf(score) - 1];
      return above
        ? sql`((${bought}) >= ${SCORE_FROM[score]}::numeric and (${bought}) < ${SCORE_FROM[above]}::numeric)`
        : sql`(${bought}) >= ${SCORE_FROM[score]}::numeric`;
    }),
  );
}
