import { sql } from 'drizzle-orm';

/** Escapes a text for a LIKE pattern, so that user input is matched literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Pattern for a folded column (`fold_text`): the word anywhere, ignoring case and accents. */
export const containing = (word: string) => sql`'%' || fold_text(${literally(word)}) || '%'`;
