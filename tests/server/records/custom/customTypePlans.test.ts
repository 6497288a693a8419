import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { buildPendingIndexes } from '#server/records/custom/customIndexes.ts';
import { type PlanNode, plansOfList, plansOfStatements } from '#tests/support/database/plans.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const KEY = 'armarios';
const LOCKERS: CustomTypeDefinition = {
  formato: 2,
  chave: KEY,
  titulo: { um: 'armário', muitos: 'armários', genero: 'm' },
  descricao: 'Armários da empresa.',
  codigo: ['numero'],
  nome: 'nome',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    { chave: 'inicio', titulo: 'Início', tipo: 'DATE' },
    { chave: 'valor', titulo: 'Valor', tipo: 'DINHEIRO' },
    { chave: 'prazo', titulo: 'Prazo', tipo: 'INTEIRO' },
    { chave: 'produto', titulo: 'Produto', tipo: 'REFERENCIA', referencia: 'produtos' },
    { chave: 'trancado', titulo: 'Trancado', tipo: 'CHECKBOX' },
    {
      chave: 'situacao',
      titulo: 'Situação',
      tipo: 'SELECT',
      opcoes: Array.from({ length: 40 }, (_, at) => ({ valor: `S${at}`, rotulo: `Situação ${at}` })),
    },
    { chave: 'responsavel', titulo: 'Responsável', tipo: 'REFERENCIA', referencia: 'pessoas' },
  ],
  lista: {
    ordenaveis: ['inicio', 'valor', 'prazo'],
    filtros: ['situacao', 'responsavel', 'trancado', 'produto'],
  },
  escopo: ['empresa'],
  permissoes: { ler: 'CLIENTE' },
};
/** A type whose records belong to customers and branches. */
const SHELVES: CustomTypeDefinition = {
  ...LOCKERS,
  chave: 'estantes',
  titulo: { um: 'estante', muitos: 'estantes', genero: 'f' },
  campos: [
    ...LOCKERS.campos.slice(0, 2),
    { chave: 'cliente', titulo: 'Cliente', tipo: 'REFERENCIA', referencia: 'clientes' },
    { chave: 'filial', titulo: 'Filial', tipo: 'REFERENCIA', referencia: 'filiais' },
  ],
  escopo: ['cliente'],
  lista: {},
};
/** Enough that reading all of them is more expensive than using an index. */
const RECORDS = 20_000;

let server: TestServer;
let persons: TestPeople;
let token: string;
let folder: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.ADMIN);
  folder = await mkdtemp(path.join(os.tmpdir(), 'armarios-'));
  await mkdir(path.join(folder, 'records'));
  await writeFile(path.join(folder, 'records', `${KEY}.json`), JSON.stringify(LOCKERS));
  await writeFile(path.join(folder, 'records', 'estantes.json'), JSON.stringify(SHELVES));
  await loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
  const { pool } = server.deps;
  const { rows: products } = await pool.query<{ id: number }>(
    `insert into products (code, description, brand, unit, barcode, price)
     select 'P' || n, 'Produto ' || n, '', 'UN', '', 1 from generate_series(1, 5000) n returning id`,
  );
  await pool.query(
    `insert into records (type, key, name, search, data)
     select $1, 'A' || n, 'Armário ' || n, 'A' || n || ' Armário ' || n, jsonb_build_object('numero', 'A' || n,
       'nome', 'Armário ' || n, 'inicio', to_char(current_date - n % 3000, 'YYYY-MM-DD'), 'valor', (n * 7 % 9973) || '.50',
       'prazo', n % 61, 'trancado', n % 50 = 0, 'produto', ($3::int[])[1 + n % cardinality($3::int[])], 'situacao', 'S' || n % 40, 'responsavel', ($2::int[])[1 + n % cardinality($2::int[])])
     from generate_series(1, ${RECORDS}) n`,
    [KEY, Object.values(persons.people), products.map(({ id }) => id)],
  );
  // Records of another type are stored in the same table.
  await pool.query(
    `insert into records (type, key, name, search, data)
     select 'outros', key, name, search, data from records where type = $1`,
    [KEY],
  );
  await pool.query(
    `insert into records (type, key, name, search, data, customer_id, branch_id)
     select 'estantes', r.key, r.name, r.search, r.data, c.customer_id, c.branch_id
     from (select *, row_number() over () as n from records where type = $1) r
     join (select customer_id, branch_id, row_number() over () - 1 as n, count(*) over () as many
       from customer_branches) c on c.n = r.n % c.many`,
    [KEY],
  );
  await buildPendingIndexes(server.deps);
  await pool.query('vacuum analyze records');
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const pageOf = async (query: string, key = KEY, seen = token): Promise<PlanNode[]> => {
  const { page } = await plansOfList(server.deps.pool, 'records', async () => {
    const { status, body } = await server.call('GET', `/config/cadastros/${key}?${query}`, { token: seen });
    expect([status, body.itens?.length > 0]).toEqual([200, true]);
  });
  return page;
};
const wholeTable = (node: PlanNode) =>
  node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'records';
const sorting = (node: PlanNode) => /Sort$/.test(node['Node Type']);

