import { sql } from 'drizzle-orm';

/** A text within a LIKE pattern: what a person typed stands for itself, never for a pattern. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Pattern for a folded column (`fold_text`): the word anywhere, whatever its case and accents. */
export const containing = (word: string) => sql`'%' || fold_text(${literally(word)}) || '%'`;
