import { ReadingEnded, type ReadingLimits, readOne } from '../../foreign/readForeign.ts';
import { mailOf, type ReadMail } from './readMail.ts';

/** Reads an e-mail in a thread of the pool; throws `ReadingEnded` for one that takes too much time or memory. */
export const foreignMail = async (raw: Buffer, limits?: ReadingLimits): Promise<ReadMail> =>
  mailOf(await readOne('mail', raw, limits && { limits }));

/** `mailFileName` in a thread of the pool; a file whose reading was ended stays in the original. */
export const foreignMailFile = (
  name: string,
  content: Buffer,
): Promise<{ name: string } | { reason: string }> =>
  readOne('mailFile', { name, content }).catch((error: unknown) => {
    if (error instanceof ReadingEnded)
      return { reason: 'não pôde ser conferido; está só no original do e-mail' };
    throw error;
  });
