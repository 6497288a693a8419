import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { Tx } from '#server/db/client.ts';
import { buildPendingIndexes } from '#server/records/custom/customIndexes.ts';
import { serveCustomers } from '#server/sac/customers/commands.ts';
import { rowsRead } from '../../support/database/plans.ts';
import { untilBlocked } from '../../support/database/untilBlocked.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

/** A company whose values are spread as the planner would not guess. */
let server: TestServer;
let persons: TestPeople;
let pool: pg.Pool;
let folder: string;
/** Customers of the representative, all at the first branch. */
const CUSTOMERS = 1_500;
/** Prices of the first table; the second has a few, behind all of them. */
const PRICES = 20_000;
/** Records of others; behind all of them in every order are a few of the representative. */
const RECORDS = 30_000;
const FEW = 30;

const KEY = 'cofres';
const SAFES: CustomTypeDefinition = {
  formato: 2,
  chave: KEY,
  titulo: { um: 'cofre', muitos: 'cofres', genero: 'm' },
  descricao: 'Cofres da empresa.',
  codigo: ['numero'],
  nome: 'nome',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    { chave: 'cliente', titulo: 'Cliente', tipo: 'REFERENCIA', referencia: 'clientes' },
    { chave: 'inicio', titulo: 'Início', tipo: 'DATE' },
    { chave: 'cor', titulo: 'Cor', tipo: 'SELECT', opcoes: optionsOf('AZUL', 'VERDE', 'VERMELHO') },
    { chave: 'marca', titulo: 'Marca', tipo: 'SELECT', opcoes: optionsOf('MAUA', 'OURO') },
  ],
  lista: { ordenaveis: ['inicio'], filtros: ['cor', 'marca'] },
  escopo: ['carteira'],
  permissoes: { ler: 'CLIENTE' },
};
function optionsOf(...values: string[]) {
  return values.map((valor) => ({ valor, rotulo: valor }));
}

const ORDERS = ['numero', 'nome', 'inicio', 'id'];

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
  folder = await mkdtemp(path.join(os.tmpdir(), 'cofres-'));
  await mkdir(path.join(folder, 'records'));
  await writeFile(path.join(folder, 'records', `${KEY}.json`), JSON.stringify(SAFES));
  const { broken } = await loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
  expect(broken).toEqual([]);
  // Of the last tenth, all that are red are of one make; of the others, none.
  await pool.query(
    `insert into records (type, key, name, search, data, customer_id)
     select $1, r.number, r.number, r.number, jsonb_build_object('numero', r.number, 'nome', r.number,
       'inicio', to_char(date '1990-01-01' + n / 10, 'YYYY-MM-DD'),
       'cor', case when n % 3 = 0 then 'AZUL' when n > ${RECORDS} * 0.9 then 'VERMELHO' else 'VERDE' end,
       'marca', case when n > ${RECORDS} * 0.9 or n % 3 = 0 then 'MAUA' else 'OURO' end),
       case when n <= ${RECORDS} then $2::int else $3::int end
     from (select n, 'C' || lpad(n::text, 6, '0') as number from generate_series(1, ${RECORDS + FEW}) n) r`,
    [KEY, persons.customerIds.second, persons.customerIds.first],
  );
  await buildPendingIndexes(server.deps);
  await pool.query('vacuum analyze customers, customer_branches, product_prices, records');
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

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

  it('lock no customer who already has the branch, and let two add branches of one customer', async () => {
    const [first, second] = persons.branchIds;
    const { rows } = await pool.query<{ id: number }>(
      `insert into branches (legal_name, trade_name, cnpj, city, state, time_zone)
       select 'Terceira', 'Terceira', 'TERCEIRA', city, state, time_zone from branches limit 1 returning id`,
    );
    const add = (by: pg.PoolClient, branchId = 0) =>
      serveCustomers(drizzle(by) as unknown as Tx, [{ customerId: persons.customerIds.first, branchId }]);
    const [one, other] = [await pool.connect(), await pool.connect()];
    try {
      for (const client of [one, other]) await client.query('begin');
      for (const client of [one, other]) await add(client, first);
      await add(one, second);
      const waiting = add(other, rows[0]?.id);
      await untilBlocked(server.deps.db);
      await one.query('commit');
      await waiting;
      await other.query('commit');
    } finally {
      for (const client of [one, other]) client.release();
    }
    expect(await whoseBranches()).toEqual([]);
  });

  it('follow a customer that changes hands while a branch is added', async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into customer_branches (customer_id, branch_id)
         select id, $1 from customers where document = 'K900'`,
        [persons.branchIds[1]],
      );
      const handed = pool.query(`update customers set representative_id = null where document = 'K900'`);
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

/** The ids of two pages, the second by cursor, and how many records the largest of their statements reads. */
async function twoPages(query: string, token: string) {
  const ids: number[] = [];
  const read = await rowsRead(pool, 'records', new Set(['records']), async () => {
    const url = `/config/cadastros/${KEY}?take=10&${query}`;
    const first = (await server.call('GET', url, { token })).body;
    const cursor = encodeURIComponent(first.paginator.proximo);
    const second = (await server.call('GET', `${url}&page=2&cursor=${cursor}`, { token })).body;
    for (const { id } of [...first.itens, ...second.itens]) ids.push(id);
  });
  expect(read.length).toBeGreaterThan(2);
  return { ids, most: Math.max(...read) };
}

const orderedBy = { numero: 'key', nome: 'name', inicio: `data ->> 'inicio'`, id: 'id' } as Record<
  string,
  string
>;

const expectedIds = async (where: string, order: string, way: string) => {
  const { rows } = await pool.query<{ id: number }>(
    `select id from records where type = '${KEY}' and ${where}
     order by ${orderedBy[order]} ${way}, id ${way} limit 20`,
  );
  return rows.map(({ id }) => id);
};

describe.each(ORDERS)('records at the end of an order, by %s,', (order) => {
  it('are not walked to for someone who sees few', async () => {
    const token = await server.sessionOf(persons.people.REPRESENTANTE);
    for (const way of ['ASC', 'DESC']) {
      const { ids, most } = await twoPages(`orderBy=${order}&direction=${way}`, token);
      expect(ids).toEqual(await expectedIds(`key > 'C${String(RECORDS).padStart(6, '0')}'`, order, way));
      // The count alone passes as many as are counted.
      expect(most).toBeLessThanOrEqual(10_001 + 2 * FEW);
    }
  });

  it('are not walked to for two filters that go together', async () => {
    const token = await server.sessionOf(persons.people.ADMIN);
    const filter = encodeURIComponent(JSON.stringify({ cor: 'VERMELHO', marca: 'MAUA' }));
    const where = `data ->> 'cor' = 'VERMELHO' and data ->> 'marca' = 'MAUA'`;
    for (const way of ['ASC', 'DESC']) {
      const { ids, most } = await twoPages(`filtro=${filter}&orderBy=${order}&direction=${way}`, token);
      expect(ids).toEqual(await expectedIds(where, order, way));
      // All that are red, twice: a bitmap counts its entries too.
      expect(most).toBeLessThanOrEqual(RECORDS / 5);
    }
  });
});
