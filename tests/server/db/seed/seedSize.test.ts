import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { isEmpty, readArguments, seedDemo, seedStandard } from '#server/db/seed/index.ts';
import * as tables from '#server/db/tables/index.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts';
import { ticketsWithOtherFigures } from '../../sac/tickets/figuresOnTickets.ts';
import { ENDINGS, TODAY, today } from './seedFixture.ts';

// Loads whole companies, sometimes while other suites also need both cores.
jest.setTimeout(180_000);

describe('larger demonstration', () => {
  let database: TestDatabase;
  const one = async (sql: string) => Number(Object.values((await database.pool.query(sql)).rows[0] ?? {})[0]);
  const INDEXES = `select indexdef from pg_indexes where schemaname = 'public' order by indexname`;
  const KEYS = `select conname, conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
    where contype = 'f' order by 2, 1`;
  let before: unknown[];

  beforeAll(async () => {
    // Fields used in filters have indexes from the first start on.
    database = await testDatabase({ standard: true });
    before = [(await database.pool.query(INDEXES)).rows, (await database.pool.query(KEYS)).rows];
    await seedDemo(database.db, database.pool, { today, tickets: 2500 });
  });
  afterAll(() => database.drop());

  it('has the requested number of tickets, with about five entries each', async () => {
    expect(await one('select count(*) from tickets')).toBe(2500);
    const entries = await one(`select (select count(*) from ticket_events where ticket_id > 2000)
      + (select count(*) from ticket_messages where ticket_id > 2000)`);
    expect(entries / 500).toBeGreaterThan(4.5);
    expect(entries / 500).toBeLessThan(6);
  });
  it('keeps every index and every foreign key', async () => {
    expect([(await database.pool.query(INDEXES)).rows, (await database.pool.query(KEYS)).rows]).toEqual(
      before,
    );
  });
  it('satisfies the invariants too', async () => {
    expect(
      await one(`select count(*) from invoice_items i where returned + coalesce(
        (select sum(held) from ticket_items where invoice_item_id = i.id), 0) > purchased`),
    ).toBe(0);
    expect(
      await one(
        `select count(*) from tickets where updated_at < created_at or updated_at > '${TODAY}T00:00:00Z'`,
      ),
    ).toBe(0);
    expect(
      await one(
        `select count(*) from invoices i where total <> (select sum(purchased * unit_price) from invoice_items where invoice_id = i.id)`,
      ),
    ).toBe(0);
    expect(await one(ENDINGS)).toBe(0);
    expect(await ticketsWithOtherFigures(database.db)).toEqual([]);
    expect(
      await one(`select count(*) from ticket_items i join tickets t on t.id = i.ticket_id
        where i.invoice_item_id is not null and i.settled <> (t.status = 'FINALIZADO' and i.status = 'A')`),
    ).toBe(0);
    const keys = await database.pool.query<{ key: string }>(
      'select key from invoices where id > 3000 and order_id is null',
    );
    expect(keys.rows.length).toBe(125);
    expect(keys.rows.every(({ key }) => isAccessKey(key))).toBe(true);
  });
});

describe('standard data', () => {
  it('is completed at each start without undoing changes by administrators', async () => {
    const database = await testDatabase();
    try {
      await Promise.all([seedStandard(database.db), seedStandard(database.db)]);
      await database.db.update(tables.parameters).set({ value: 7 });
      await database.db.update(tables.ticketTypes).set({ description: 'Mudado' });
      await database.db.delete(tables.sectors);
      await seedStandard(database.db);
      const [parameter] = await database.db.select().from(tables.parameters);
      const types = await database.db.select().from(tables.ticketTypes);
      expect([parameter?.value, new Set(types.map(({ description }) => description))]).toEqual([
        7,
        new Set(['Mudado']),
      ]);
      expect(await database.db.$count(tables.sectors)).toBeGreaterThan(5);
      expect(await isEmpty(database.db)).toBe(true);
    } finally {
      await database.drop();
    }
  });
});

describe('npm run seed', () => {
  it('parses its arguments', () => {
    const small = { tickets: 2000, customers: 0, orders: 0, agendas: 0, reset: false };
    expect(readArguments([])).toEqual(small);
    expect(readArguments(['--tickets', '1.000.000', '--orders', '300_000', '--reset'])).toEqual({
      ...small,
      tickets: 1_000_000,
      orders: 300_000,
      reset: true,
    });
  });
  it.each(['abc', '0', '-5', '1e9', ''])('rejects --tickets=%s with a sentence', (tickets) => {
    expect(() => readArguments([`--tickets=${tickets}`])).toThrow('--tickets deve ser um número inteiro');
  });
});
