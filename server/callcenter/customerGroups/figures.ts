import { and, eq, gte, isNull, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { GroupFigures } from '#contract/callcenter/customers/customerGroups.ts';
import { allows } from '#contract/permissions.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { NEVER_BOUGHT } from '#contract/rules/orders/orderActions.ts';
import { lateUntil } from '#contract/rules/sales/titleDue.ts';
import { addMonths } from '#contract/rules/time/calendarDate.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import { amongIds } from '../../db/conditions.ts';
import {
  customerCreditLimits,
  invoices,
  invoiceTitles,
  isOpen,
  orders,
  pastOrders,
  tickets,
} from '../../db/tables/index.ts';
import { branchScope, orderScope, ticketScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';

type Figures = ReadonlyMap<number, GroupFigures>;
const NOTHING: Figures = new Map();

/**
 * How each of these customers stands, in one statement for each kind of figure, however many they are. Each is what the customer's own
 * tabs say to this person, and absent for whoever may not open them.
 */
export async function figuresOf(ctx: Context, ids: readonly number[]): Promise<Figures> {
  const may = (permission: Parameters<typeof allows>[1]) => allows(ctx.user.grants, permission);
  const [purchases, titles, credit, open] = await Promise.all([
    may('CLIENTE_PEDIDOS') ? bought(ctx, ids) : NOTHING,
    may('CLIENTE_BOLETOS') ? owed(ctx, ids) : NOTHING,
    may('CLIENTE_LIMITES_CREDITO') ? limits(ctx, ids) : NOTHING,
    may('CLIENTE_TICKETS_SAC') ? openTickets(ctx, ids) : NOTHING,
  ]);
  return new Map(
    ids.map((id) => [id, { ...purchases.get(id), ...titles.get(id), ...credit.get(id), ...open.get(id) }]),
  );
}

interface Reading<Row> {
  query: SQL;
  /** Who has no row has nothing of it, which is a figure too. */
  read: (row: Row | undefined) => GroupFigures;
}

async function byCustomer<Row extends { id: number }>(
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
  { query, read }: Reading<Row>,
): Promise<Figures> {
  const { rows } = await db.execute(query);
  const found = new Map((rows as unknown as Row[]).map((row) => [row.id, row]));
  return new Map(ids.map((id) => [id, read(found.get(id))]));
}

/** Orders of this console and those made before or outside it, as the tab 'Agora' counts them. */
async function bought(ctx: Context, ids: readonly number[]): Promise<Figures> {
  const zone = await zoneOf(ctx.db, ctx.user);
  const since = `${addMonths(localDate(ctx.now(), zone), -11).slice(0, 7)}-01`;
  const own = and(
    sql`${orders.customerId} = m.id`,
    eq(orders.stage, 'PEDIDO'),
    notInArray(orders.status, [...NEVER_BOUGHT]),
    orderScope(ctx.user),
  );
  const past = and(
    sql`${pastOrders.customerId} = m.id`,
    ne(pastOrders.status, 'CANCELADO'),
    branchScope(ctx.user, pastOrders.branchId),
  );
  const query = sql`
    select m.id, year.count, year.total, greatest(
      (select (${orders.createdAt} at time zone ${zone})::date from ${orders} where ${own}
        order by ${orders.createdAt} desc limit 1),
      (select ${pastOrders.orderedOn} from ${pastOrders} where ${past}
        order by ${pastOrders.orderedOn} desc limit 1))::text as last
    from unnest(${sql.param([...ids])}::int[]) as m(id)
    cross join lateral (
      select count(*)::int as count, coalesce(sum(each.total), 0)::text as total from (
        select ${orders.total} as total from ${orders}
        where ${and(own, gte(orders.createdAt, startOfDay(since, zone)))}
        union all
        select ${pastOrders.total} from ${pastOrders} where ${and(past, gte(pastOrders.orderedOn, since))}
      ) each) year`;
  return byCustomer<{ id: number; count: number; total: string; last: string | null }>(ctx, ids, {
    query,
    read: (row) => ({
      pedidos: row?.count ?? 0,
      comprado: row?.total ?? '0',
      ultimoPedido: row?.last ?? null,
    }),
  });
}

/** Unpaid titles of the branches that the person sees, and those of them that are late by the calendar of banks. */
async function owed(ctx: Context, ids: readonly number[]): Promise<Figures> {
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  const late = lte(invoiceTitles.dueOn, lateUntil(today));
  const query = sql`
    select ${invoices.customerId} as id, sum(${invoiceTitles.amount})::text as open,
      coalesce(sum(${invoiceTitles.amount}) filter (where ${late}), 0)::text as late
    from ${invoices} join ${invoiceTitles} on ${invoiceTitles.invoiceId} = ${invoices.id}
    where ${and(
      amongIds(invoices.customerId, ids),
      isNull(invoiceTitles.paidOn),
      branchScope(ctx.user, invoices.branchId),
    )}
    group by ${invoices.customerId}`;
  return byCustomer<{ id: number; open: string; late: string }>(ctx, ids, {
    query,
    read: (row) => ({ emAberto: row?.open ?? '0', vencido: row?.late ?? '0' }),
  });
}

/** All limits of a customer together, as the tab 'Agora' adds them. */
const limits = (ctx: Context, ids: readonly number[]): Promise<Figures> =>
  byCustomer<{ id: number; total: string; used: string }>(ctx, ids, {
    query: sql`
      select ${customerCreditLimits.customerId} as id, sum(${customerCreditLimits.total})::text as total,
        sum(${customerCreditLimits.used})::text as used
      from ${customerCreditLimits} where ${amongIds(customerCreditLimits.customerId, ids)}
      group by ${customerCreditLimits.customerId}`,
    read: (row) => ({ limite: row?.total ?? '0', utilizado: row?.used ?? '0' }),
  });

const openTickets = (ctx: Context, ids: readonly number[]): Promise<Figures> =>
  byCustomer<{ id: number; count: number }>(ctx, ids, {
    query: sql`
      select ${tickets.customerId} as id, count(*)::int as count from ${tickets}
      where ${and(amongIds(tickets.customerId, ids), isOpen(tickets), ticketScope(ctx.user))}
      group by ${tickets.customerId}`,
    read: (row) => ({ tickets: row?.count ?? 0 }),
  });

const ADDED = ['comprado', 'emAberto', 'vencido', 'limite', 'utilizado'] as const;
const COUNTED = ['pedidos', 'tickets'] as const;

/** What all of them together have, of each figure that stands beside every one. */
export function sumOf(members: readonly GroupFigures[]): GroupFigures {
  const values = <Name extends keyof GroupFigures>(name: Name) =>
    members.flatMap((member) => (member[name] === undefined ? [] : [member[name]]));
  const hasAllValues = (name: keyof GroupFigures) =>
    values(name).length === members.length && members.length > 0;
  const days = values('ultimoPedido').filter((day) => typeof day === 'string');
  return {
    ...Object.fromEntries(
      ADDED.flatMap((name) => (hasAllValues(name) ? [[name, sumDecimals(values(name).map(String))]] : [])),
    ),
    ...Object.fromEntries(
      COUNTED.flatMap((name) =>
        hasAllValues(name) ? [[name, values(name).reduce((sum: number, each) => sum + Number(each), 0)]] : [],
      ),
    ),
    ...(hasAllValues('ultimoPedido') && { ultimoPedido: days.sort().at(-1) ?? null }),
  };
}
