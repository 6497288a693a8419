import { type FoundWord, wordRoutes } from '#contract/config/words.ts';
import { foldedText } from '#contract/rules/text.ts';
import { wordOf } from '#contract/words/words.ts';
import { implement } from '../../implement.ts';
import { knownWords, type Word } from './knownWords.ts';
import { companyWords } from './queries.ts';

const MOST_WORDS = 60;
const MOST_PLACES = 6;

export const wordImplementation = implement(wordRoutes, {
  current: async (_, { db }) => ({ ...(await companyWords(db)) }),
  search: async ({ query: { q } }) => found(q),
});

/** Words that begin with the text before those that only contain it; without a text, those that were changed. */
function found(text: string): FoundWord[] {
  const wanted = foldedText(text.trim());
  const rows = knownWords().list.map((word) => ({
    word,
    atual: wordOf(word.lugar, word.chave, word.padrao),
  }));
  if (wanted === '')
    return rows
      .filter(({ word, atual }) => atual !== word.padrao)
      .slice(0, MOST_WORDS)
      .map(shown);
  const rank = (each: string) => {
    const folded = foldedText(each);
    return folded === wanted ? 0 : folded.startsWith(wanted) ? 1 : folded.includes(wanted) ? 2 : 3;
  };
  return rows
    .map((row) => ({ ...row, rank: Math.min(rank(row.atual), rank(row.word.padrao)) }))
    .filter((row) => row.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_WORDS)
    .map(shown);
}

const shown = ({ word, atual }: { word: Word; atual: string }): FoundWord => ({
  lugar: word.lugar,
  lugarTitulo: word.lugarTitulo,
  chave: word.chave,
  padrao: word.padrao,
  atual,
  consumidor: word.consumidor === true,
  onde: word.onde.slice(0, MOST_PLACES),
  mais: Math.max(0, word.onde.length - MOST_PLACES),
});
