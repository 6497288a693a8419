import { and, asc, eq, exists, gte, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type CompanyRule, isMacro } from '#contract/rules/companyRules/companyRule.ts';
import { addDecimals, fixedDecimal, multiplyDecimals, parseDecimal } from '#contract/rules/decimal.ts';
import {
  type ProposedByRule,
  type SuggestedAnalysis,
  type SuggestionFacts,
  suggestAnalysis,
} from '#contract/rules/steps/suggestedAnalysis.ts';
import { freeOf, inBase } from '#contract/rules/tickets/returnUnits.ts';
import { addDays, addMonths, daysBetween } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { publishedDefinitions } from '#server/config/definitions/queries.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import {
  branches,
  companyRules,
  invoiceItems,
  invoices,
  products,
  proposedAnalyses,
  reasons,
  ticketAttachments,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import { ticketScope } from '#server/session/scope.ts';
import { judgedTrust, linesOf, noteTrust } from '../../invoices/queries.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { priceIn } from '../lineFigures.ts';
import { goodsOf } from './goodsOf.ts';

const HISTORY_MONTHS = 12;
const RECENT_DAYS = 30;

type Asking = Pick<Context, 'user' | 'now'>;

/**
 * What is suggested for each line of a ticket, by its id: computed whenever it is asked for, and stored nowhere. Its facts are those that
 * the person may see: the history is that of their branches.
 */
export async function suggestionsOf(
  db: Executor,
  { user, now }: Asking,
  ticket: TicketRecord,
): Promise<Map<number, SuggestedAnalysis>> {
  const rows = await judgedTrust(db, await selectLines(db, ticket.id));
  if (rows.length === 0) return new Map();
  const productIds = [...new Set(rows.map(({ item }) => item.productId))];
  const zone = rows[0]?.zone ?? '';
  const today = localDate(now(), zone);
  const others = and(ne(tickets.id, ticket.id), ne(tickets.status, 'CANCELADO'), ticketScope(user));
  const uses = new Map(
    (
      await linesOf(
        db,
        rows.flatMap(({ item }) => item.invoiceItemId ?? []),
      )
    ).map((use) => [use.id, use]),
  );
  const parameters = await serviceParameters(db, ticket.branchId);
  const history = await returnsOf(db, productIds, {
    since: addMonths(today, -HISTORY_MONTHS),
    which: and(others, eq(tickets.customerId, ticket.customerId)),
  });
  const recent = await returnsOf(db, productIds, { since: addDays(today, -RECENT_DAYS), which: others });
  const byRules = await proposedByRules(
    db,
    ticket.id,
    rows.map(({ item }) => item),
  );
  const opened = localDate(ticket.createdAt, zone);
  return new Map(
    rows.map((row) => {
      const { item, source, product } = row;
      const use = uses.get(item.invoiceItemId ?? 0);
      const unit = item.unit ?? source?.unit ?? product.unit;
      const facts: SuggestionFacts = {
        invoiceAge: row.issuedOn === null ? null : daysBetween(row.issuedOn, opened),
        window: parameters.diasLimiteDevolucao,
        photo: photoOf(row),
        requested: inBase(item.requested, item.factor),
        returnable: use ? addDecimals(freeOf(use), item.held) : null,
        unit: { unit, factor: parseDecimal(item.factor) ?? item.factor },
        barred: barOf(row),
        noteMark: row.mark,
        worth: fixedDecimal(multiplyDecimals(item.requested, priceIn(item.unitPrice, item, source)), 2),
        worthLimit: parameters.limiteValorSugestao,
        history: history.get(item.productId) ?? NEVER,
        recentReturns: 1 + (recent.get(item.productId)?.returns ?? 0),
        recentLimit: parameters.devolucoesParaQualidade,
        byRules,
      };
      return [item.id, suggestAnalysis(facts)];
    }),
  );
}

