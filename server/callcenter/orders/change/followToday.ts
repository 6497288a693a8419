import { inArray } from 'drizzle-orm';
import type { Packaging } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { allowedAround } from '#contract/rules/orders/packaging.ts';
import { formatQuantity, unitText } from '#contract/rules/quantity.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { orderItems } from '#server/db/tables/index.ts';
import type { OrderRecord } from '../../orderCore/commands.ts';
import { writeEachLine } from '../../quoteEditing/commands.ts';
import { activeLines, lineIn, loadedQuote, pricingOf, refusedInTurn } from '../../quoteEditing/queries.ts';
import { type Missed, refusedMissed } from './missingProducts.ts';

/** The next quantity upwards that a packaging allows; the same, if it is allowed or none is. */
export function allowedQuantity(
  quantity: Decimal,
  { pack, digits }: { pack: Packaging; digits: number },
): Decimal {
  const limits = {
    unit: pack.unidade,
    divides: pack.fracionavel,
    multiple: pack.multiplo,
    max: '-1',
    digits,
  };
  return allowedAround(quantity, limits).at(-1) ?? quantity;
}

/** Says how a quantity moved; '' if it did not. */
export const movedText = (
  product: string,
  from: Decimal,
  to: Decimal,
  { unidade, multiplo }: Packaging,
): string =>
  from === to
    ? ''
    : `${product}: de ${unitText(from, unidade)} para ${unitText(to, unidade)}, porque se vende de ${formatQuantity(multiplo)} em ${formatQuantity(multiplo)}.`;

/**
 * Brings the copied lines to what could be typed today: quantities follow the packagings, upwards, and what stock or another
 * limit refuses is taken out.
 */
export async function followToday(
  tx: Tx,
  ctx: Context,
  quote: OrderRecord,
): Promise<{ missed: Missed[]; ajustes: string[] }> {
  const { lines, terms } = await loadedQuote(tx, ctx, quote);
  const digits = terms.setting.parameters.tamanhoMaximoQuantidade;
  const pricing = await pricingOf(tx, terms, lines);
  const wanted = activeLines(lines).map((line) => ({
    line,
    to: allowedQuantity(line.quantity, { pack: line.pack, digits }),
  }));
  const followed = wanted.map(({ line, to }) => pricing({ ...lineIn(line), quantity: to }) ?? line);
  const refused = refusedInTurn(followed, terms.setting);
  const out = new Set(refused.flatMap(({ line: { id } }) => id ?? []));
  if (out.size > 0) await tx.delete(orderItems).where(inArray(orderItems.id, [...out]));
  const moved = wanted.flatMap(({ line: { id, quantity, pack, facts }, to }) =>
    id === null || out.has(id) || to === quantity
      ? []
      : [{ change: { id, qtde: to }, text: movedText(facts.product.description, quantity, to, pack) }],
  );
  const refusals = await writeEachLine(
    tx,
    ctx,
    quote,
    moved.map(({ change }) => change),
  );
  const missed = refused.map(({ line: { id, facts, units }, refusal }) =>
    refusedMissed({ line: id ?? 0, product: facts.product, units }, refusal),
  );
  return { missed, ajustes: moved.flatMap(({ text }, at) => (refusals[at] ? [] : [text])) };
}
