import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EnteredLine, EnteredLines, LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { compareDecimals, type Decimal, isPositive, subtractDecimals } from '#contract/rules/decimal.ts';
import { allowedAround, minimumOf } from '#contract/rules/orders/packaging.ts';
import { foldedWords } from '#contract/rules/orders/pastedLines.ts';
import { typedProduct, typedText } from '#contract/rules/orders/productEntry.ts';
import { packMax } from '#contract/rules/orders/shownStock.ts';
import { unitText } from '#contract/rules/quantity.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { plainTexts } from '#server/text/plainText.ts';
import { type OrderRecord, writeTotals } from '../../orderCore/commands.ts';
import { type SaleSetting, settingOfOrder, viewsOf } from '../../productCore/queries.ts';
import { standardOf } from '../../productCore/rules.ts';
import { lockEditable, logChange } from '../changeQuote.ts';
import { writeEachLine } from '../eachLine.ts';
import { editedQuote } from '../editedQuote.ts';
import { freightNotice } from '../freightChange.ts';
import { storedLines } from '../quoteLines.ts';
import { rememberWords } from './customerWords.ts';
import { foundProducts } from './foundProduct.ts';

interface Wanted {
  id: number;
  versao?: number | undefined;
  linhas: readonly LineEntry[];
}

/** Adds what was typed or chosen, line by line in its order; a refused line takes no other with it. */
export async function enterLines(
  tx: Tx,
  ctx: Context,
  { id, versao, linhas }: Wanted,
): Promise<EnteredLines> {
  const order = await lockEditable(tx, ctx, id, versao);
  const setting = await settingOfOrder(tx, ctx, order);
  const entries = plainTexts([...linhas]);
  const found = await wantedProducts(tx, ctx, { order, setting, entries });
  const wishes = found.map((each, at): Wish | null =>
    'product' in each ? { ...wishOf(each.product, entries[at]), noLugarDe: entries[at]?.noLugarDe } : null,
  );
  const added = await addWishes(tx, ctx, order, wishes);
  const lines = entries.map((entry, at): EnteredLine => {
    const [one, wish] = [found[at], wishes[at]];
    const shown = { ...NOTHING_SHOWN, texto: entry.texto, palavras: entry.palavras ?? '' };
    if (!wish || !one || !('product' in one))
      return { ...shown, situacao: 'RECUSADA', problema: one && 'nothing' in one ? one.nothing : '' };
    return { ...shown, ...outcomeOf(wish, added.problems[at] ?? '', setting) };
  });
  const learned = entries.flatMap((entry, at) => {
    const words = foldedWords(entry.palavras ?? '');
    const product = wishes[at]?.product;
    return words && product && lines[at]?.situacao === 'INCLUIDA' ? [{ words, productId: product.id }] : [];
  });
  await rememberWords(tx, ctx, order.customerId, learned);
  return { orcamento: await editedQuote(tx, ctx, id, [added.notice]), linhas: lines };
}

export const NOTHING_SHOWN = {
  idProd: null,
  produto: '',
  problema: '',
  qtde: null,
  unidade: '',
  palavras: '',
  lembrado: null,
  alternativas: [],
  candidatos: [],
} satisfies Omit<EnteredLine, 'texto' | 'situacao'>;

/** A product that is to become a line. */
export interface Wish {
  product: QuoteProduct;
  change: ItemChange;
  noLugarDe?: LineEntry['noLugarDe'] | undefined;
}

const packOf = ({ embalagens }: QuoteProduct, id: number | undefined) => {
  const packs = Object.values(embalagens);
  return packs.find((pack) => pack.id === id) ?? standardOf(packs);
};

/** The line of a product in a packaging (the standard one, if none is named), in its smallest quantity if none is named. */
export function wishOf(
  product: QuoteProduct,
  { texto, idEmb, qtde }: { texto: string; idEmb?: number; qtde?: Decimal } = { texto: '' },
): Wish {
  const pack = packOf(product, idEmb);
  const quantity = qtde ?? typedProduct(texto).quantity;
  const limits = { divides: pack.fracionavel, multiple: pack.multiplo };
  return {
    product,
    change: { idProd: product.id, idEmb: idEmb ?? pack.id, qtde: quantity ?? minimumOf(limits) },
  };
}

interface Added {
  /** Why each wish was refused, by its place. */
  problems: (string | undefined)[];
  notice: string;
}

