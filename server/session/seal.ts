import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Executor } from '../db/client.ts';
import { installationSecret } from './installationSecret.ts';

/** Seals what a browser is to bring back and may read, but not change. Of another purpose a seal is worth nothing. */
export async function sealer(
  db: Executor,
  purpose: string,
  until: Date,
): Promise<(content: object) => string> {
  const secret = await installationSecret(db);
  return (content) => {
    const text = Buffer.from(JSON.stringify({ ...content, until: until.getTime() })).toString('base64url');
    return `${text}.${markOf(secret, purpose, text)}`;
  };
}

/** What was sealed here, with the millisecond that it holds `until`; `null` for anything else. */
export async function unsealed<T extends object>(
  db: Executor,
  purpose: string,
  seal: string,
): Promise<(T & { until: number }) | null> {
  const [text = '', mark = ''] = seal.split('.');
  const given = Buffer.from(mark);
  const expected = Buffer.from(markOf(await installationSecret(db), purpose, text));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as T & { until: number };
}

const markOf = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
