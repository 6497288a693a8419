import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { priceNegotiations } from '#server/db/tables/index.ts';
import type { SalesContext } from '../salesContext.ts';
import { inOfficeHours } from '../salesContext.ts';

type Row = typeof priceNegotiations.$inferInsert;
interface Line {
  itemId: number;
  orderId: number;
  customerId: number;
  branchId: number;
  productId: number;
  sellerId: number;
  quantity: string;
  units: string;
  tintId: number | null;
  listPrice: string;
  price: string;
  cost: string;
  createdAt: Date;
}

/** Pending, denied and withdrawn on open quotes; authorised where a line already has its lower price. */
const SHARES = { P: 16, N: 8, C: 4, A: 14 } as const;
const WHY = [
  'Concorrente ofereceu menos.',
  'Compra o dobro do normal.',
  '',
  'Quer fechar ainda hoje.',
  '',
] as const;
const DENIED = [
  'Abaixo do lucro mínimo.',
  'Já teve desconto neste mês.',
  'Ofereça o prazo maior no lugar.',
] as const;

export async function seedPrices(context: SalesContext): Promise<void> {
  const open = await openLines(context);
  const plain = open.filter(({ price, listPrice }) => price === listPrice);
  const productsFrom = (from: number, count: number) => plain.slice(from, from + count);
  const waiting = productsFrom(0, SHARES.P);
  const denied = productsFrom(SHARES.P, SHARES.N);
  const cancelled = productsFrom(SHARES.P + SHARES.N, SHARES.C);
  const lowered = open.filter(({ price, listPrice }) => Number(price) < Number(listPrice));
  await context.write(priceNegotiations, [
    ...lowered.slice(0, SHARES.A).map((line, index) => decided(context, line, { index, status: 'A' })),
    ...denied.map((line, index) => decided(context, line, { index, status: 'N' })),
    ...cancelled.map((line, index) => ({ ...requested(context, line, index), status: 'C' as const })),
    ...waiting.map((line, index) => requested(context, line, index)),
  ]);
}

/** Lines of the demonstration's operator and seller come first, so that these users find requests of their own. */
async function openLines({ client, today }: SalesContext): Promise<Line[]> {
  const { rows } = await client.query<Line>(
    `select i.id as "itemId", o.id as "orderId", o.customer_id as "customerId", o.branch_id as "branchId",
       i.product_id as "productId", o.seller_id as "sellerId", i.quantity, i.list_price as "listPrice", i.price, i.cost,
       (i.tint->>'idCor')::int as "tintId",
       coalesce((select k.conversion_factor from packagings k where k.id = i.packaging_id), 1)::text as units,
       o.created_at as "createdAt"
     from order_items i join orders o on o.id = i.order_id
     where o.stage = 'ORCAMENTO' and o.status in ('ATIVO', 'COTACAO', 'ORCAMENTO_ANALISE') and o.released_to is null
       and (o.valid_until is null or o.valid_until >= $1) and i.removed_at is null and not i.bonus and i.list_price > 1
     order by (o.seller_id in (4, 5)) desc, (o.id * 7919) % 1009, i.line
     limit 300`,
    [today],
  );
  // One line per quote first, so that many quotes have a request.
  const seen = new Map<number, number>();
  const ranked = rows.map((row) => {
    const rank = seen.get(row.orderId) ?? 0;
    seen.set(row.orderId, rank + 1);
    return { row, rank };
  });
  return ranked
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => Number(a.rank > 1) - Number(b.rank > 1))
    .map(({ row }) => row);
}

const HOUR = 3_600_000;

/** A demonstration may be loaded before the morning has come. */
const notAhead = (time: number) => new Date(Math.min(time, Date.now()));

/** After the quote was created and before this morning in the demonstration. */
function requestedAt({ today }: SalesContext, { createdAt }: Line, index: number): Date {
  const morning = startOfDay(today, DEFAULT_TIME_ZONE).getTime() + 8 * HOUR;
  const wanted = Math.max(
    createdAt.getTime() + HOUR / 2,
    inOfficeHours(new Date(morning - (index + 1) * 5 * HOUR)).getTime(),
  );
  return notAhead(Math.min(wanted, Math.max(createdAt.getTime() + 60_000, morning)));
}

const cents = (price: number) => price.toFixed(2);

function requested(context: SalesContext, line: Line, index: number): Row {
  const { chance } = context;
  return {
    orderId: line.orderId,
    itemId: line.itemId,
    customerId: line.customerId,
    productId: line.productId,
    branchId: line.branchId,
    requesterId: line.sellerId,
    status: 'P',
    quantity: line.quantity,
    units: line.units,
    tintId: line.tintId,
    listPrice: line.listPrice,
    requestedPrice: cents((Number(line.listPrice) * chance.int(80, 97)) / 100),
    cost: line.cost,
    reasonId: chance.int(1, 4),
    note: chance.pick(WHY),
    decisionNote: '',
    version: 1,
    createdAt: requestedAt(context, line, index),
  };
}

/** Decided by the supervisor or manager within a few hours; every second decision was seen. */
function decided(
  context: SalesContext,
  line: Line,
  { index, status }: { index: number; status: 'A' | 'N' },
): Row {
  const request = requested(context, line, index);
  const at = notAhead((request.createdAt as Date).getTime() + context.chance.int(5, 55) * 60_000);
  const price = status === 'A' ? { requestedPrice: line.price, decidedPrice: line.price } : {};
  return {
    ...request,
    ...price,
    status,
    deciderId: line.sellerId === 3 ? 2 : 3,
    decidedAt: at,
    decisionNote: status === 'N' ? context.chance.pick(DENIED) : '',
    seenAt: index % 2 === 0 ? notAhead(at.getTime() + 20 * 60_000) : null,
    version: index % 2 === 0 ? 3 : 2,
  };
}
