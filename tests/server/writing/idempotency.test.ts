import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { User } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { parameters } from '#server/db/tables/index.ts';
import { withIdempotency } from '#server/writing/idempotency.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const context = (idempotencyKey: string | null, id = 1) => ({
  db: database.db,
  now: () => new Date(),
  user: { id } as User,
  idempotencyKey,
});

/** Leaves one row for each actual execution. */
const record = (key: string) => async (tx: Tx) => {
  const value = crypto.randomUUID();
  await tx.insert(parameters).values({ area: 'GERAL', key: `${key}:${value}`, value });
  return { data: { id: 7, message: value } };
};

const runs = async (key: string) => {
  const { rows } = await database.db.execute(
    sql`select count(*)::int as n from parameters where key like ${`${key}:%`}`,
  );
  return rows[0]?.n;
};

describe('command with an Idempotency-Key', () => {
  it('runs once for ten repeats at the same time, and answers all of them alike', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        withIdempotency(context('ten'), 'create', { a: 1, b: [{ c: 2 }] }, record('ten')),
      ),
    );
    expect(await runs('ten')).toBe(1);
    expect(new Set(answers.map((answer) => answer.data.message)).size).toBe(1);
  });

  it('treats a body with its keys in another order as the same request', async () => {
    const first = await withIdempotency(context('order'), 'create', { a: 1, b: 2 }, record('order'));
    expect(await withIdempotency(context('order'), 'create', { b: 2, a: 1 }, record('order'))).toEqual(first);
  });

  it('treats files that were uploaded again as the same files', async () => {
    const body = (id: string) => ({
      fotos: [{ id, nome: 'caixa.jpg', mime: 'image/jpeg', tamanho: 10 }],
    });
    const first = await withIdempotency(context('files'), 'create', body('a'), record('files'));
    expect(await withIdempotency(context('files'), 'create', body('b'), record('files'))).toEqual(first);
  });

  it.each([
    ['another body', 'POST /coisas', { a: 2 }],
    ['another route', 'DELETE /coisas', { a: 1 }],
  ])('rejects the same key with %s', async (_, route, body) => {
    const key = `other-${route}`;
    await withIdempotency(context(key), 'POST /coisas', { a: 1 }, record(key));
    await expect(withIdempotency(context(key), route, body, record(key))).rejects.toMatchObject({
      status: 422,
      code: 'CHAVE_REPETIDA',
    });
    expect(await runs(key)).toBe(1);
  });

  it('keeps the keys of two people separate', async () => {
    await withIdempotency(context('shared', 1), 'create', {}, record('shared'));
    await withIdempotency(context('shared', 2), 'create', {}, record('shared'));
    expect(await runs('shared')).toBe(2);
  });

  it('frees the key when the command fails, and rolls back', async () => {
    const failing = async (tx: Tx) => {
      await record('failed')(tx);
      throw new Error('stopped half way');
    };
    await expect(withIdempotency(context('failed'), 'create', {}, failing)).rejects.toThrow('half way');
    expect(await runs('failed')).toBe(0);
    await withIdempotency(context('failed'), 'create', {}, record('failed'));
    expect(await runs('failed')).toBe(1);
  });
});

it('a command without a key runs each time', async () => {
  await withIdempotency(context(null), 'create', {}, record('none'));
  await withIdempotency(context(null), 'create', {}, record('none'));
  expect(await runs('none')).toBe(2);
});
