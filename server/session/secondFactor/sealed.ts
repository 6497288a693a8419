import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Executor } from '../../db/client.ts';
import { installationSecret } from '../installationSecret.ts';

/**
 * Secrets that, unlike a password, must be read again are stored encrypted with a key of the installation and bound to their
 * person: a stolen table opens nothing, and a row moved to another person is refused. The key is in the same database, so
 * only the encryption of backups and disks protects against someone who takes all of it (docs/production.md).
 */
export async function sealFor(db: Executor, personId: number, plain: string): Promise<string> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyFor(db, 'segredo'), iv).setAAD(owner(personId));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.');
}

export async function openFor(db: Executor, personId: number, sealed: string): Promise<string> {
  const [iv, text, tag] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !text || !tag) throw new Error('not a sealed secret');
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(db, 'segredo'), iv);
  decipher.setAAD(owner(personId)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Without the key of the installation, codes cannot be tried against the hash. */
export const keyedHash = async (db: Executor, personId: number, code: string): Promise<string> =>
  createHmac('sha256', await keyFor(db, 'recuperacao'))
    .update(`${personId}:${code}`)
    .digest('hex');

const keyFor = async (db: Executor, purpose: string): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', await installationSecret(db), '', `balcao segundo fator: ${purpose}`, 32));

const owner = (personId: number) => Buffer.from(`pessoa:${personId}`);
