import { createHash, randomBytes } from 'node:crypto';

/** A token of 256 bits, safe in a URL and in a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What looks like one of ours; anything else is not looked up. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The database keeps only this of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
