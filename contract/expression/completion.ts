import { foldedText } from '../rules/text.ts';
import { OPERATIONS, type Operation, operationOf } from './operations.ts';

export interface Completion {
  /** What is shown, and what takes the place of what was typed. */
  label: string;
  text: string;
}

/** What may be meant where somebody is typing: the part of the text that is replaced, and what by. */
export interface Completions {
  start: number;
  end: number;
  choices: Completion[];
}

const MOST = 8;

/** Functions by the name under which they are written. */
const FUNCTIONS: readonly string[] = (Object.keys(OPERATIONS) as Operation[])
  .map((key) => operationOf(key))
  .filter(({ texto, ordem }) => ordem === undefined && /^\p{L}{2,}$/u.test(texto))
  .map(({ texto }) => texto);

/**
 * The fields and functions whose name contains what stands before the caret: after an opening bracket fields alone, else both.
 * @param titles the titles of the fields, as the text form writes them
 */
export function completionsAt(text: string, caret: number, titles: readonly string[]): Completions | null {
  const before = text.slice(0, caret);
  const open = before.lastIndexOf('[');
  const isField = open > before.lastIndexOf(']') && !isQuoted(before.slice(0, open));
  const word = isField ? before.slice(open + 1) : (/[\p{L}_]+$/u.exec(before)?.[0] ?? '');
  if ((!isField && word.length < 2) || isQuoted(before)) return null;
  const start = caret - word.length - (isField ? 1 : 0);
  const rest = isField ? /^[^[\]]*\]/.exec(text.slice(caret))?.[0].length : 0;
  const fields = matching(titles, word).map((title) => ({
    label: title,
    text: `[${title.replaceAll(']', ']]')}]`,
  }));
  const functions = isField
    ? []
    : matching(FUNCTIONS, word).map((name) => ({ label: `${name}( )`, text: `${name}(` }));
  const choices = [...fields, ...functions].slice(0, MOST);
  return choices.length > 0 ? { start, end: caret + (rest ?? 0), choices } : null;
}

/** Those that begin with it first. */
function matching(names: readonly string[], typed: string): string[] {
  const wanted = foldedText(typed);
  const found = names.filter((name) => foldedText(name).includes(wanted));
  const isFirst = (name: string) => Number(!foldedText(name).startsWith(wanted));
  return found.sort((left, right) => isFirst(left) - isFirst(right));
}

/** Whether the end of the text is inside of quotes. */
const isQuoted = (text: string): boolean => (text.split('"').length - 1) % 2 === 1;
