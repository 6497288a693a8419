import { cleanHtml } from '../text/cleanHtml.ts';
import { readOne } from './readForeign.ts';

/** Characters that are cleaned within a millisecond or two, whatever they are: less than the way to another thread and back. */
const SHORT = 4_000;

/** Cleans HTML that somebody sent (`cleanHtml`); throws `ReadingEnded` for one that takes too long. */
export const foreignHtml = (html: string): Promise<string> =>
  html.length <= SHORT ? Promise.resolve(cleanHtml(html)) : readOne('html', html);
