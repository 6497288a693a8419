import type pg from 'pg';
import { inTransaction, withBareTables } from '#server/db/seed/copyRows.ts';
import { type BenchDatabase, openBenchDatabase, patiently, vacuumDatabase } from '../lists/benchServer.ts';

/** The shapes of data in which reports are measured: a company with few branches and customers, and one with many of both. */
export const SHAPES = {
  poucas: { branches: 3, ticketsPerCustomer: 100 },
  muitas: { branches: 30, ticketsPerCustomer: 5 },
} as const;
export type Shape = keyof typeof SHAPES;

/** The database of a shape, created if missing. */
export async function openShape(dir: string, shape: Shape, tickets: number): Promise<BenchDatabase> {
  const { branches, ticketsPerCustomer } = SHAPES[shape];
  const customers = Math.ceil(tickets / ticketsPerCustomer);
  // The demonstration has three branches, and itself a customer for each hundred tickets.
  const database = await openBenchDatabase(dir, { tickets, ...(branches > 3 && { customers }) });
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::integer as count from branches',
  );
  // All at once or not at all: after an end in the middle, the next run begins it anew.
  if ((rows[0]?.count ?? 0) < branches) {
    await patiently(database.url, (pool) => spread(pool, branches));
    await vacuumDatabase(database.url);
  }
  return database;
}

/** Deals customers, invoices and tickets out to more branches and to all customers. */
async function spread(pool: pg.Pool, branches: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await withBareTables(
      client,
      DEALT,
      async () => {
        for (const statement of STATEMENTS)
          await client.query(statement, statement.includes('$1') ? [branches] : []);
      },
      (text) => process.stderr.write(`${text}\n`),
    );
  });
}

const DEALT = ['tickets', 'ticket_movements', 'invoices', 'customer_branches'];

/** The same for every row that draws the same number. */
const branchOf = (id: string) =>
  `(select ids[1 + (hashint4(${id}) & 2147483647) % cardinality(ids)] from dealt)`;

const STATEMENTS = [
  `insert into branches (legal_name, trade_name, cnpj, address, city, state, time_zone)
   select b.legal_name || ' ' || n, 'Filial ' || n, lpad((90000000000000 + n)::text, 14, '0'), b.address, b.city, b.state,
     b.time_zone
   from generate_series(1, $1 - (select count(*)::integer from branches)) n
   join lateral (select * from branches order by id offset n % 3 limit 1) b on true`,
  `create temp table dealt on commit drop as select array_agg(id order by id) as ids from branches`,
  `create temp table buyers on commit drop as
   select row_number() over (order by id) - 1 as place, id from customers where not simulation`,
  'create unique index on buyers (place)',
  'analyze buyers',
  `update invoices i set customer_id = b.id, branch_id = ${branchOf('b.id')}
   from buyers b where b.place = (hashint4(i.id) & 2147483647) % (select count(*) from buyers)`,
  `update tickets t set customer_id = b.id, branch_id = ${branchOf('b.id')}
   from buyers b where b.place = (hashint4(t.id) & 2147483647) % (select count(*) from buyers)`,
  'delete from customer_branches',
  `insert into customer_branches (customer_id, branch_id, representative_id)
   select c.id, ${branchOf('c.id')}, c.representative_id from customers c`,
];
