import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { rowsRead } from '../../support/plans.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import { untilBlocked } from '../../support/untilBlocked.ts';

/** A company whose values are spread as the planner would not guess. */
let server: TestServer;
let persons: TestPeople;
let pool: pg.Pool;
/** Customers of the representative, all at the first branch. */
const CUSTOMERS = 3_000;
/** Prices of the first table; the second has a few, behind all of them. */
const PRICES = 20_000;

beforeAll(async () => {
  server = await testServer();
  pool = server.deps.pool;
  persons = await createPeople(server.deps.db);
  const { representativeId, branchIds } = persons;
  await pool.query(
    `with made as (
       insert into customers (document, legal_name, trade_name, representative_id)
       select 'K' || n, 'Cliente ' || n, 'Cliente ' || n, $1 from generate_series(1, ${CUSTOMERS}) n returning id)
     insert into customer_branches (customer_id, branch_id) select id, $2 from made`,
    [representativeId, branchIds[0]],
  );
  await pool.query(
    `with tables as (
       insert into price_tables (code, name) values ('GERAL', 'Geral'), ('RARA', 'Rara') returning id, code),
     made as (
       insert into products (code, description, brand, unit, barcode, price)
       select 'K' || n, 'Produto ' || n, '', 'UN', '', 1 from generate_series(1, ${PRICES}) n returning id, code)
     insert into product_prices (product_id, price_table_id, price)
     select made.id, tables.id, 1 from made join tables on tables.code = 'GERAL' or made.code like 'K1999%'
     order by tables.code, made.id`,
  );
  await pool.query('vacuum analyze customers, customer_branches, product_prices');
});
afterAll(() => server?.close());

const whoseBranches = async () => {
  const { rows } = await pool.query<{ id: number }>(`select b.id from customer_branches b
    join customers c on c.id = b.customer_id where b.representative_id is distinct from c.representative_id`);
  return rows;
};

describe("representative's branches", () => {
  it('are found by one entry each, however many customers there are', async () => {
    const token = await server.sessionOf(persons.people.REPRESENTANTE);
    const read = await rowsRead(pool, 'branches', new Set(['customers', 'customer_branches']), async () => {
      const { body } = await server.call('GET', '/sac/consultas/filiais', { token });
      expect(body.map(({ idFil }: { idFil: number }) => idFil)).toEqual([persons.branchIds[0]]);
    });
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read)).toBeLessThanOrEqual(2);
  });

  it('follow their customers, whoever writes them', async () => {
    expect(await whoseBranches()).toEqual([]);
    const { rows } = await pool.query<{ id: number }>(
      `insert into representatives (name) values ('Rita Nunes') returning id`,
    );
    const other = rows[0]?.id;
    const [first, second] = persons.branchIds;
    const some = `document like 'K1%'`;
    for (const [text, values] of [
      [`update customers set representative_id = $1 where ${some}`, [other]],
      [
        `insert into customer_branches (customer_id, branch_id) select id, $1 from customers where ${some}`,
        [second],
      ],
      [`update customers set representative_id = null where document like 'K12%'`, []],
      [
        `update customer_branches set customer_id = $1 where branch_id = $2 and customer_id in
          (select id from customers where document = 'K77')`,
        [persons.customerIds.second, first],
      ],
    ] as const) {
      const { rowCount } = await pool.query(text, [...values]);
      expect(rowCount).toBeGreaterThan(0);
      expect(await whoseBranches()).toEqual([]);
    }
  });

  it('follow a customer that changes hands while a branch is added', async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into customer_branches (customer_id, branch_id)
         select id, $1 from customers where document = 'K2000'`,
        [persons.branchIds[1]],
      );
      const handed = pool.query(`update customers set representative_id = null where document = 'K2000'`);
      await untilBlocked(server.deps.db);
      await client.query('commit');
      await handed;
    } finally {
      client.release();
    }
    expect(await whoseBranches()).toEqual([]);
  });
});

it('a filter by a reference that few records have does not walk the order', async () => {
  const token = await server.sessionOf(persons.people.ADMIN);
  for (const order of ['id', 'produto'])
    for (const way of ['ASC', 'DESC']) {
      const read = await rowsRead(pool, 'product_prices', new Set(['product_prices']), async () => {
        const filter = encodeURIComponent(JSON.stringify({ tabela: 'RARA' }));
        const { body } = await server.call(
          'GET',
          `/config/cadastros/precos?filtro=${filter}&orderBy=${order}&direction=${way}`,
          { token },
        );
        expect(body.paginator.total).toBe(11);
      });
      expect(read.length).toBeGreaterThan(1);
      expect(Math.max(...read)).toBeLessThanOrEqual(100);
    }
});
