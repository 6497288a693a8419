/** Control characters, and those that have no width or turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
/** Beside tabs and line breaks, which texts of several lines have. */
const UNSEEN_IN_TEXT =
  /(?![\t\n\r])[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const MARKUP = /<\/?[a-z!][^<>]*>/i;
/** Blanks, characters that have no width, and letters that are drawn as nothing (fillers of Hangul and Braille). */
const BLANK = /^(?:[\s\p{Z}\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)*$/u;
/** Pictures joined into one ('👩‍💻'): the joiner between them has its place. */
const JOINED = /(?<=\p{Extended_Pictographic}\ufe0f?|\p{EMod})\u200d(?=\p{Extended_Pictographic})/gu;

/** Whether nobody sees anything of a text, as of an empty one. */
export const isUnseen = (text: string): boolean => BLANK.test(text);

/** Why a text cannot be a title; `null` if it can. An empty one is no title, which other rules speak of. */
export function titleProblem(given: string, isLong = false): string | null {
  if (given === '') return null;
  if (isUnseen(given)) return 'Só há espaços aqui. Escreva um texto, ou deixe vazio.';
  const text = given.replace(JOINED, '');
  if ((isLong ? UNSEEN_IN_TEXT : UNSEEN).test(text))
    return 'Há um caractere que não se vê (quebra, controle ou inversão do sentido da escrita). Digite o texto de novo.';
  return MARKUP.test(text) ? 'Códigos HTML não valem aqui. Escreva só o texto.' : null;
}
