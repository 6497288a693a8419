import { type SQL, sql } from 'drizzle-orm';
import type { EnteredLine, EnteredLines } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { Packaging, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { formatCount } from '#contract/rules/format.ts';
import {
  countPastedRows,
  isDescribed,
  isNamedBy,
  isSoldBy,
  MAX_PASTED_LINES,
  MEASURED,
  type PastedCode,
  type PastedLine,
  type PastedReading,
  pastedLines,
} from '#contract/rules/orders/pastedLines.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { products } from '#server/db/tables/index.ts';
import { invalid } from '#server/errors.ts';
import { plainText } from '#server/text/plainText.ts';
import { settingOfOrder, viewsOf } from '../../productCore/queries.ts';
import { lockEditable } from '../changeQuote.ts';
import { editedQuote } from '../editedQuote.ts';
import { confirmWords, type Remembered, rememberedProducts } from './customerWords.ts';
import { addWishes, NOTHING_SHOWN, outcomeOf, type Wish, wishOf } from './enterLines.ts';
import { type CodedProduct, productsByCode } from './foundProduct.ts';

interface Pasted {
  id: number;
  versao?: number | undefined;
  texto: string;
}

/**
 * Adds what of a pasted list is sure: a code or barcode, or, with a quantity, what the customer's own words meant before and words
 * that only one product has. The other lines are answered with the products that they may mean, and nothing is written of them.
 */
export async function pasteLines(tx: Tx, ctx: Context, { id, versao, texto }: Pasted): Promise<EnteredLines> {
  const order = await lockEditable(tx, ctx, id, versao);
  const setting = await settingOfOrder(tx, ctx, order);
  const list = plainText(texto);
  const count = countPastedRows(list);
  if (count > MAX_PASTED_LINES)
    throw invalid({
      texto: `A lista tem ${formatCount(count, 'linha', 'linhas')}, e cabem ${MAX_PASTED_LINES} de cada vez. Cole uma parte e depois o resto.`,
    });
  const lines = pastedLines(list);
  if (lines.length === 0) throw invalid({ texto: 'Não há linha para ler no que foi colado.' });
  const meanings = await meaningsOf(tx, order.customerId, lines);
  const ids = meanings.flatMap(({ likely }) => likely);
  const views = await viewsOf(tx, setting, [...new Set(ids)], order);
  const viewOf = new Map(views.map((view) => [view.id, view]));
  const read = meanings.map((meaning) => readLine(meaning, viewOf));
  const added = await addWishes(
    tx,
    ctx,
    order,
    read.map(({ wish }) => wish),
  );
  const linhas = read.map(({ wish, shown }, at): EnteredLine => {
    if (!wish) return shown;
    const outcome = outcomeOf(wish, added.problems[at] ?? '', setting);
    if (outcome.situacao === 'RECUSADA') return { ...shown, ...outcome };
    const palavras = meanings[at]?.byCode ? '' : shown.palavras;
    return { ...shown, ...outcome, palavras, candidatos: [] };
  });
  await confirmWords(
    tx,
    ctx,
    order.customerId,
    meanings.flatMap(({ remembered }, at) =>
      remembered && linhas[at]?.situacao === 'INCLUIDA' ? [remembered] : [],
    ),
  );
  return { orcamento: await editedQuote(tx, ctx, id, [added.notice]), linhas };
}

/** What a line may mean: the reading that was taken, and products, the likeliest first. */
interface Meaning {
  line: PastedLine;
  reading: PastedReading;
  likely: number[];
  sure: boolean;
  /** Its product is the one of the last time. */
  remembered?: Remembered;
  /** A code named it, so that there is nothing to learn of it. */
  byCode?: boolean;
}

async function meaningsOf(tx: Tx, customerId: number, lines: readonly PastedLine[]): Promise<Meaning[]> {
  const readings = lines.flatMap((line) => line.readings);
  const byCode = await productsByCode(
    tx,
    readings.flatMap(({ codes }) => codes.map(({ text }) => text)),
  );
  const byWords = await rememberedProducts(
    tx,
    customerId,
    readings.flatMap(({ words, named }) => [words, named].filter(Boolean)),
  );
  const coded = lines.map((line) => meaningByCode(line, byCode));
  const meanings = lines.map((line, at) =>
    coded[at]?.trust === 'CERTO' ? coded[at] : meaningByWords(line, byWords),
  );
  const open = lines.filter((_, at) => !meanings[at]);
  const alike = await likenessOf(
    tx,
    open.flatMap(({ readings: [first] }) => [first?.named ?? '', first?.words ?? '']),
  );
  return lines.map((line, at) => {
    const place = 2 * open.indexOf(line);
    return (
      meanings[at] ?? meaningByLikeness(line, [alike[place] ?? [], alike[place + 1] ?? []], coded[at] ?? null)
    );
  });
}

interface Coded extends Meaning {
  trust: PastedCode['trust'];
}

/**
 * What the line's codes lead to, those of the highest trust alone. Sure codes of different products, each in a reading of its
 * own, are a question.
 */
function meaningByCode(line: PastedLine, byCode: ReadonlyMap<string, CodedProduct>): Coded | null {
  const found = line.readings.flatMap((reading) =>
    reading.codes.flatMap(({ text, trust }) => {
      const product = byCode.get(text.toLowerCase());
      if (!product) return [];
      const fits = isDescribed(product.description, reading, text);
      if (trust === 'DUVIDOSO' && !fits) return [];
      return [{ reading, id: product.id, trust: trust === 'PERGUNTAR' && fits ? 'CERTO' : trust }];
    }),
  );
  for (const trust of ['CERTO', 'DUVIDOSO', 'PERGUNTAR'] as const) {
    const those = found.filter((each) => each.trust === trust);
    const [first] = those;
    if (!first) continue;
    const likely = [...new Set(those.map(({ id }) => id))];
    const sure = trust === 'CERTO' && likely.length === 1;
    return { line, reading: first.reading, likely, sure, trust, byCode: sure };
  }
  return null;
}

/** Without a quantity it is a question all the same: the name below a message may be what a product was once called. */
function meaningByWords(line: PastedLine, byWords: ReadonlyMap<string, Remembered>): Meaning | null {
  for (const reading of line.readings) {
    const remembered = byWords.get(reading.named) ?? byWords.get(reading.words);
    if (remembered)
      return { line, reading, likely: [remembered.productId], sure: reading.quantity !== null, remembered };
  }
  return null;
}

/** `alike` by the words with the unit's and without it; `coded` is what a number in the line may mean as a code. */
function meaningByLikeness(
  line: PastedLine,
  alike: readonly (readonly Alike[])[],
  coded: Coded | null,
): Meaning {
  const [first = NO_READING] = line.readings;
  const isDoubtful = coded?.trust === 'DUVIDOSO';
  const reading = isDoubtful ? coded.reading : first;
  for (const found of isDoubtful || reading.quantity === null ? [] : alike) {
    const [only, ...others] = found.filter(({ whole }) => whole);
    if (only && others.length === 0 && /\p{L}{3}/u.test(`${reading.named} ${reading.words}`))
      return { line, reading, likely: [only.id], sure: true };
  }
  const ids = [...(coded?.likely ?? []), ...alike.flat().map(({ id }) => id)];
  return { line, reading, likely: [...new Set(ids)].slice(0, MAX_ALIKE), sure: false };
}

const NO_READING: PastedReading = { quantity: null, unit: null, codes: [], words: '', named: '' };

interface Alike {
  id: number;
  /** Whether it has every word, each as a word of its own. */
  whole: boolean;
}

/** As many products as one line is answered with. */
const MAX_ALIKE = 5;
/** As many as are looked at word by word; one that has every word is among the likeliest. */
const MAX_LIKELY = 30;
/** How much of the words a product must resemble (`pg_trgm.word_similarity_threshold`). */
const LIKENESS = '0.35';

/** The words and numbers of a folded text, as `foldedWords` parts them. */
const partsOf = (text: SQL): SQL =>
  sql`array_remove(regexp_split_to_array(regexp_replace(${text}, ${MEASURED}::text, '\\1 \\2', 'g'), '[^[:alnum:]]+'), '')`;

/** For each text the sold products that resemble it, those with every word first. */
async function likenessOf(tx: Tx, texts: readonly string[]): Promise<Alike[][]> {
  const asked = [...new Set(texts)].filter(Boolean);
  if (asked.length === 0) return texts.map(() => []);
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${LIKENESS}, true)`);
  const text = sql`fold_text(${products.code} || ' ' || ${products.description})`;
  const { rows } = await tx.execute<{ place: number; id: number; whole: boolean }>(sql`
    select asked.place::int, found.id, found.whole
    from unnest(${sql.param(asked)}::text[]) with ordinality as asked(words, place)
    cross join lateral (select ${partsOf(sql`asked.words`)} as parts) said
    cross join lateral (
      select likely.id,
        cardinality(said.parts) > 0 and ${partsOf(sql`likely.folded`)} @> said.parts as whole
      from (
        select ${products.id}, ${text} as folded, word_similarity(asked.words, ${text}) as likeness
        from ${products}
        where not ${products.inactive} and asked.words <% ${text}
        order by likeness desc, ${products.id}
        limit ${MAX_LIKELY}
      ) likely
      order by whole desc, likely.likeness desc, likely.id
      limit ${MAX_ALIKE}
    ) found
    order by asked.place`);
  return texts.map((text) => rows.filter(({ place }) => asked[place - 1] === text));
}

interface ReadLine {
  wish: Wish | null;
  shown: EnteredLine;
}

/** The line as it is added, or as a question. */
function readLine(
  { line, reading, likely, sure, remembered }: Meaning,
  viewOf: ReadonlyMap<number, QuoteProduct>,
): ReadLine {
  const candidates = likely.flatMap((id) => viewOf.get(id) ?? []);
  const shown: EnteredLine = {
    ...NOTHING_SHOWN,
    texto: line.text,
    situacao: 'ESCOLHER',
    qtde: reading.quantity,
    unidade: reading.unit ?? '',
    palavras: remembered?.words ?? reading.words,
    lembrado: remembered?.told ?? null,
    candidatos: candidates,
  };
  const [product] = candidates;
  if (!product) {
    // A greeting has neither a number nor anything that resembles a product.
    const asks = line.readings.some(
      ({ quantity, codes }) => quantity !== null || codes.some(({ text }) => /\d/.test(text)),
    );
    return {
      wish: null,
      shown: asks ? { ...shown, problema: 'Nenhum produto parecido.' } : { ...shown, situacao: 'IGNORADA' },
    };
  }
  if (!sure) return { wish: null, shown };
  const pack = reading.unit === null ? null : soldBy(product, reading.unit);
  if (pack === undefined)
    return {
      wish: null,
      shown: { ...shown, problema: `${product.descricao} não é vendido nessa unidade.` },
    };
  const wish = wishOf(product, {
    texto: '',
    ...(pack && { idEmb: pack.id }),
    ...(reading.quantity !== null && { qtde: reading.quantity }),
  });
  return { wish, shown };
}

/** `null`: the standard packaging; `undefined`: it is sold in none that the unit names. */
function soldBy({ embalagens, descricao }: QuoteProduct, unit: string): Packaging | null | undefined {
  const pack = Object.values(embalagens).find((each) => isSoldBy(each, unit));
  return pack ?? (isNamedBy(descricao, unit) ? null : undefined);
}
