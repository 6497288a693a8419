import type { FoundWord } from '#contract/config/words.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { type ChangedWord, wordKey } from '#contract/rules/words/wordsDefinition.ts';
import { noticeWords } from '#contract/words/notices.ts';
import { CATALOG_PLACES, catalogWords } from '#contract/words/places.ts';
import { BUTTONS, LABELS, MENU, NOTICES } from '#contract/words/words.ts';
import type { Content } from '../editorProps.ts';

/** What the editor needs to know of a word. */
export type EditedWord = Pick<FoundWord, 'lugar' | 'lugarTitulo' | 'chave' | 'padrao' | 'consumidor'> &
  Partial<Pick<FoundWord, 'onde' | 'mais'>>;

export const wordsIn = (content: Content): ChangedWord[] =>
  Array.isArray(content.palavras) ? contentOf('words', content).palavras : [];

export const placeOfWord = (words: readonly ChangedWord[], word: Pick<ChangedWord, 'lugar' | 'chave'>) =>
  words.findIndex((each) => wordKey(each) === wordKey(word));

/** The content with a word said otherwise; `null` gives the standard one back. */
export function withWord(
  content: Content,
  { lugar, chave }: Pick<ChangedWord, 'lugar' | 'chave'>,
  palavra: string | null,
): Content {
  const words = wordsIn(content);
  const at = placeOfWord(words, { lugar, chave });
  if (palavra === null) return { ...content, palavras: words.filter((_, index) => index !== at) };
  const next = { lugar, chave, palavra };
  return {
    ...content,
    palavras: at < 0 ? [...words, next] : words.map((each, index) => (index === at ? next : each)),
  };
}

const OTHER_PLACES: Readonly<Record<string, string>> = {
  [LABELS]: 'Nomes de campos',
  [MENU]: 'Menu',
  [BUTTONS]: 'Botões',
  [NOTICES]: 'Textos de avisos',
};

/** The shipped words that have a key of their own. */
const standardWords = () => [
  ...catalogWords(),
  ...noticeWords().map((word) => ({ ...word, lugar: NOTICES, consumidor: false })),
];

/** What is known of a changed word without asking the server: a label is its own standard word. */
export function editedWord({ lugar, chave }: ChangedWord): EditedWord {
  const own = standardWords().find((word) => word.lugar === lugar && word.chave === chave);
  const place = CATALOG_PLACES.find((each) => each.lugar === lugar);
  return {
    lugar,
    chave,
    lugarTitulo: place?.titulo ?? OTHER_PLACES[lugar] ?? lugar,
    padrao: own?.padrao ?? chave,
    consumidor: own?.consumidor === true,
  };
}