/** Adds the lines to the locked quote, with one entry in the log for all of them. */
export async function addWishes(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  wishes: readonly (Wish | null)[],
): Promise<Added> {
  const places = wishes.flatMap((wish, at) => (wish ? [at] : []));
  const changes = places.flatMap((at) => wishes[at]?.change ?? []);
  const refusals = await writeEachLine(tx, ctx, order, changes);
  const problems = wishes.map((_, at) => refusals[places.indexOf(at)]?.message);
  const accepted = changes.filter((_, at) => !refusals[at]);
  if (accepted.length === 0) return { problems, notice: '' };
  const replaced = places.flatMap((at) => (problems[at] === undefined && wishes[at]?.noLugarDe) || []);
  const out = await takeOut(tx, ctx, order, replaced);
  const sums = await writeTotals(tx, order.id);
  await logChange(tx, ctx, order, { change: { itens: [...accepted, ...out] }, autosave: true, also: [] });
  return { problems, notice: freightNotice({ order, next: order, sums }) };
}

/**
 * Takes what pasted lines brought from the lines of their products, once what was meant is there. More of the same product stays, and a
 * line that somebody has taken out meanwhile needs nothing.
 */
async function takeOut(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  replaced: readonly NonNullable<LineEntry['noLugarDe']>[],
): Promise<ItemChange[]> {
  if (replaced.length === 0) return [];
  const activeLines = (await storedLines(tx, order.id)).filter(
    ({ removedAt, bonus }) => !removedAt && !bonus,
  );
  const rest = new Map(activeLines.map(({ id, quantity }) => [id, quantity]));
  const left = (id: number) => rest.get(id) ?? '0';
  for (const { idProd, qtde } of replaced) {
    const lines = activeLines.filter(({ id, productId }) => productId === idProd && isPositive(left(id)));
    const line = lines.findLast(({ id }) => compareDecimals(left(id), qtde) === 0) ?? lines.at(-1);
    if (line) rest.set(line.id, subtractDecimals(left(line.id), qtde));
  }
  const changes = activeLines
    .filter(({ id, quantity }) => compareDecimals(left(id), quantity) !== 0)
    .map(({ id }): ItemChange => (isPositive(left(id)) ? { id, qtde: left(id) } : { id, removido: true }));
  const [refusal] = (await writeEachLine(tx, ctx, order, changes)).filter(Boolean);
  // What would be left is not sold like that: the person decides about the whole line first.
  if (refusal) throw refusal;
  return changes;
}

/** How an added or refused wish is shown; for a refused quantity, with those that the packaging allows. */
export function outcomeOf(
  { product, change: { idEmb, qtde = '1' } }: Wish,
  problem: string,
  { parameters }: SaleSetting,
): Pick<EnteredLine, 'situacao' | 'idProd' | 'produto' | 'problema' | 'qtde' | 'alternativas'> {
  const pack = packOf(product, idEmb);
  const around = allowedAround(qtde, {
    unit: pack.unidade,
    divides: pack.fracionavel,
    multiple: pack.multiplo,
    max: packMax(product.precos[0]?.qtdMax ?? '-1', pack.fator_conversao),
    digits: parameters.tamanhoMaximoQuantidade,
  });
  return {
    situacao: problem ? 'RECUSADA' : 'INCLUIDA',
    idProd: product.id,
    produto: product.descricao,
    problema: problem,
    qtde,
    alternativas: (problem ? around : []).map((quantity) => ({
      rotulo: `Incluir ${unitText(quantity, pack.unidade)}`,
      texto: typedText(quantity, product),
      qtde: quantity,
    })),
  };
}

/** The product of each entry: the chosen one, or the one that its text finds. */
async function wantedProducts(
  tx: Tx,
  ctx: Context,
  { order, setting, entries }: { order: OrderRecord; setting: SaleSetting; entries: readonly LineEntry[] },
) {
  const chosen = await viewsOf(
    tx,
    setting,
    [...new Set(entries.flatMap(({ idProd }) => idProd ?? []))],
    order,
  );
  const typed = entries.filter(({ idProd }) => idProd === undefined);
  const answers = await foundProducts(tx, ctx, { order, setting, entries: typed });
  return entries.map((entry) => {
    if (entry.idProd === undefined) return answers[typed.indexOf(entry)] ?? { nothing: '' };
    const product = chosen.find(({ id }) => id === entry.idProd);
    return product ? { product } : { nothing: 'Nenhum produto encontrado.' };
  });
}
