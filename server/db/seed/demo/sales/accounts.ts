import { addDays } from '#contract/rules/time/calendarDate.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { accountEntries, accounts } from '#server/db/tables/index.ts';
import type { SalesContext } from './salesContext.ts';

type Kind = 'CREDITO' | 'DEBITO' | 'TRANSFERENCIA' | 'PEDIDO';
interface Event {
  personId: number;
  day: number;
  /** In cents, signed. */
  cents: number;
  kind: Kind;
  description: string;
  orderId?: number;
  customerId?: number;
  otherPersonId?: number;
  authorId: number;
}

const DAYS = 120;
const MANAGER = 2;
const SELLING = ['SUPERVISOR', 'OPERADOR', 'VENDEDOR', 'REPRESENTANTE'];

/** Four months of sellers' credits, discounts given with orders and transfers between sellers. */
export async function seedAccounts(context: SalesContext): Promise<void> {
  const sellers = context.company.people
    .map(({ row }) => row)
    .filter(({ type, active }) => SELLING.includes(type) && active !== false);
  const events = [
    ...sellers.flatMap(({ id }) => allowances(context, id)),
    ...(await discounts(context)),
    ...transfers(context, sellers),
  ].sort((a, b) => b.day - a.day || a.cents - b.cents || a.personId - b.personId);
  const balances = new Map<number, number>();
  const rows = events.map((event, index) => entryOf(context, event, { index, balances }));
  await context.write(accountEntries, rows);
  await context.write(
    accounts,
    [...balances].map(([personId, balance]) => ({ personId, balance: moneyText(balance) })),
  );
}

/** Credits on the first working days of each month, and one debit of what was left. */
function allowances({ chance }: SalesContext, personId: number): Event[] {
  const given = [118, 88, 58, 28].map((day) => ({
    personId,
    day,
    cents: chance.int(30, 90) * 1000,
    kind: 'CREDITO' as const,
    description: 'Crédito do mês para negociação',
    authorId: MANAGER,
  }));
  if (!chance.happens(30)) return given;
  const returned = { day: 60, cents: -chance.int(5, 20) * 1000, kind: 'DEBITO' as const };
  return [
    ...given,
    { ...returned, personId, description: 'Estorno de crédito não usado', authorId: MANAGER },
  ];
}

/** Discounts that sellers gave on their latest orders. */
async function discounts({ client, today }: SalesContext): Promise<Event[]> {
  const { rows } = await client.query<{
    id: number;
    sellerId: number;
    customerId: number;
    day: number;
    cents: number;
  }>(
    `select o.id, o.seller_id as "sellerId", o.customer_id as "customerId", ($1::date - o.created_at::date)::int as day,
       least(8000, greatest(100, round(sum((i.list_price - i.price) * i.quantity) * 10)))::int as cents
     from orders o join order_items i on i.order_id = o.id and i.removed_at is null and i.price < i.list_price
     where o.stage = 'PEDIDO' and o.created_at > $1::date - $2::int and o.created_at < $1::date
     group by o.id order by o.created_at desc limit 220`,
    [today, DAYS - 5],
  );
  return rows.map(({ id, sellerId, customerId, day, cents }) => ({
    personId: sellerId,
    day,
    cents: -cents,
    kind: 'PEDIDO',
    description: `Desconto do pedido ${id}`,
    orderId: id,
    customerId,
    authorId: sellerId,
  }));
}

function transfers({ chance }: SalesContext, sellers: readonly { id: number; name: string }[]): Event[] {
  return [80, 45, 20, 9, 3].flatMap((day) => {
    const [from, to] = chance.some(sellers, 2);
    if (!from || !to) return [];
    const cents = chance.int(2, 12) * 500;
    const common = { day, kind: 'TRANSFERENCIA' as const, authorId: 3 };
    return [
      {
        ...common,
        personId: from.id,
        cents: -cents,
        otherPersonId: to.id,
        description: `Transferido para ${to.name}`,
      },
      {
        ...common,
        personId: to.id,
        cents,
        otherPersonId: from.id,
        description: `Recebido de ${from.name}`,
      },
    ];
  });
}

function entryOf(
  { today }: SalesContext,
  { day, cents, ...event }: Event,
  { index, balances }: { index: number; balances: Map<number, number> },
): typeof accountEntries.$inferInsert {
  const balance = (balances.get(event.personId) ?? 0) + cents;
  balances.set(event.personId, balance);
  const morning = startOfDay(addDays(today, -day), DEFAULT_TIME_ZONE).getTime() + 9 * 3_600_000;
  return {
    ...event,
    amount: moneyText(cents),
    balance: moneyText(balance),
    // Keeps their order within a day too.
    at: new Date(morning + index * 1000),
  };
}

const moneyText = (cents: number): string => (cents / 100).toFixed(2);
