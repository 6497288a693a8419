import { eq } from 'drizzle-orm';
import { addDecimals, compareDecimals, type Decimal } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { flexOf } from '../../../contract/rules/orders/packPrice.ts';
import type { Executor } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import type { OrderRecord } from '../orderLock.ts';
import type { SaleSetting } from '../quoteSetting.ts';
import { endedAuthorization, isNegotiated, type Negotiations, negotiationsOf } from './lineNegotiations.ts';
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
  /** Line numbers that were given a price. */
  typed: ReadonlySet<number>;
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
 * touched stays as it was allowed, unless the change raised what it gives away: a campaign, another line. A price that
 * was authorised and that a dearer plan took its ground from is saved all the same: it waits to be asked for again.
 */
export function requirePrices(judged: Judged): void {
  const { touched, negotiations } = judged;
  const [lines, before] = [standing(judged.lines), standing(judged.before)];
  const used = flexUsed(lines, negotiations, judged.typed);
  if (compareDecimals(used, judged.flex) <= 0) return;
  const below = lines.filter((line) => givesAway(line, negotiations, judged.typed));
  const asked = below.filter(({ line }) => touched.has(line));
  if (asked.length > 0) throw tooLow(asked, judged);
  if (compareDecimals(used, flexUsed(before, negotiations)) > 0) throw tooLow(below, judged);
}

function tooLow(lines: readonly PricedLine[], { touched, negotiates }: Judged) {
  const [first] = lines as [PricedLine];
  const raise = 'Peça a quem lidera que aumente o flex do cliente.';
  const text = first.bonus
    ? `O que se bonifica sai do flex do cliente, que não basta. ${raise}`
    : `${floorsText(lines)} ${negotiates ? 'Negocie o preço para ir além.' : raise}`;
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

/** Which product, and how low: of several each has its own floor. */
const floorsText = (lines: readonly PricedLine[]): string =>
  `O menor preço que você pode dar é ${lines
    .filter(({ bonus }) => !bonus)
    .map(({ lowest, facts }) => `${formatMoney(lowest, 2)} em ${facts.product.description}`)
    .join(', ')}.`;

/** What is given costs nothing, whatever price stands beside it. */
const charged = ({ bonus, price }: PricedLine): Decimal => (bonus ? '0' : price);

const NOBODY: ReadonlySet<number> = new Set();

const givesAway = (
  line: PricedLine,
  negotiations: Negotiations,
  typed: ReadonlySet<number> = NOBODY,
): boolean =>
  compareDecimals(charged(line), line.lowest) < 0 &&
  (line.bonus || !(isNegotiated(line, negotiations) || waits(line, negotiations, typed)));

/** For another word on its price; a price that is typed now waits for nothing. */
const waits = (line: PricedLine, negotiations: Negotiations, typed: ReadonlySet<number>): boolean =>
  !typed.has(line.line) && endedAuthorization(line, negotiations) !== null;

/** What the lines give away below the lowest prices. */
export const flexUsed = (
  lines: readonly PricedLine[],
  negotiations: Negotiations,
  typed: ReadonlySet<number> = NOBODY,
): Decimal =>
  lines
    .filter((line) => givesAway(line, negotiations, typed))
    .reduce((sum, line) => addDecimals(sum, flexOf(line.lowest, charged(line), line.quantity)), '0');
