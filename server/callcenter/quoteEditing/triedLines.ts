import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { Executor } from '../../db/client.ts';
import { notFound } from '../../errors.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import type { SaleSetting } from '../productCore/queries.ts';
import { changedLines } from './itemChanges.ts';
import { linesLosingPrice } from './lineNegotiations.ts';
import { type Bounds, lineLimits, requirePrices, requireValidLines } from './linePrices.ts';
import {
  campaignMoved,
  type Line,
  lineOf,
  type PricedLine,
  type PricingTerms,
  pricedLines,
  pricingTerms,
  released,
  storedLines,
} from './quoteLines.ts';

interface Trial {
  /** With the header by whose plan and price table the stored lines are priced. */
  order: OrderRecord;
  /** With the new header, whose plan and price table determine the line prices. */
  next: OrderRecord;
  changes: readonly ItemChange[];
  setting: SaleSetting;
}

/** The lines of a quote as a change would leave them, and what their prices are judged by. */
export interface TriedLines {
  before: PricedLine[];
  after: PricedLine[];
  /** Maps a line's number in the quote to the index of its change in the request. */
  touched: Map<number, number>;
  /** Numbers of lines that were given a price. */
  typed: Set<number>;
  terms: PricingTerms;
  bounds: Bounds;
  /** Lines whose authorised price no longer fits and was reset to the rules. */
  losing: readonly PricedLine[];
}

/** Prices the lines before and after the change. Nothing is written; who writes them takes the bounds under the customer's lock. */
export async function triedLines(
  db: Executor,
  { order, next, changes, setting }: Trial,
  boundsOf: (lines: readonly PricedLine[]) => Promise<Bounds>,
): Promise<TriedLines> {
  const repriced = next.paymentPlanId !== order.paymentPlanId || next.priceTableId !== order.priceTableId;
  const stored = (await storedLines(db, order.id)).map(lineOf);
  const beforeTerms = await pricingTerms(db, setting, order, stored);
  const before = await pricedLines(db, beforeTerms, stored);
  const { lines: changed, touched } = await changedLines(
    db,
    before,
    changes,
    order.branchId,
    setting.parameters.usaCarrinho,
  );
  const terms = await pricingTerms(db, setting, next, changed);
  const lines = changed.map((line): Line => {
    const earlierLine = before.find((each) => each.line === line.line);
    const follows = repriced || (!terms.closed && campaignMoved(line, beforeTerms, terms));
    return earlierLine && follows && !line.released
      ? released({ ...earlierLine, ...line } as PricedLine)
      : line;
  });
  const requested = await pricedLines(db, terms, lines);
  const bounds = await boundsOf(requested);
  const losing = linesLosingPrice(requested, touched, changes, bounds.negotiations);
  const after = losing.length === 0 ? requested : await pricedLines(db, terms, withoutPrices(lines, losing));
  if (after.length < lines.length) throw notFound();
  const typed = new Set([...touched].flatMap(([line, at]) => (changes[at]?.preco == null ? [] : [line])));
  return { before, after, touched, typed, terms, bounds, losing };
}

const withoutPrices = (lines: readonly Line[], losing: readonly Line[]): Line[] =>
  lines.map((line) =>
    losing.some((each) => each.line === line.line) ? { ...line, typed: null, released: true } : line,
  );

/** Refuses what may not be saved: quantities first, then prices. */
export function requireTried(tried: TriedLines, setting: Pick<SaleSetting, 'parameters'>): void {
  const { before, after: lines, touched, typed, terms, bounds } = tried;
  requireValidLines({ lines, touched, ...lineLimits(setting) });
  requirePrices({ lines, before, touched, typed, terms, ...bounds });
}
