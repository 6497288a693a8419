import { WORDS_KEY, type WordsDefinition, wordsOf } from '#contract/rules/words/wordsDefinition.ts';
import { STANDARD_WORDS, setWords, type Words } from '#contract/words/words.ts';
import type { Executor } from '../../db/client.ts';
import { publishedDefinition } from '../definitions/queries.ts';

/** One object for each published version, so that what is unchanged is told by identity. */
const read = new WeakMap<object, Words>();

/** The company's words as they are published, from memory while nothing changed. */
export async function companyWords(db: Executor): Promise<Words> {
  const published = await publishedDefinition<WordsDefinition>(db, 'words', WORDS_KEY);
  if (!published) return STANDARD_WORDS;
  const known = read.get(published.content) ?? wordsOf(published.content);
  read.set(published.content, known);
  return known;
}

/** From here on this process says what is published. Asked before each request and each piece of background work. */
export async function sayCompanyWords(db: Executor): Promise<void> {
  setWords(await companyWords(db));
}
