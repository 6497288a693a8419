import { noticeProblem } from '../../words/notices.ts';
import { LABELS, NOTICES, type Words } from '../../words/words.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import type { DefinitionChange, DefinitionProblem } from '../definitions/definition.ts';
import { foldedText } from '../text.ts';
import { isUnseen, titleProblem } from '../titles.ts';

/** The only definition of this kind: what is said otherwise in the whole console. */
export const WORDS_KEY = 'console';
export const MAX_WORD = 60;
/** The text of a notice is a sentence. */
const MAX_NOTICE = 160;

/** The letters that a word of a place has at most. */
export const longestWord = (lugar: string): number => (lugar === NOTICES ? MAX_NOTICE : MAX_WORD);

export interface ChangedWord {
  lugar: string;
  chave: string;
  palavra: string;
}

/** schemas/words: the words that a company says otherwise than the standard. */
export interface WordsDefinition {
  formato: 1;
  id: string;
  titulo: string;
  descricao?: string;
  palavras: ChangedWord[];
}

/** A word that may be changed: where it stands, and as what it is shipped. */
export interface KnownWord {
  readonly lugar: string;
  readonly chave: string;
  readonly padrao: string;
  /** Only end consumers read it, instead of the word that the others read. */
  readonly consumidor?: boolean;
}

export const wordKey = ({ lugar, chave }: { readonly lugar: string; readonly chave: string }): string =>
  `${lugar} ${chave}`;

/** The changed words by place and key, as they are read (contract/words). */
export function wordsOf({ palavras }: Pick<WordsDefinition, 'palavras'>): Words {
  const places: Record<string, Record<string, string>> = {};
  for (const { lugar, chave, palavra } of palavras) {
    places[lugar] ??= {};
    (places[lugar] as Record<string, string>)[chave] = palavra;
  }
  return places;
}

/** Why a word cannot stand where it is to stand, for itself. */
function wordProblem(word: string, own: KnownWord): string | null {
  const longest = longestWord(own.lugar);
  if (isUnseen(word)) return 'Escreva a palavra, ou tire esta linha para voltar à padrão.';
  if (word !== word.trim()) return 'Tire os espaços do começo e do fim.';
  if ([...word].length > longest) return `Use no máximo ${longest} letras.`;
  if (/[<>]/.test(word)) return 'Não use < nem >: códigos HTML não valem aqui. Escreva só o texto.';
  return titleProblem(word) ?? (own.lugar === NOTICES ? noticeProblem(word, own.padrao) : null);
}

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

/**
 * What a meta-schema cannot express: words that exist, each changed once, and none that would be taken for another one beside
 * it. A label may not take the standard word of one that is changed too, so that a label is worded only once.
 */
export function wordsProblems(
  { id, palavras }: WordsDefinition,
  known: readonly KnownWord[],
): DefinitionProblem[] {
  const standard = new Map(known.map((word) => [wordKey(word), word]));
  const changed = new Map(palavras.map((word, index) => [wordKey(word), { ...word, index }]));
  return [
    ...(id === WORDS_KEY ? [] : [error('/id', `Há um só conjunto de palavras: "${WORDS_KEY}".`)]),
    ...palavras.flatMap((word, index) => {
      const at = `/palavras/${index}`;
      const own = standard.get(wordKey(word));
      if (!own) return [error(at, `Não há "${word.chave}" neste lugar do console. Tire esta linha.`)];
      if (changed.get(wordKey(word))?.index !== index)
        return [error(at, `"${own.padrao}" já foi mudada em outra linha. Deixe uma só.`)];
      const wrong = wordProblem(word.palavra, own);
      if (wrong) return [error(`${at}/palavra`, wrong)];
      // Two notices may say the same.
      if (own.lugar === NOTICES) return [];
      const twin = known.find((other) => {
        if (other === own || other.lugar !== own.lugar || !!other.consumidor !== !!own.consumidor)
          return false;
        const shown = changed.get(wordKey(other));
        if (own.lugar === LABELS)
          return shown !== undefined && foldedText(other.padrao) === foldedText(word.palavra);
        return foldedText(shown?.palavra ?? other.padrao) === foldedText(word.palavra);
      });
      return twin ? [error(`${at}/palavra`, twinText(own, twin))] : [];
    }),
  ];
}

const twinText = (own: KnownWord, twin: KnownWord): string =>
  own.lugar === LABELS
    ? `"${twin.padrao}" é o nome padrão de outro campo que também mudou: um passaria pelo outro. Escolha outra palavra.`
    : `Fica igual à de "${twin.padrao}", do mesmo lugar, e ninguém saberia qual é qual. Escolha outra palavra.`;

/** The differences in sentences; a word is named by the standard one. */
export function wordsChanges(
  before: WordsDefinition,
  after: WordsDefinition,
  known: readonly KnownWord[],
): DefinitionChange[] {
  const standard = new Map(known.map((word) => [wordKey(word), word.padrao]));
  const [old, now] = [before, after].map(
    ({ palavras }) => new Map(palavras.map((word, index) => [wordKey(word), { ...word, index }])),
  ) as [Map<string, ChangedWord & { index: number }>, Map<string, ChangedWord & { index: number }>];
  const nameOf = ({ chave, lugar }: ChangedWord) => standard.get(wordKey({ lugar, chave })) ?? chave;
  return [
    ...[...now].flatMap(([key, word]) => {
      const was = old.get(key)?.palavra ?? nameOf(word);
      return was === word.palavra
        ? []
        : [
            {
              pointer: `/palavras/${word.index}`,
              sentence: `"${was}" passou a "${word.palavra}".`,
            },
          ];
    }),
    ...[...old].flatMap(([key, word]) =>
      now.has(key) || word.palavra === nameOf(word)
        ? []
        : [{ pointer: '/palavras', sentence: `"${word.palavra}" voltou a "${nameOf(word)}".` }],
    ),
    ...(before.titulo === after.titulo
      ? []
      : [{ pointer: '/titulo', sentence: `O título passou a "${after.titulo}".` }]),
    ...((before.descricao ?? '') === (after.descricao ?? '')
      ? []
      : [{ pointer: '/descricao', sentence: 'A descrição mudou.' }]),
  ];
}

/** Display words for the keys of the kind. */
export const wordsWords: ChangeWords = {
  identity: ['chave'],
  label: ['palavra'],
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    palavras: 'palavras',
    lugar: 'lugar',
    chave: 'chave',
    palavra: 'palavra',
  },
};
