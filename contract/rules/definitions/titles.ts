import type { FileProblem } from '../problem.ts';
import { isItem } from './items.ts';
import { escapePointer } from './jsonLines.ts';

/** The keys under which definitions hold what people read as a title, in every kind. */
const TITLES: ReadonlySet<string> = new Set([
  ...['titulo', 'um', 'muitos', 'descricao', 'grupo', 'rotulo', 'nome', 'item', 'ajuda'],
  ...['title', 'label', 'ui:enumNames'],
]);
/** Data of examples and text in markup, which may be anything; what a field is called stands beside its schema. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'testes',
  'dados',
  'valores',
  'sql',
  'texto',
  'default',
  'padrao',
]);

/** Control characters, and those that have no width or turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
/** Beside tabs and line breaks, which texts of several lines have. */
const UNSEEN_IN_TEXT =
  /(?![\t\n\r])[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const LONG: ReadonlySet<string> = new Set(['descricao', 'ajuda']);
const MARKUP = /<\/?[a-z!][^<>]*>/i;
const BLANK = /^[\s\p{Z}\p{Cf}]*$/u;

/** Why a text cannot be a title; `null` if it can. An empty one is no title, which other rules speak of. */
export function titleProblem(text: string, isLong = false): string | null {
  if (text === '') return null;
  if (BLANK.test(text)) return 'Só há espaços aqui. Escreva um texto, ou deixe vazio.';
  if ((isLong ? UNSEEN_IN_TEXT : UNSEEN).test(text))
    return 'Há um caractere que não se vê (quebra, controle ou inversão do sentido da escrita). Digite o texto de novo.';
  return MARKUP.test(text) ? 'Marcas de HTML não são desenhadas aqui. Escreva só o texto.' : null;
}

/** The titles of a definition, of any kind and at any depth, that people could not read as they are. */
export function titleProblems(content: unknown, pointer = '', key = ''): FileProblem[] {
  if (typeof content === 'string') {
    const message = TITLES.has(key) ? titleProblem(content, LONG.has(key)) : null;
    return message ? [{ pointer, message }] : [];
  }
  if (Array.isArray(content))
    return content.flatMap((one, index) => titleProblems(one, `${pointer}/${index}`, key));
  if (!isItem(content)) return [];
  return Object.entries(content).flatMap(([name, below]) =>
    NOT_SHOWN.has(name)
      ? []
      : titleProblems(below, `${pointer}/${escapePointer(name)}`, key === 'ui:enumNames' ? key : name),
  );
}
