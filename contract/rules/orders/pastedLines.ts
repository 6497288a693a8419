import { type Decimal, isPositive, parseDecimal } from '../decimal.ts';
import { foldedText } from '../text.ts';

/** What may be the code or barcode of a product. */
export interface PastedCode {
  text: string;
  /**
   * CERTO: it is named a code, is a barcode, or is all that the line says besides quantity and unit. PERGUNTAR: another number of
   * the line, sure only of a product whose own words are the rest. DUVIDOSO: what a likelier reading takes as the quantity, worth a
   * question about such a product and nothing otherwise.
   */
  trust: 'CERTO' | 'PERGUNTAR' | 'DUVIDOSO';
}

/** One way to read a pasted line; which one is meant is known only to those who know the products. */
export interface PastedReading {
  /** `null`: the line names none. */
  quantity: Decimal | null;
  /** A unit of `UNITS`, by its key; `null` where the line names none. */
  unit: string | null;
  codes: PastedCode[];
  /** The rest, folded, as products are named and sought: 'arroz tp1 5 kg'. */
  words: string;
  /** The same with the word of the unit, which may be a part of the name: 'rolo la'; '' where it is only an abbreviation. */
  named: string;
}

export interface PastedLine {
  /** Counted from 1 in what was pasted. */
  number: number;
  text: string;
  /** The likeliest first; never empty. */
  readings: PastedReading[];
}

/** As many as a quote takes from one paste. */
export const MAX_PASTED_LINES = 200;
const MAX_READINGS = 4;
const MAX_LINE_LENGTH = 200;

/** How people write the units that goods are counted in, and those of weight, volume and length, which names contain too. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  cx: ['cx', 'cxs', 'cxa', 'caixa', 'caixas'],
  un: ['un', 'uns', 'und', 'unds', 'unid', 'unids', 'unidade', 'unidades'],
  pct: ['pct', 'pcts', 'pc', 'pcs', 'pacote', 'pacotes'],
  pca: ['pc', 'pca', 'pcas', 'peca', 'pecas'],
  fd: ['fd', 'fds', 'fardo', 'fardos'],
  sc: ['sc', 'scs', 'saco', 'sacos', 'saca', 'sacas'],
  dz: ['dz', 'dzs', 'duzia', 'duzias'],
  rl: ['rl', 'rls', 'rolo', 'rolos'],
  bd: ['bd', 'bds', 'balde', 'baldes'],
  gl: ['gl', 'gls', 'galao', 'galoes'],
  lt: ['lt', 'lts', 'lata', 'latas'],
  br: ['br', 'brs', 'barra', 'barras'],
  par: ['par', 'pares', 'pr'],
  kit: ['kit', 'kits'],
  kg: ['kg', 'kgs', 'kilo', 'kilos', 'quilo', 'quilos'],
  g: ['g', 'gr', 'grs', 'grama', 'gramas'],
  l: ['l', 'litro', 'litros'],
  ml: ['ml'],
  m: ['m', 'mt', 'mts', 'metro', 'metros'],
  cm: ['cm'],
  mm: ['mm'],
};
/** Units that are a part of names as well: 'arroz 5 kg'. */
export const MEASURES: ReadonlySet<string> = new Set(['kg', 'g', 'l', 'ml', 'm', 'cm', 'mm']);

/** A number and its measure written as one word, which others write as two; as a pattern that the database reads alike. */
export const MEASURED = `([0-9])(${[...MEASURES].flatMap((unit) => UNITS[unit] ?? []).join('|')})(?![a-z0-9])`;
/** '5kg' → '5 kg', in a folded text. */
const spaced = (folded: string): string => folded.replace(new RegExp(MEASURED, 'g'), '$1 $2');

const UNIT_OF = new Map(
  Object.entries(UNITS)
    .flatMap(([unit, words]) => words.map((word) => [word, unit] as const))
    .reverse(),
);

/** The key in `UNITS` of a word that people write for a unit; `null` for any other word. */
export const pastedUnit = (word: string): string | null => UNIT_OF.get(foldedText(word)) ?? null;

