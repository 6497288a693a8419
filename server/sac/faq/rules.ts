import { plainText } from '../../plainText.ts';

/** Words that every subject has, and that say nothing about it. */
const EMPTY = new Set(
  'a ao aos as com como da das de do dos e em eu foi já mais meu minha na nas no nos não o os ou para pela pelo por qual quando que se sem ser um uma'.split(
    ' ',
  ),
);
const MOST = 10;

/** The words of a subject that tell what it is about, at most ten and each once. */
export function subjectWords(subject: string): string[] {
  const words = plainText(subject)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !EMPTY.has(word));
  return [...new Set(words)].slice(0, MOST);
}
