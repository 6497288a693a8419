import { withStatusNames } from '#contract/catalogs/orderStatus.ts';
import { WORDS_KEY, type WordsDefinition, wordsOf } from '#contract/rules/words/wordsDefinition.ts';
import { STANDARD_WORDS, setWords, type Words } from '#contract/words/words.ts';
import type { Executor } from '../../db/client.ts';
import { publishedDefinition } from '../definitions/queries.ts';
import { serviceParameters } from '../parameters/queries.ts';

interface Read {
  content: WordsDefinition | undefined;
  names: unknown;
  words: Words;
}

/** What was read last: what is unchanged is told by identity. */
let last: Read | undefined;

/** The company's words: those that are published, and the names of statuses; from memory while neither changed. */
export async function companyWords(db: Executor): Promise<Words> {
  const [published, { statusPedido: names }] = await Promise.all([
    publishedDefinition<WordsDefinition>(db, 'words', WORDS_KEY),
    serviceParameters(db),
  ]);
  const content = published?.content;
  if (last && last.content === content && last.names === names) return last.words;
  const words = withStatusNames(content ? wordsOf(content) : STANDARD_WORDS, names);
  last = { content, names, words };
  return words;
}

/** From here on this process says what is published. Asked before each request and each piece of background work. */
export async function sayCompanyWords(db: Executor): Promise<void> {
  setWords(await companyWords(db));
}