/** Whether a packaging is sold by the unit that a line names: by its unit's code, or by the first word of its name. */
export function isSoldBy(pack: { unidade: string; emb: string }, unit: string): boolean {
  const words = UNITS[unit] ?? [unit];
  const [first = ''] = foldedText(pack.emb).split(/\s+/);
  return words.includes(foldedText(pack.unidade)) || words.includes(first);
}

/** Whether a product has the unit's word in its name, so that 'rolo de lã' asks for no other packaging. */
export const isNamedBy = (description: string, unit: string): boolean =>
  partsOf(foldedText(description)).some((word) => (UNITS[unit] ?? []).includes(word));

const QUANTITY_WORDS = new Set(['qtd', 'qtde', 'qtds', 'qte', 'quant', 'quantidade', 'quantidades']);
/** What follows one of them is a code and nothing else. */
const CODE_NAMES = new Set(['cod', 'codigo', 'ref', 'referencia', 'sku', 'ean']);
const CODE_WORDS = new Set([...CODE_NAMES, 'item', 'art', 'produto']);
const FILLERS = new Set(['de', 'do', 'da', 'dos', 'das', 'do(a)', 'e', 'com', 'c/']);

/** '12', '2,5', '1.000' or '1.5', above zero and with at most three decimals; `null` for anything else. */
export function pastedQuantity(text: string): Decimal | null {
  if (!/^\d{1,6}([.,]\d{1,3})?$/.test(text)) return null;
  const thousands = /^[1-9]\d{0,2}\.\d{3}$/.test(text);
  const value = parseDecimal(thousands ? text.replace('.', '') : text.replace(',', '.'));
  return value !== null && isPositive(value) ? value : null;
}

/** The lines that say something, without the headings of a sheet. */
function filledRows(text: string) {
  const rows = text.split(/\r\n|[\n\r\u2028\u2029]/).map((row, index) => ({ row, number: index + 1 }));
  const filled = rows.filter(({ row }) => /[\p{L}\p{N}]/u.test(row));
  const [first] = filled;
  const heading = first ? headingOf(first.row) : null;
  return { heading, rows: heading ? filled.slice(1) : filled };
}

/** How many lines there are to read; a paste of more than `MAX_PASTED_LINES` is refused as a whole. */
export const countPastedRows = (text: string): number => filledRows(text).rows.length;

/** Reads what was pasted from a chat, an e-mail or a sheet, line by line. Blank lines are left out. */
export function pastedLines(text: string): PastedLine[] {
  const { heading, rows } = filledRows(text);
  return rows.slice(0, MAX_PASTED_LINES).map(({ row, number }) => ({
    number,
    text: row.replace(/\s+/g, ' ').trim().slice(0, MAX_LINE_LENGTH),
    readings: readingsOf(row.slice(0, MAX_LINE_LENGTH), heading),
  }));
}

type Column = 'quantity' | 'unit' | 'code' | 'words';
const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ['quantity', /^(qtde?s?|qte|quant|quantidades?|pedido)\b/],
  ['unit', /^(un|und|unid|unidade|emb|embalagem)\b/],
  ['code', /^(cod|codigo|ref|referencia|sku|ean|gtin|barras)\b/],
  ['words', /^(descricao|produto|item|nome|mercadoria)\b/],
];

/** What the columns of a sheet hold, where its first row names a quantity and what to buy. */
function headingOf(row: string): (Column | null)[] | null {
  const cells = cellsOf(row);
  if (cells.length < 2 || /\d/.test(row)) return null;
  const columns = cells.map((cell) => HEADINGS.find(([, name]) => name.test(foldedText(cell)))?.[0] ?? null);
  const names = (column: Column) => columns.includes(column);
  return names('quantity') && (names('code') || names('words')) ? columns : null;
}

/** The cells of a sheet's row; a line of a chat is one cell. */
const cellsOf = (row: string): string[] => row.split(/\t|\s*[;|]\s*/).map((cell) => cell.trim());

