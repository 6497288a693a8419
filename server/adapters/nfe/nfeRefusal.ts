import { refused } from '../../errors.ts';

/** Why a file is not taken: a code, and the sentence that stands beside the file in the result. */
export const nfeRefusal = (code: string, sentence: string) => refused(code, sentence);
