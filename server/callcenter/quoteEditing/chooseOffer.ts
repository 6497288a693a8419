import { eq } from 'drizzle-orm';
import type { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { Input } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import { isRepacked } from '#contract/rules/orders/offer.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { orderItems } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { audit } from '../../writing/audit.ts';
import { writeTotals } from '../orderCore/commands.ts';
import { lockEditable } from './changeQuote.ts';
import { editedQuote } from './editedQuote.ts';
import { writeLine } from './itemChanges.ts';
import { lineFlex, lockedBounds, requirePrices } from './linePrices.ts';
import { loadedQuote } from './loadedQuote.ts';
import { type Line, lineIn, type PricedLine, pricedLines } from './quoteLines.ts';

type Choice = Input<typeof quoteEditingRoutes.offer>['body']['itens'][number];
interface Wanted {
  id: number;
  versao?: number | undefined;
  itens: readonly Choice[];
}

/**
 * Decides between the proposal and today's prices, line by line. A proposal that still holds is kept by remembering that it
 * was seen; any other price than today's is judged like one that is typed.
 */
export async function chooseOffer(tx: Tx, ctx: Context, { id, versao, itens }: Wanted): Promise<EditedQuote> {
  const order = await lockEditable(tx, ctx, id, versao);
  const { lines: before, terms } = await loadedQuote(tx, ctx, order);
  if (new Set(itens.map((item) => item.id)).size < itens.length)
    throw invalid({ itens: 'Cada item pode aparecer uma vez.' });
  const touched = new Map<number, number>();
  const typed = new Set<number>();
  const lines = before.map(lineIn);
  for (const [index, choice] of itens.entries()) {
    const at = before.findIndex((line) => line.id === choice.id && !line.removed);
    const line = before[at];
    if (!line) throw notFound();
    if (choice.usar === 'MANTER' && isForAnotherContent(line))
      throw invalid({
        [`itens.${index}.usar`]: 'O preço era para outro conteúdo da embalagem. Use o de hoje.',
      });
    if (choice.usar === 'MANTER' && holdsItself(line)) {
      await rememberKept(tx, line);
      continue;
    }
    lines[at] = chosen(line, choice);
    touched.set(line.line, index);
    if (choice.usar === 'MANTER') typed.add(line.line);
  }
  const after = await pricedLines(tx, terms, lines);
  const bounds = await lockedBounds(tx, terms.setting, order, after);
  requirePrices({ lines: after, before, touched, typed, terms, ...bounds });
  for (const line of after)
    if (touched.has(line.line))
      await writeLine(tx, ctx, id, line, { terms, flex: lineFlex(line, bounds.negotiations, typed) });
  await writeTotals(tx, id);
  const text = choiceText(itens);
  await logCustomer(tx, ctx, { customerId: order.customerId, type: 'ORCAMENTO', itemId: id, text });
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'orders',
    entityId: id,
    after: { proposta: [...itens] },
  });
  return editedQuote(tx, ctx, id);
}

const holdsItself = ({ standing, stored }: PricedLine): boolean =>
  standing === 'PROPOSTO' && !stored?.offer?.replaced;

/** Whether what the line was offered at, before the offer that stands, was for another content of its packaging. */
const isForAnotherContent = ({ stored, priceFacts }: PricedLine): boolean =>
  isRepacked(stored?.offer?.replaced, priceFacts);

/** The line at today's price, or at the price of the proposal. */
const chosen = (line: PricedLine, { usar }: Choice): Line => ({
  ...lineIn(line),
  typed: usar === 'HOJE' ? null : (line.stored?.offer?.replaced?.price ?? line.price),
  released: true,
});

async function rememberKept(tx: Tx, { stored, now }: PricedLine): Promise<void> {
  if (!stored?.offer) return;
  await tx
    .update(orderItems)
    .set({ offer: { ...stored.offer, keptAt: now.ruled } })
    .where(eq(orderItems.id, stored.id));
}

function choiceText(itens: readonly Choice[]): string {
  const proposedCount = itens.filter(({ usar }) => usar === 'MANTER').length;
  return [
    proposedCount < itens.length &&
      `preços de hoje em ${formatCount(itens.length - proposedCount, 'item', 'itens')}`,
    proposedCount > 0 && `proposta mantida em ${formatCount(proposedCount, 'item', 'itens')}`,
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase());
}