function readingsOf(row: string, heading: (Column | null)[] | null): PastedReading[] {
  const ofSheet = heading && headedReading(cellsOf(row), heading);
  if (ofSheet) return [ofSheet];
  const tokens = tokensOf(row);
  const found = candidatesOf(tokens, row.includes('\t')).sort((a, b) => b.weight - a.weight);
  const readings = found
    .map(({ quantity, unit, from, until, weight }) => ({
      weight,
      amount: tokens.slice(from, until),
      reading: readingFrom([...tokens.slice(0, from), ...tokens.slice(until)], {
        quantity,
        unit,
        unitWord: tokens[until - 1] ?? '',
      }),
    }))
    .filter(({ reading }) => reading.words !== '' || reading.codes.length > 0);
  const wholeText = {
    weight: LIKELY,
    amount: [],
    reading: readingFrom(tokens, { quantity: null, unit: null }),
  };
  const likely = readings.filter(({ weight }) => weight > LIKELY);
  const ordered = [...likely, wholeText, ...readings.slice(likely.length)].slice(0, MAX_READINGS);
  return ordered.map(({ reading, weight }, at) => {
    const amounts = new Set(
      ordered.slice(0, at).flatMap((before) => (before.weight > LIKELY ? before.amount : [])),
    );
    return { ...reading, codes: withoutAmounts(reading.codes, amounts, weight > LIKELY) };
  });
}

/** The quantity of a likelier reading is hardly a code: the less so in a reading that is unlikely itself. */
const withoutAmounts = (
  codes: readonly PastedCode[],
  amounts: ReadonlySet<string>,
  isLikely: boolean,
): PastedCode[] =>
  codes.flatMap((code): PastedCode[] => {
    if (code.trust === 'CERTO' || !amounts.has(code.text)) return [code];
    return isLikely ? [{ ...code, trust: 'DUVIDOSO' }] : [];
  });

function headedReading(cells: readonly string[], heading: readonly (Column | null)[]): PastedReading | null {
  const cell = (column: Column) => cells[heading.indexOf(column)] ?? '';
  const quantity = pastedQuantity(cell('quantity').replace(/^(\d+)[.,]0+$/, '$1'));
  if (quantity === null) return null;
  const named = readingFrom(tokensOf(`${cell('code')} ${cell('words')}`), {
    quantity,
    unit: UNIT_OF.get(foldedText(cell('unit'))) ?? null,
  });
  const code = cell('code');
  return { ...named, codes: code === '' ? named.codes : [{ text: code, trust: 'CERTO' }] };
}

/** The line's words without what chats and lists put around them: moments, senders, bullets, bold marks, prices. */
function tokensOf(row: string): string[] {
  return row
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '')
    .replace(/^\s*\[?\d{1,2}[:/]\d{2}[^\]\n]{0,24}\]\s*[^:]{1,40}:\s/, '')
    .replace(/^\s*\d{1,2}\/\d{1,2}\/\d{2,4},? \d{1,2}:\d{2} - [^:]{1,40}:\s/, '')
    .replace(/r\$\s*\d[\d.,]*/gi, ' ')
    .replace(/^\s*[-–—•·>+✓]+\s+/, '')
    .replace(/^\s*\d{1,3}[)º°ª.]\s+(?=.*\d)/, '')
    .replace(/^\s*\*(.*)\*\s*$/, '$1')
    .replace(/(^|\s)(\d{1,6})\s*[*×]\s*(?=\S)/g, '$1$2x ')
    .replace(/(\S)\s*[*×]\s*(\d{1,6})(?=\s|$)/g, '$1 x$2')
    .replace(/[\t;|]/g, ' ')
    .split(/\s+/)
    .map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean);
}

/** Above this, a number of the line is its quantity rather than a part of a name. */
const LIKELY = 40;

interface Candidate {
  quantity: Decimal;
  unit: string | null;
  from: number;
  until: number;
  weight: number;
}

/** What of the line may be its quantity, each with how likely that is. */
function candidatesOf(tokens: readonly string[], ofSheet: boolean): Candidate[] {
  return tokens.flatMap((_, at) => candidateAt(tokens, at, ofSheet) ?? []);
}