const selectLines = (db: Executor, ticketId: number) =>
  db
    .select({
      item: ticketItems,
      source: invoiceItems,
      product: { unit: products.unit, photoRequired: products.photoRequired },
      zone: branches.timeZone,
      issuedOn: invoices.issuedOn,
      noteStatus: invoices.status,
      reasonAsksPhoto: sql<boolean>`coalesce(${reasons.requiresPhoto}, false)`,
      hasPhoto: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(ticketAttachments)
          .where(eq(ticketAttachments.itemId, ticketItems.id)),
      )}`,
      trust: noteTrust,
    })
    .from(ticketItems)
    .innerJoin(tickets, eq(tickets.id, ticketItems.ticketId))
    .innerJoin(branches, eq(branches.id, tickets.branchId))
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .leftJoin(reasons, eq(reasons.id, ticketItems.reasonId))
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(eq(ticketItems.ticketId, ticketId))
    .orderBy(asc(ticketItems.line));

type Row = Omit<Awaited<ReturnType<typeof selectLines>>[number], 'trust'> & { mark: string; barred: string };

const photoOf = ({ product, reasonAsksPhoto, hasPhoto }: Row): SuggestionFacts['photo'] => {
  if (!product.photoRequired && !reasonAsksPhoto) return 'NAO_PEDIDA';
  return hasPhoto ? 'PRESENTE' : 'FALTA';
};

function barOf({ noteStatus, source, barred }: Row): string {
  if (noteStatus === 'CANCELADA') return 'A nota fiscal foi cancelada.';
  if (barred) return barred;
  return source && !source.returnable ? 'Este item saiu sem venda e não se devolve por ticket.' : '';
}

type History = SuggestionFacts['history'];
const NEVER: History = { returns: 0, decided: 0, approved: 0 };

/** By product: the tickets that have it, and what was decided on their lines. */
async function returnsOf(
  db: Executor,
  productIds: readonly number[],
  { since, which }: { since: string; which: SQL | undefined },
): Promise<Map<number, History>> {
  const rows = await db
    .select({
      productId: ticketItems.productId,
      returns: sql<number>`count(distinct ${tickets.id})::int`,
      decided: sql<number>`count(*) filter (where ${ticketItems.status} <> 'AN')::int`,
      approved: sql<number>`count(*) filter (where ${ticketItems.status} = 'A')::int`,
    })
    .from(ticketItems)
    .innerJoin(tickets, eq(tickets.id, ticketItems.ticketId))
    .where(
      and(
        inArray(ticketItems.productId, [...productIds]),
        gte(tickets.createdAt, sql`${since}::date`),
        which,
      ),
    )
    .groupBy(ticketItems.productId);
  return new Map(rows.map(({ productId, ...history }) => [productId, history]));
}

/**
 * What rules that are in force propose for the goods as they are now. A proposal for other goods is over, and so is that of a rule that was
 * switched off, archived or corrected since.
 */
async function proposedByRules(
  db: Executor,
  ticketId: number,
  lines: readonly (typeof ticketItems.$inferSelect)[],
): Promise<ProposedByRule[]> {
  const rows = await db
    .select({ proposed: proposedAnalyses, mode: companyRules.mode })
    .from(proposedAnalyses)
    .leftJoin(companyRules, eq(companyRules.key, proposedAnalyses.ruleKey))
    .where(and(eq(proposedAnalyses.ticketId, ticketId), eq(proposedAnalyses.goods, goodsOf(lines))))
    .orderBy(asc(proposedAnalyses.at), asc(proposedAnalyses.ruleKey));
  if (rows.length === 0) return [];
  const published = await publishedDefinitions<CompanyRule>(db, 'rules');
  return rows.flatMap(({ proposed, mode }) => {
    const { ruleKey, ruleVersion, proposal, counter, by, words } = proposed;
    const rule = published.find(({ key, version }) => key === ruleKey && version === ruleVersion);
    const isInForce = rule && (mode === 'LIGADA' || isMacro(rule.content));
    return isInForce ? [{ proposal, counter, by, text: words }] : [];
  });
}
