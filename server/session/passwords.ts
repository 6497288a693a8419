import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { COMMON_PASSWORDS } from './commonPasswords.ts';

/** Cost of one guess: about 0.1 s and 32 MiB. A stored hash carries its own, so this may grow. */
const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_LENGTH = 32;

/** The parameters of scrypt: memory and time are about 128 * N * r bytes, `p` times over. */
export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** `scrypt$N$r$p$salt$key`, the last two in base64url. Check the length before: hashing is dear. */
export async function hashPassword(password: string, cost: HashCost = COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password belongs to the hash. With `null`, for an account that does not exist, it takes the same
 * time and answers false.
 */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = (hash ?? UNKNOWN).split('$');
  const known = hash !== null && kind === 'scrypt';
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N) || COST.N,
    r: Number(r) || COST.r,
    p: Number(p) || COST.p,
  });
  return known && expected.length === given.length && timingSafeEqual(given, expected);
}

/** One of those that are tried first, in any case and with digits at its end. */
export function isCommonPassword(password: string): boolean {
  const plain = password.trim().toLowerCase();
  return COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(plain.replace(/[\d!@#$.*]+$/, ''));
}

export const COMMON_PASSWORD_MESSAGE = 'Esta senha é muito comum. Escolha outra, mais difícil de adivinhar.';

const UNKNOWN = ['scrypt', COST.N, COST.r, COST.p, randomBytes(16).toString('base64url'), ''].join('$');

/** A stored cost may be higher than today's, never so high that one sign-in takes the server down. */
const MAX_MEMORY = 256 * 1024 * 1024;

const derive = (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
