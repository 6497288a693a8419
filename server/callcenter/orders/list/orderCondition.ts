import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { isValueOf } from '#contract/catalogs/catalog.ts';
import { type PaymentLinkStatus, paymentLinkStatus } from '#contract/catalogs/orderStatus.ts';
import { numberOf, readSearch } from '#contract/rules/searchTerm.ts';
import { dayRange } from '#contract/rules/time/dayRange.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Context, User } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { inFoundIds } from '#server/db/conditions.ts';
import { customers, invoices, orders, paymentLinks } from '#server/db/tables/index.ts';
import { groupCondition } from '#server/paging/groupings.ts';
import { askedCondition } from '#server/paging/listConditions.ts';
import { customerTerms, matchesContact, matchesTerms } from '#server/sac/customers/queries.ts';
import { lapsedBefore } from '#server/session/lifetime.ts';
import { orderScope, seesOthersAgendas } from '#server/session/scope.ts';
import { followedText } from '#server/session/storedCodes.ts';
import { plainText } from '#server/text/plainText.ts';
import { outranks } from '../detail/paymentLink.ts';
import { branchDays, hasEffectiveStatus } from './effectiveStatus.ts';
import { orderConditionFields } from './orderConditionFields.ts';
import { orderGroupings } from './orderGroupings.ts';

export interface OrderFilters {
  ids?: readonly number[];
  q?: string;
  st?: readonly string[];
  link?: readonly string[];
  filial?: readonly number[];
  idColab?: readonly number[];
  idCli?: number;
  canal?: readonly string[];
  dtIni?: string;
  dtFim?: string;
  no_grupo?: readonly string[];
  condicao?: string;
}

const query = new QueryBuilder();

/** Scope and filters of a list as a condition over `orders`. */
export async function orderCondition(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  zone: TimeZone,
  stage: 'ORCAMENTO' | 'PEDIDO',
  filters: OrderFilters,
): Promise<SQL | undefined> {
  const { ids, q, st, link, filial, idColab, idCli, canal, dtIni, dtFim, no_grupo, condicao } = filters;
  return and(
    eq(orders.stage, stage),
    orderScope(user),
    ids && inArray(orders.id, [...ids]),
    await textCondition({ db, user }, stage, q),
    st?.length ? await hasStatus(db, st, now()) : undefined,
    link?.length ? hasLink(link, now()) : undefined,
    filial?.length ? inArray(orders.branchId, [...filial]) : undefined,
    idColab?.length ? inArray(orders.sellerId, sellersFor(user, idColab)) : undefined,
    idCli === undefined ? undefined : eq(orders.customerId, idCli),
    canal?.length ? inArray(orders.channel, canal as (typeof orders.$inferSelect)['channel'][]) : undefined,
    dtIni ? gte(orders.createdAt, dayRange(dtIni, dtIni, zone).start) : undefined,
    dtFim ? lt(orders.createdAt, dayRange(dtFim, dtFim, zone).end) : undefined,
    no_grupo?.length ? groupCondition(await orderGroupings({ db, now }, zone), no_grupo) : undefined,
    condicao ? await condition({ db, user, now }, zone, stage, condicao) : undefined,
  );
}

async function condition(
  ctx: Pick<Context, 'db' | 'user' | 'now'>,
  zone: TimeZone,
  stage: 'ORCAMENTO' | 'PEDIDO',
  text: string,
): Promise<SQL | undefined> {
  const fields = await orderConditionFields(ctx, stage);
  return askedCondition(await followedText(ctx.db, text, fields), fields, { zone, now: ctx.now() });
}

/** Only team leaders may filter by other people; all others see their own (document 002 section 6). */
const sellersFor = (user: User, requested: readonly number[]): number[] =>
  seesOthersAgendas(user) ? [...requested] : [user.id];

/** An active quote past its validity is found as expired even before the hourly job has updated it. */
async function hasStatus(db: Executor, requested: readonly string[], now: Date): Promise<SQL | undefined> {
  const needsDays = requested.some((status) => status === 'ATIVO' || status === 'VENCIDO');
  const days = needsDays ? await branchDays(db, now) : null;
  return or(...requested.map((status) => hasEffectiveStatus(status, days)));
}

const other = alias(paymentLinks, 'other');

/** Filters by the link that the list shows for an order. */
function hasLink(requested: readonly string[], now: Date): SQL {
  const statuses = requested.filter((status): status is PaymentLinkStatus =>
    isValueOf(paymentLinkStatus, status),
  );
  if (statuses.length === 0) return sql`false`;
  const another = query
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.orderId, paymentLinks.orderId), outranks(other, paymentLinks)));
  return exists(
    query
      .select({ one: sql`1` })
      .from(paymentLinks)
      .where(
        and(
          eq(paymentLinks.orderId, orders.id),
          or(...statuses.map((status) => hasEffectiveLinkStatus(status, now))),
          notExists(another),
        ),
      ),
  );
}

/** A link past its time is found as expired even before the hourly job has updated it. */
function hasEffectiveLinkStatus(status: PaymentLinkStatus, now: Date): SQL | undefined {
  const stored = eq(paymentLinks.status, status);
  if (status === 'AGUARDANDO') return and(stored, gt(paymentLinks.expiresAt, lapsedBefore(now)));
  if (status === 'EXPIRADO')
    return or(
      stored,
      and(eq(paymentLinks.status, 'AGUARDANDO'), lte(paymentLinks.expiresAt, lapsedBefore(now))),
    );
  return stored;
}

/**
 * The condition for a search text; `undefined` if it is empty. A number matches a quote, an order, a customer, an invoice of the
 * order (as does its access key) or a purchase order, anything else the customer as in their own search. Each part is resolved to ids first, and parts without
 * matches are dropped, since a single condition can be answered from an index.
 */
async function textCondition(
  { db, user }: Pick<Context, 'db' | 'user'>,
  stage: 'ORCAMENTO' | 'PEDIDO',
  text = '',
): Promise<SQL | undefined> {
  const term = readSearch(plainText(text));
  if (!term) return undefined;
  const [order, customer] = [numberOf(term, stage), numberOf(term, 'CLIENTE')];
  const invoice = numberOf(term, 'NOTA');
  const ofInvoice = term.accessKey
    ? eq(invoices.key, term.accessKey)
    : invoice === null
      ? undefined
      : eq(invoices.number, invoice);
  const invoiced = () =>
    db
      .select({ id: sql<number>`${invoices.orderId}` })
      .from(invoices)
      .where(and(ofInvoice, isNotNull(invoices.orderId)));
  const terms = customer === null ? await customerTerms(db, text, user) : null;
  const contact = matchesContact(term, user);
  const bought = () => db.select({ id: orders.id }).from(orders).where(eq(orders.purchaseOrder, term.text));
  const owned = () =>
    db
      .select({ id: customers.id })
      .from(customers)
      .where(terms ? matchesTerms(terms) : contact);
  const [byPurchase, byInvoice, byCustomer] = await Promise.all([
    inFoundIds(orders.id, bought),
    ofInvoice ? inFoundIds(orders.id, invoiced) : null,
    terms || contact ? inFoundIds(orders.customerId, owned) : null,
  ]);
  return (
    or(
      order === null ? undefined : eq(orders.id, order),
      customer === null ? undefined : eq(orders.customerId, customer),
      byPurchase ?? undefined,
      byInvoice ?? undefined,
      byCustomer ?? undefined,
    ) ?? sql`false`
  );
}