function candidateAt(tokens: readonly string[], at: number, ofSheet: boolean): Candidate | null {
  const token = foldedText(tokens[at] ?? '');
  const before = foldedText(tokens[at - 1] ?? '');
  const after = foldedText(tokens[at + 1] ?? '');
  if (CODE_WORDS.has(before)) return null;
  const named = QUANTITY_WORDS.has(before);
  const [, counted = '', glued = ''] = /^(\d{1,6}(?:[.,]\d{1,3})?)([a-z]*)$/.exec(token) ?? [];
  const times = /^x(\d{1,6})$/.exec(token)?.[1];
  const quantity = pastedQuantity(times ?? counted);
  if (quantity === null) return null;
  const from = named ? at - 1 : at;
  const isFirst = from === 0;
  const candidate = (weight: number, unit: string | null, until = at + 1): Candidate => ({
    quantity,
    unit,
    from,
    until,
    weight: weight + (named ? 100 : 0) + (isFirst ? 5 : 0),
  });
  if (times) return candidate(95, null);
  if (glued === 'x') return withUnit(candidate(100, null), after);
  if (glued !== '') {
    const unit = UNIT_OF.get(glued);
    if (!unit) return null;
    return candidate(MEASURES.has(unit) ? (isFirst ? 55 : 10) : 80, unit);
  }
  if (after === 'x') return withUnit(candidate(100, null, at + 2), foldedText(tokens[at + 2] ?? ''));
  const unit = UNIT_OF.get(after);
  if (unit) return candidate(MEASURES.has(unit) ? (isFirst ? 70 : 30) : 80, unit, at + 2);
  if (/^0\d/.test(counted)) return candidate(8, null);
  // Sheets begin with the code, chats with the quantity.
  return candidate(isFirst ? (ofSheet ? 44 : 60) : at === tokens.length - 1 ? 50 : 5, null);
}

/** '5x cx leite': the unit stands behind the sign. */
function withUnit(candidate: Candidate, word: string): Candidate {
  const unit = UNIT_OF.get(word);
  return unit && !MEASURES.has(unit) ? { ...candidate, unit, until: candidate.until + 1 } : candidate;
}

function readingFrom(
  tokens: readonly string[],
  { quantity, unit, unitWord = '' }: Pick<PastedReading, 'quantity' | 'unit'> & { unitWord?: string },
): PastedReading {
  const names = tokens.filter((token) => {
    const folded = foldedText(token);
    return !CODE_WORDS.has(folded) && !QUANTITY_WORDS.has(folded);
  });
  const words = foldedWords(names.join(' '));
  const isWord = unit !== null && /^\p{L}{4,}$/u.test(unitWord);
  return {
    quantity,
    unit,
    codes: codesOf(tokens, names, quantity),
    words,
    named: isWord ? foldedWords(`${unitWord} ${words}`) : '',
  };
}

const BARCODE = /^\d{8}$|^\d{12,14}$/;

function codesOf(
  tokens: readonly string[],
  names: readonly string[],
  quantity: Decimal | null,
): PastedCode[] {
  const named = new Set(
    tokens.filter((token, at) => CODE_NAMES.has(foldedText(tokens[at - 1] ?? '')) && /\d/.test(token)),
  );
  const [only = ''] = names;
  if (names.length === 1) {
    // A word by itself is a name or a greeting, unless a quantity goes with it.
    const isCode = quantity !== null || /\d/.test(only);
    return [{ text: only, trust: isCode ? 'CERTO' : 'PERGUNTAR' }];
  }
  return names
    .filter((token) => /\d/.test(token))
    .map((text) => ({ text, trust: named.has(text) || BARCODE.test(text) ? 'CERTO' : 'PERGUNTAR' }));
}

/** Whether all that a reading says besides the code are whole words of the product's description. */
export function isDescribed(
  description: string,
  { words }: Pick<PastedReading, 'words'>,
  code: string,
): boolean {
  const said = new Set(foldedWords(code).split(' '));
  const rest = words.split(' ').filter((word) => !said.has(word));
  const own = new Set(partsOf(spaced(foldedText(description))));
  return /\p{L}{2}/u.test(rest.join(' ')) && rest.flatMap(partsOf).every((part) => own.has(part));
}

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * Whether words may be remembered for what was chosen: a bare number, or letters that stand alone, name another product tomorrow.
 * `words` are folded.
 */
export const areLearnable = (words: string): boolean => /\p{L}{2}/u.test(words);

/** How what a line asks for is compared and remembered: folded, measures apart, without signs and filling words. */
export const foldedWords = (text: string): string =>
  spaced(foldedText(text))
    .replace(/[^\p{L}\p{N}.,/-]+/gu, ' ')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !FILLERS.has(word))
    .join(' ')
    .slice(0, 120);
