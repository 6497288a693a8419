import { addDecimals, compareDecimals } from '../../../contract/rules/decimal.ts';
import { packQuantityProblem } from '../../../contract/rules/orders/packQuantity.ts';
import { availableStock, isUnlimited, stockText } from '../../../contract/rules/orders/shownStock.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { stockFactsOf } from '../productView.ts';
import { type PricedLine, standing } from './quoteLines.ts';

interface Judged {
  lines: readonly PricedLine[];
  /** Line number → place in the request: only what a person touched is judged anew. */
  touched: ReadonlyMap<number, number>;
  digits: number;
  mostLines: number;
  sellsWithoutStock: boolean;
}

/** Refuses what may not stand in a quote; the texts are told by the place of each change (`itens.0.qtde`). */
export function requireSoundLines(judged: Judged): void {
  const { lines, touched, mostLines } = judged;
  const standingLines = standing(lines);
  if (standingLines.length > mostLines && touched.size > 0)
    throw refused('ITENS_DEMAIS', `O orçamento pode ter no máximo ${mostLines} itens.`);
  const problems: Record<string, string> = {};
  for (const line of standingLines) {
    const index = touched.get(line.line);
    if (index === undefined) continue;
    requireSellable(line);
    const found = quantityText(line, judged) ?? lackText(line, standingLines, judged);
    if (found) problems[`itens.${index}.qtde`] = found;
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  requireBounds(standingLines, touched);
}

/** What the columns of a line and of the sums hold, with room for taxes and freight. */
const MOST_ABOVE_LIST = '-1000000';
const HIGHEST_SUM = '9999999999';

/** A slip of the keys, or malice: no price list comes near. */
function requireBounds(lines: readonly PricedLine[], touched: Judged['touched']): void {
  const high = lines.filter(
    ({ line, discountPercent }) => touched.has(line) && compareDecimals(discountPercent, MOST_ABOVE_LIST) < 0,
  );
  if (high.length > 0)
    throw invalid(
      Object.fromEntries(
        high.map(({ line }) => [`itens.${touched.get(line)}.preco`, 'O preço é alto demais.']),
      ),
    );
  const sum = lines.reduce((all, { total }) => addDecimals(all, total), '0');
  if (touched.size > 0 && compareDecimals(sum, HIGHEST_SUM) > 0)
    throw refused('VALOR_ALTO_DEMAIS', 'O total do orçamento é alto demais. Confira quantidades e preços.');
}

function requireSellable(line: PricedLine): void {
  const { product } = line.facts;
  // A line that stands may be changed after its product went out of sale; a new one may not come.
  if (product.inactive && (line.stored === null || line.stored.removedAt !== null))
    throw refused('PRODUTO_INATIVO', `${product.description} saiu de linha e não pode ser incluído.`);
  if (line.packagingId !== null && line.pack.id !== line.packagingId) throw notFound();
  if (line.tint && !product.tintBase)
    throw refused('SEM_COR', `${product.description} não é uma base tintométrica.`);
}

function quantityText({ quantity, pack }: PricedLine, { digits }: Judged): string | undefined {
  const limits = {
    unit: pack.unidade,
    divides: pack.fracionavel,
    multiple: pack.multiplo,
    max: '-1',
    digits,
  };
  return packQuantityProblem(quantity, limits)?.message;
}

/** Over all lines of the same product and branch. */
function lackText(
  line: PricedLine,
  lines: readonly PricedLine[],
  { sellsWithoutStock }: Judged,
): string | undefined {
  const stock = stockFactsOf(line.facts.stock.get(line.branchId));
  const wanted = lines
    .filter((each) => each.productId === line.productId && each.branchId === line.branchId)
    .reduce((sum, { units }) => addDecimals(sum, units), '0');
  if (!isUnlimited(stock.max) && compareDecimals(wanted, stock.max) > 0)
    return `A quantidade máxima por pedido é ${stockText(stock.max, '-1', line.pack, line.unit)}.`;
  const available = availableStock(stock);
  if (!sellsWithoutStock && compareDecimals(wanted, available) > 0)
    return compareDecimals(available, '0') === 0
      ? 'INDISPONÍVEL NO MOMENTO'
      : `Há só ${stockText(available, '-1', line.pack, line.unit)} em estoque.`;
  return undefined;
}
