import { eq } from 'drizzle-orm';
import { addDecimals, compareDecimals, type Decimal } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { flexOf } from '../../../contract/rules/orders/packPrice.ts';
import type { Executor } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import type { OrderRecord } from '../orderLock.ts';
import type { SaleSetting } from '../quoteSetting.ts';
import { isNegotiated, type Negotiations, negotiationsOf } from './lineNegotiations.ts';
import { type PricedLine, standing } from './quoteLines.ts';

/** What prices of a quote are measured by. */
interface Bounds {
  negotiates: boolean;
  flex: Decimal;
  negotiations: Negotiations;
}

interface Judged extends Bounds {
  lines: readonly PricedLine[];
  /** As they were, by the terms that held then. */
  before: readonly PricedLine[];
  /** Line number → place in the request. */
  touched: ReadonlyMap<number, number>;
}

export async function priceBounds(
  db: Executor,
  setting: SaleSetting,
  { id, customerId }: Pick<OrderRecord, 'id' | 'customerId'>,
): Promise<Bounds> {
  const [customer] = await db
    .select({ flex: customers.flex })
    .from(customers)
    .where(eq(customers.id, customerId));
  return {
    negotiates: setting.parameters.exibeNegociarPreco,
    flex: customer?.flex ?? '0',
    negotiations: await negotiationsOf(db, id, setting),
  };
}

/**
 * Below the seller's lowest price: out of the customer's flex, or by a negotiation that was authorised. What nobody
 * touched stays as it was allowed, unless the change raised what it gives away: a plan, a campaign, another line.
 */
export function requirePrices(judged: Judged): void {
  const { touched, negotiations } = judged;
  const [lines, before] = [standing(judged.lines), standing(judged.before)];
  const used = flexUsed(lines, negotiations);
  if (compareDecimals(used, judged.flex) <= 0) return;
  const below = lines.filter((line) => givesAway(line, negotiations));
  const asked = below.filter(({ line }) => touched.has(line));
  if (asked.length > 0) throw tooLow(asked, judged);
  if (compareDecimals(used, flexUsed(before, negotiations)) > 0) throw tooLow(below, judged);
}

function tooLow(lines: readonly PricedLine[], { touched, negotiates }: Judged) {
  const [first] = lines as [PricedLine];
  const raise = 'Peça a quem lidera que aumente o flex do cliente.';
  const text = first.bonus
    ? `O que se bonifica sai do flex do cliente, que não basta. ${raise}`
    : `O menor preço que você pode dar é ${formatMoney(first.lowest, 2)}. ${negotiates ? 'Negocie o preço para ir além.' : raise}`;
  return refused(
    'NEGOCIACAO_EXIGIDA',
    text,
    Object.fromEntries(
      lines.flatMap(({ line, lowest, bonus }) => {
        const place = touched.get(line);
        if (place === undefined) return [];
        return bonus
          ? [[`itens.${place}.bonificado`, 'O flex do cliente não basta.']]
          : [[`itens.${place}.preco`, `Menor preço sem negociar: ${formatMoney(lowest, 2)}.`]];
      }),
    ),
  );
}

/** What is given costs nothing, whatever price stands beside it. */
const charged = ({ bonus, price }: PricedLine): Decimal => (bonus ? '0' : price);

const givesAway = (line: PricedLine, negotiations: Negotiations): boolean =>
  compareDecimals(charged(line), line.lowest) < 0 && (line.bonus || !isNegotiated(line, negotiations));

/** What the lines give away below the lowest prices. */
export const flexUsed = (lines: readonly PricedLine[], negotiations: Negotiations): Decimal =>
  lines
    .filter((line) => givesAway(line, negotiations))
    .reduce((sum, line) => addDecimals(sum, flexOf(line.lowest, charged(line), line.quantity)), '0');
