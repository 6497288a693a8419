import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyRows, inTransaction } from '#server/db/seed/copyRows.ts';
import { carriers, customers, regions } from '#server/db/tables/index.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts';

describe('rows written by COPY', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('keep every character, null, instant and object', async () => {
    const row = {
      id: 1,
      document: '52998224725',
      legalName: 'Tab\t, linha\nnova\r, \\N, \\. e \\\\ ção "aspas"',
      tradeName: '\\.',
      address: { logradouro: 'Rua "A"\n\\t', numero: '1' },
      representativeId: null,
      blocked: true,
      createdAt: new Date('2026-02-28T23:59:59.123Z'),
    };
    await inTransaction(database.pool, async (client) => {
      expect(await copyRows(client, customers, [row])).toBe(1);
    });
    expect((await database.db.select().from(customers))[0]).toMatchObject({
      ...row,
      prospect: false,
      version: 1,
    });
  });
  it('are counted in any number, and an empty list is accepted', async () => {
    await inTransaction(database.pool, async (client) => {
      const many = Array.from({ length: 1234 }, (_, index) => ({ id: index + 1, name: `Região ${index}` }));
      expect([await copyRows(client, regions, many), await copyRows(client, regions, [])]).toEqual([1234, 0]);
    });
    expect(await database.db.$count(regions)).toBe(1234);
  });
  it('are all or nothing: an invalid row rolls back its transaction', async () => {
    const work = inTransaction(database.pool, async (client) => {
      await copyRows(client, carriers, [{ id: 1, legalName: 'A', tradeName: 'A', cnpj: '1' }]);
      await copyRows(client, regions, [{ id: 1, name: 'Repetida' }]);
    });
    await expect(work).rejects.toThrow('duplicate key');
    expect(await database.db.$count(carriers)).toBe(0);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });
});
