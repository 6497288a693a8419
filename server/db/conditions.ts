import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PhoneSearch } from '#contract/rules/phone.ts';

/** Matches the rows with these ids through a single array parameter, however many there are. */
export const amongIds = (column: AnyPgColumn, ids: readonly number[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::bigint[])`;

/** The same of texts, as the natural keys of records are. */
export const amongTexts = (column: AnyPgColumn, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...texts])}::text[])`;

/** Escapes a text for a LIKE pattern, so that user input is matched literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Pattern for a folded column (`fold_text`): the word anywhere, ignoring case and accents. */
export const containing = (word: string) => sql`'%' || fold_text(${literally(word)}) || '%'`;

/** Fewer letters than these form no trigram, by which the indexes of words find them. */
export const INDEXED_LETTERS = 3;

/**
 * Whether a folded column has all of these words. One of one or two letters must be at the beginning of a word, which the
 * index can find: sought anywhere, it would read each row of the table with every key.
 */
export const hasWords = (folded: SQLWrapper, words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => hasWord(folded, word)));

function hasWord(folded: SQLWrapper, word: string): SQL {
  if (word.length >= INDEXED_LETTERS) return sql`${folded} like ${containing(word)}`;
  const begins = sql`fold_text(${literally(word)}) || '%'`;
  return sql`(${folded} like ${begins} or ${folded} like '% ' || ${begins})`;
}

/** Whether a stored number is the one that is sought; its end is found by the index of the column's digits backwards. */
export const hasPhone = (column: AnyPgColumn, { tail, pattern }: PhoneSearch): SQL =>
  sql`(reverse(${column}) like ${`${[...tail].reverse().join('')}%`} and ${column} ~ ${pattern})`;

/** Up to this many are listed by id; if more are found, rows are checked one by one instead. */
const MANY_IDS = 2_000;

interface Found extends SQLWrapper {
  limit(most: number): PromiseLike<{ id: number }[]>;
}

/**
 * The condition that `column` is among the ids selected by `find`: a list of ids while there are few, so that the column's
 * own index is used, otherwise `otherwise` or the query itself. `null` if nothing is found. `find` must build a new query on
 * each call, because a query keeps its limit.
 */
export async function inFoundIds(
  column: AnyPgColumn,
  find: () => Found,
  otherwise?: SQL,
): Promise<SQL | null> {
  const rows = await find().limit(MANY_IDS + 1);
  if (rows.length === 0) return null;
  if (rows.length > MANY_IDS) return otherwise ?? inArray(column, find());
  return inArray(
    column,
    rows.map(({ id }) => id),
  );
}
