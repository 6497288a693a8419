import { and, eq, exists, gt, gte, inArray, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { isValueOf } from '../../../../contract/catalogs/catalog.ts';
import { type OrderStatus, orderStatus } from '../../../../contract/catalogs/orderStatus.ts';
import {
  type PaymentLinkStatus,
  paymentLinkStatus,
} from '../../../../contract/catalogs/paymentLinkStatus.ts';
import { dayRange } from '../../../../contract/rules/dayRange.ts';
import type { TimeZone } from '../../../../contract/rules/zonedTime.ts';
import type { Context, User } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { orders, paymentLinks } from '../../../db/tables/index.ts';
import { leadsAgendas, orderScope } from '../../../session/scope.ts';
import { tellsMore } from '../detail/tellingLink.ts';
import { type BranchDays, branchDays, stillValid, validityPassed } from './branchDays.ts';
import { textCondition } from './textCondition.ts';

export interface OrderFilters {
  q?: string;
  st?: readonly string[];
  link?: readonly string[];
  filial?: readonly number[];
  idColab?: readonly number[];
  idCli?: number;
  canal?: readonly string[];
  dtIni?: string;
  dtFim?: string;
}

const query = new QueryBuilder();

/** Scope and filters of a list as a condition over `orders`. */
export async function orderCondition(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  zone: TimeZone,
  stage: 'ORCAMENTO' | 'PEDIDO',
  filters: OrderFilters,
): Promise<SQL | undefined> {
  const { q, st, link, filial, idColab, idCli, canal, dtIni, dtFim } = filters;
  return and(
    eq(orders.stage, stage),
    orderScope(user),
    await textCondition(db, q),
    st?.length ? await hasStatus(db, st, now()) : undefined,
    link?.length ? hasLink(link, now()) : undefined,
    filial?.length ? inArray(orders.branchId, [...filial]) : undefined,
    idColab?.length ? inArray(orders.sellerId, sellersFor(user, idColab)) : undefined,
    idCli === undefined ? undefined : eq(orders.customerId, idCli),
    canal?.length ? inArray(orders.channel, canal as (typeof orders.$inferSelect)['channel'][]) : undefined,
    dtIni ? gte(orders.createdAt, dayRange(dtIni, dtIni, zone).start) : undefined,
    dtFim ? lt(orders.createdAt, dayRange(dtFim, dtFim, zone).end) : undefined,
  );
}

/** Only who leads may name somebody else; everybody else is their own (document 002 section 6). */
const sellersFor = (user: User, asked: readonly number[]): number[] =>
  leadsAgendas(user) ? [...asked] : [user.id];

/** An active quote past its validity is found as expired, also before the hourly job has written it. */
async function hasStatus(db: Executor, asked: readonly string[], now: Date): Promise<SQL | undefined> {
  const judged = asked.some((status) => status === 'ATIVO' || status === 'VENCIDO');
  const days = judged ? await branchDays(db, now) : null;
  return or(...asked.map((status) => readsAs(status, days)));
}

function readsAs(status: string, days: BranchDays | null): SQL | undefined {
  if (!isValueOf(orderStatus, status)) return sql`false`;
  const stored = eq(orders.status, status);
  if (days && status === 'ATIVO') return and(stored, stillValid(days));
  if (days && status === 'VENCIDO')
    return or(stored, and(eq(orders.status, 'ATIVO' satisfies OrderStatus), validityPassed(days)));
  return stored;
}

const other = alias(paymentLinks, 'other');

/** By the link that the list shows of it. */
function hasLink(asked: readonly string[], now: Date): SQL {
  const known = asked.filter((status): status is PaymentLinkStatus => isValueOf(paymentLinkStatus, status));
  if (known.length === 0) return sql`false`;
  const another = query
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.orderId, paymentLinks.orderId), tellsMore(other, paymentLinks)));
  return exists(
    query
      .select({ one: sql`1` })
      .from(paymentLinks)
      .where(
        and(
          eq(paymentLinks.orderId, orders.id),
          or(...known.map((status) => linkReads(status, now))),
          notExists(another),
        ),
      ),
  );
}

/** One whose time has passed is found as expired, also before the hourly job has written it. */
function linkReads(status: PaymentLinkStatus, now: Date): SQL | undefined {
  const stored = eq(paymentLinks.status, status);
  if (status === 'AGUARDANDO') return and(stored, gt(paymentLinks.expiresAt, now));
  if (status === 'EXPIRADO')
    return or(stored, and(eq(paymentLinks.status, 'AGUARDANDO'), lte(paymentLinks.expiresAt, now)));
  return stored;
}
