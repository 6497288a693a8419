import { createHash, randomBytes } from 'node:crypto';

/** A 256-bit token, safe in a URL and in a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether the text has the form of one of our tokens; anything else is not looked up. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The only form in which the database stores a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