describe('list of a custom type', () => {
  it.each(['numero', 'nome', 'inicio', 'valor', 'prazo', 'id'])(
    'is read from an index in the order of %s',
    async (order) => {
      for (const way of ['ASC', 'DESC'])
        for (const page of [1, 50]) {
          const plan = await pageOf(`orderBy=${order}&direction=${way}&page=${page}`);
          expect([order, way, page, plan.filter((node) => wholeTable(node) || sorting(node))]).toEqual([
            order,
            way,
            page,
            [],
          ]);
        }
    },
  );

  it.each(['numero', 'nome', 'inicio', 'valor', 'id'])(
    'with four matches uses the index of the filter, in the order of %s',
    async (order) => {
      const filter = `filtro=${encodeURIComponent(JSON.stringify({ produto: 'P17' }))}`;
      const plan = await pageOf(`${filter}&orderBy=${order}`);
      const read = plan.find((node) => node['Relation Name'] === 'records');
      expect(read?.['Plan Rows']).toBeLessThan(10);
      expect(read?.['Index Name']).toMatch(/^records_of_/);
    },
  );

  it.each(['situacao', 'responsavel', 'trancado'])(
    'filtered by %s reads no whole table, and sorts nothing in its own order',
    async (field) => {
      const { body } = await server.call('GET', `/config/cadastros/${KEY}?take=100`, { token });
      const value = (body.itens as Record<string, unknown>[]).findLast((item) => item[field])?.[field];
      const filter = `filtro=${encodeURIComponent(JSON.stringify({ [field]: value }))}`;
      for (const order of ['numero', 'inicio', 'valor', 'id'])
        expect((await pageOf(`${filter}&orderBy=${order}`)).filter(wholeTable)).toEqual([]);
      expect((await pageOf(filter)).filter((node) => wholeTable(node) || sorting(node))).toEqual([]);
    },
  );
});

it.each([
  ['of very many records is tested along the order, and its index is not asked', 'Armário', false],
  ['of few records is found in its index', 'A1999', true],
])('a word %s', async (_, word, isAsked) => {
  const plans = await plansOfStatements(server.deps.pool, 'records', async () => {
    const { body } = await server.call('GET', `/config/cadastros/${KEY}?q=${encodeURIComponent(word)}`, {
      token,
    });
    expect(body.itens.length).toBeGreaterThan(1);
  });
  expect(plans.length).toBeGreaterThan(1);
  expect(plans.flat().some((node) => node['Index Name'] === 'records_search_idx')).toBe(isAsked);
});

it.each(['numero', 'nome', 'id'])(
  'a far page, for a person who sees a part, skips records in the index alone, in the order of %s',
  async (order) => {
    const operator = await server.sessionOf(persons.people.OPERADOR);
    for (const way of ['ASC', 'DESC']) {
      const plan = await pageOf(`orderBy=${order}&direction=${way}&page=50`, 'estantes', operator);
      const read = plan.filter((node) => node['Relation Name'] === 'records');
      expect(read.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
      expect(plan.filter(sorting)).toEqual([]);
    }
  },
);

describe('person who sees a part of very many records', () => {
  const seen = () => server.sessionOf(persons.people.OPERADOR);
  const listed = async (query: string, as: string) =>
    server.call('GET', `/config/cadastros/estantes?${query}`, { token: as });

  it('gets a count with the same limit as a person who sees all', async () => {
    const { count } = await plansOfList(server.deps.pool, 'records', async () => {
      // A count that was cut short is remembered: what nobody else asked for.
      const { body } = await listed('q=Arm%C3%A1rio&take=10', await seen());
      expect(body.paginator.mais).toBe(true);
      expect(body.paginator.total).toBeLessThanOrEqual(10_001);
    });
    // Whose they are is asked of what was limited, not on the way to the limit.
    const limit = count?.find((node) => node['Node Type'] === 'Limit');
    expect(limit?.['Plan Rows']).toBeLessThanOrEqual(10_001);
    expect(JSON.stringify(limit)).not.toMatch(/customer_branches/);
    const { body } = await listed('take=10', token);
    expect(body.paginator).toMatchObject({ total: 10_001 });
    expect(body.paginator.mais).toBeUndefined();
  });

  it('can jump as far as records are counted, and page by key to the last', async () => {
    const as = await seen();
    const { paginator } = (await listed('take=100', as)).body;
    const last = (await listed(`take=100&page=${paginator.last_page}`, as)).body;
    expect(last.itens.length).toBeGreaterThan(0);
    // Up to the limit, another count may have offered any page: each answers the last that this one found.
    for (const page of [paginator.last_page + 1, 101]) {
      const { status, body } = await listed(`take=100&page=${page}`, as);
      expect([page, status]).toEqual([page, 200]);
      expect(body.paginator).toMatchObject({ current_page: paginator.last_page, mais: true });
      expect(body.itens).toEqual(last.itens);
    }
    const beyond = await listed('take=100&page=102', as);
    expect([beyond.status, beyond.body.errors?.page]).toEqual([422, expect.stringMatching(/se conta: /)]);
    const ids = new Set<number>();
    let page = (await listed('take=100', as)).body;
    for (;;) {
      for (const { id } of page.itens) ids.add(id);
      const { current_page: at, total, last_page: last, proximo } = page.paginator;
      expect([total >= ids.size, last >= at + (proximo ? 1 : 0)]).toEqual([true, true]);
      if (!proximo) break;
      page = (await listed(`take=100&page=${at + 1}&cursor=${encodeURIComponent(proximo)}`, as)).body;
    }
    const { rows } = await server.deps.pool.query(
      `select count(*)::int as total from records r where type = 'estantes'
         and branch_id in (select branch_id from person_branches where person_id = $1)
         and exists (select from customer_branches c join person_branches p using (branch_id)
           where c.customer_id = r.customer_id and p.person_id = $1)`,
      [persons.people.OPERADOR],
    );
    expect(ids.size).toBe(rows[0].total);
    expect(ids.size).toBeGreaterThan(paginator.total);
  });
});
