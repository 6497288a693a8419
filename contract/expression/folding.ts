/** Letters and what stands for each; letters of `from` beyond the end of `to` are dropped, as in PostgreSQL's translate(). */
export interface Letters {
  from: string;
  to: string;
}

const FIRST_LETTER = 0x41;
/** The end of Latin Extended-A, which has the letters of every European language that is written in Latin. */
const LAST_LETTER = 0x17f;
const MARKS = '\u0300\u0301\u0302\u0303\u0304\u0308\u030a\u030c\u0327';
const STROKES: Readonly<Record<string, string>> = { Ø: 'o', ø: 'o', Đ: 'd', đ: 'd', Ł: 'l', ł: 'l' };

/**
 * Case and accents are folded by a table that JavaScript and the database share: what lower() and unaccent() give depends on
 * the locale and version of a database, and a condition must mean the same on both sides.
 */
export const FOLDED: Letters = lettersBy(
  (letter) => STROKES[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
  MARKS,
);

export const UPPER: Letters = lettersBy((letter) => letter.toUpperCase(), '');

/** A number in a text is written as in Brazil. */
export const COMMA: Letters = { from: '.', to: ',' };

function lettersBy(change: (letter: string) => string, dropped: string): Letters {
  let [from, to] = ['', ''];
  for (let code = FIRST_LETTER; code <= LAST_LETTER; code += 1) {
    const letter = String.fromCharCode(code);
    const changed = change(letter);
    if (changed.length !== 1 || changed === letter) continue;
    from += letter;
    to += changed;
  }
  return { from: from + dropped, to };
}

/** What translate() gives in the database. */
export function translated(text: string, { from, to }: Letters): string {
  let result = '';
  for (const letter of text) {
    const at = from.indexOf(letter);
    result += at < 0 ? letter : to.charAt(at);
  }
  return result;
}

/** −1, 0 or 1 by code points, as collation "C" orders; JavaScript's own order is that of UTF-16 units. */
export function compareTexts(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  let at = 0;
  while (at < left.length && at < right.length && left[at] === right[at]) at += 1;
  return pointAt(left, at) < pointAt(right, at) ? -1 : 1;
}

const pointAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return -1;
  // The second half of a pair differs where the first halves agree, and orders as it is.
  return unit >= 0xd800 && unit < 0xe000 ? 0x10000 + unit : unit;
};
