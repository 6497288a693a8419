import { type ReadingLimits, readOne } from '../../foreign/readForeign.ts';
import { mailOf, type ReadMail } from './readMail.ts';

/** Reads an e-mail in a thread of the pool; throws `ReadingEnded` for one that takes too much time or memory. */
export const foreignMail = async (raw: Buffer, limits?: ReadingLimits): Promise<ReadMail> =>
  mailOf(await readOne('mail', raw, limits && { limits }));
