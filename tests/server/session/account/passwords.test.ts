import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, expect, it, jest } from '@jest/globals';
import { hashPassword, isCommonPassword, passwordMatches } from '#server/session/account/passwords.ts';

const scrypt = jest.spyOn(crypto, 'scrypt');
syncBuiltinESMExports();
afterAll(() => {
  scrypt.mockRestore();
  syncBuiltinESMExports();
});

beforeEach(() => {
  scrypt.mockClear();
});
const costs = () => scrypt.mock.calls.map((call) => call[3] as object);

it('password hash matches the hashed password and no other', async () => {
  const hash = await hashPassword('pilha grampo', { N: 1024, r: 8, p: 1 });
  expect(hash).toMatch(/^scrypt\$1024\$8\$1\$/);
  expect(await passwordMatches('pilha grampo', hash)).toBe(true);
  expect(await passwordMatches('pilha Grampo', hash)).toBe(false);
});

it('password hash is salted, and matches both Unicode forms of a letter', async () => {
  const cost = { N: 1024, r: 8, p: 1 };
  expect(await hashPassword('pilha', cost)).not.toBe(await hashPassword('pilha', cost));
  const composed = await hashPassword('ação\u00e9', cost);
  expect(await passwordMatches('ação\u0065\u0301', composed)).toBe(true);
});

it('password check costs the same for an unknown account as for a known one', async () => {
  const hash = await hashPassword('pilha grampo');
  scrypt.mockClear();
  await passwordMatches('outra', hash);
  await passwordMatches('outra', null);
  const [known, unknown, ...more] = costs();
  expect(more).toEqual([]);
  expect(unknown).toEqual(known);
  expect(known).toMatchObject({ N: 2 ** 15, r: 8, p: 3 });
});

it('password check of an unknown account costs what new passwords cost here', async () => {
  const cost = { N: 1024, r: 8, p: 1 };
  await hashPassword('outra', cost);
  expect(await passwordMatches('outra', null, cost)).toBe(false);
  const [made, unknown] = costs();
  expect(made).toMatchObject(cost);
  expect(unknown).toEqual(made);
});

it.each(['', 'scrypt', 'scrypt$1024$8$1$$', 'plain$$$$$'])(
  'password check never matches the broken hash "%s"',
  async (hash) => {
    expect(await passwordMatches('', hash)).toBe(false);
  },
);

it.each([
  ['123456', true],
  ['Senha2026!', true],
  ['jesus123', true],
  ['balcao-demo', false],
  ['correto cavalo', false],
])('password "%s" is common: %s', (password, common) => {
  expect(isCommonPassword(password)).toBe(common);
});
