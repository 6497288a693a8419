import { sql } from 'drizzle-orm';
import type { EnteredLine, EnteredLines } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { Packaging, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import {
  isNamedBy,
  isSoldBy,
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
import { rememberedProducts } from './customerWords.ts';
import { addWishes, NOTHING_SHOWN, outcomeOf, type Wish, wishOf } from './enterLines.ts';
import { idsByCode } from './foundProduct.ts';

interface Pasted {
  id: number;
  versao?: number | undefined;
  texto: string;
}

/**
 * Adds what of a pasted list is sure: a code or barcode, what the customer's own words meant before, or words that only one
 * product has. The other lines are answered with the products that they may mean, and nothing is written of them.
 */
export async function pasteLines(tx: Tx, ctx: Context, { id, versao, texto }: Pasted): Promise<EnteredLines> {
  const order = await lockEditable(tx, ctx, id, versao);
  const setting = await settingOfOrder(tx, ctx, order);
  const lines = pastedLines(plainText(texto));
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
    return { ...shown, ...outcome, candidatos: outcome.situacao === 'RECUSADA' ? shown.candidatos : [] };
  });
  return { orcamento: await editedQuote(tx, ctx, id, [added.notice]), linhas };
}

/** What a line may mean: the reading that was taken, and products, the likeliest first. */
interface Meaning {
  line: PastedLine;
  reading: PastedReading;
  likely: number[];
  sure: boolean;
}

async function meaningsOf(tx: Tx, customerId: number, lines: readonly PastedLine[]): Promise<Meaning[]> {
  const readings = lines.flatMap((line) => line.readings);
  const byCode = await idsByCode(
    tx,
    readings.flatMap(({ codes }) => codes),
  );
  const byWords = await rememberedProducts(
    tx,
    customerId,
    readings.flatMap(({ words, named }) => [words, named].filter(Boolean)),
  );
  const known = lines.map((line) => meaningByCode(line, byCode) ?? meaningByWords(line, byWords));
  const open = lines.filter((_, at) => known[at] === null);
  const alike = await likenessOf(
    tx,
    open.flatMap(({ readings: [first] }) => [first?.named ?? '', first?.words ?? '']),
  );
  return lines.map((line, at) => {
    const place = 2 * open.indexOf(line);
    return known[at] ?? meaningByLikeness(line, [alike[place] ?? [], alike[place + 1] ?? []]);
  });
}

/** Codes that lead to different products, each in a reading of its own, are a question and no answer. */
function meaningByCode(line: PastedLine, byCode: ReadonlyMap<string, number>): Meaning | null {
  const found = line.readings.flatMap((reading) =>
    reading.codes.flatMap((code) => {
      const id = byCode.get(code.toLowerCase());
      return id === undefined ? [] : [{ reading, id }];
    }),
  );
  const [first] = found;
  if (!first) return null;
  const likely = [...new Set(found.map(({ id }) => id))];
  return { line, reading: first.reading, likely, sure: likely.length === 1 };
}

function meaningByWords(line: PastedLine, byWords: ReadonlyMap<string, number>): Meaning | null {
  for (const reading of line.readings) {
    const id = byWords.get(reading.named) ?? byWords.get(reading.words);
    if (id !== undefined) return { line, reading, likely: [id], sure: true };
  }
  return null;
}

/** `alike` by the words with the unit's and without it. */
function meaningByLikeness(line: PastedLine, alike: readonly (readonly Alike[])[]): Meaning {
  const [reading = NO_READING] = line.readings;
  for (const found of alike) {
    const [only, ...others] = found.filter(({ whole }) => whole);
    if (only && others.length === 0 && /\p{L}{3}/u.test(`${reading.named} ${reading.words}`))
      return { line, reading, likely: [only.id], sure: true };
  }
  const likely = [...new Set(alike.flat().map(({ id }) => id))].slice(0, MAX_ALIKE);
  return { line, reading, likely, sure: false };
}

const NO_READING: PastedReading = { quantity: null, unit: null, codes: [], words: '', named: '' };

interface Alike {
  id: number;
  /** Whether it has every word. */
  whole: boolean;
}

/** As many products as one line is answered with. */
const MAX_ALIKE = 5;
/** As many as are looked at word by word; one that has every word is among the likeliest. */
const MAX_LIKELY = 30;
/** How much of the words a product must resemble (`pg_trgm.word_similarity_threshold`). */
const LIKENESS = '0.35';

/** For each text the sold products that resemble it, those with every word first. */
async function likenessOf(tx: Tx, texts: readonly string[]): Promise<Alike[][]> {
  if (texts.length === 0) return [];
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${LIKENESS}, true)`);
  const text = sql`fold_text(${products.code} || ' ' || ${products.description})`;
  const { rows } = await tx.execute<{ place: number; id: number; whole: boolean }>(sql`
    select asked.place::int, found.id, found.whole
    from unnest(${sql.param([...texts])}::text[]) with ordinality as asked(words, place)
    cross join lateral (
      select likely.id,
        not exists (
          select from unnest(string_to_array(asked.words, ' ')) as word where position(word in likely.folded) = 0
        ) as whole
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
    where asked.words <> ''
    order by asked.place`);
  return texts.map((_, at) => rows.filter(({ place }) => place === at + 1));
}

interface ReadLine {
  wish: Wish | null;
  shown: EnteredLine;
}

/** The line as it is added, or as a question. */
function readLine(
  { line, reading, likely, sure }: Meaning,
  viewOf: ReadonlyMap<number, QuoteProduct>,
): ReadLine {
  const candidates = likely.flatMap((id) => viewOf.get(id) ?? []);
  const shown: EnteredLine = {
    ...NOTHING_SHOWN,
    texto: line.text,
    situacao: 'ESCOLHER',
    qtde: reading.quantity,
    unidade: reading.unit ?? '',
    palavras: reading.words,
    candidatos: candidates,
  };
  const [product] = candidates;
  if (!product) {
    // A greeting has neither a number nor anything that resembles a product.
    const asks = line.readings.some(
      ({ quantity, codes }) => quantity !== null || codes.some((code) => /\d/.test(code)),
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
