import { plainText } from '../../plainText.ts';

/** The words of a search, at most eight: more would only cost. */
export const searchWords = (text: string): string[] =>
  plainText(text).trim().split(/\s+/).filter(Boolean).slice(0, 8);
