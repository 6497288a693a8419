import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { type PlanNode, plansOfList } from '../../support/database/plans.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let token: string;
const ROWS = 4_000;
beforeAll(async () => {
  server = await testServer();
  const persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.ADMIN);
  await server.deps.db.execute(sql`
    insert into products (code, description, brand, unit, barcode, price)
    select 'K' || lpad(n::text, 5, '0'), 'Nome ' || n % 7, 'Marca', 'UN', '', 1 from generate_series(1, ${sql.raw(String(ROWS))}) n`);
  await server.deps.db.execute(sql`analyze products`);
});
afterAll(() => server?.close());

interface Listed {
  itens: { id: number }[];
  paginator: { current_page: number; proximo?: string; anterior?: string };
}
const base = '/config/cadastros/produtos';
const page = async (query: string): Promise<Listed> => {
  const { status, body } = await server.call('GET', `${base}?${query}`, { token });
  expect([status, body.error]).toEqual([200, undefined]);
  return body as Listed;
};
const ids = ({ itens }: Listed) => itens.map(({ id }) => id);

it.each(['codigo', 'descricao', 'id'])(
  'pages by key equal pages by number, both ways, in the order of %s',
  async (order) => {
    for (const direction of ['ASC', 'DESC']) {
      const list = `orderBy=${order}&direction=${direction}&take=50`;
      let here = await page(list);
      for (const number of [2, 3, 4]) {
        const next = await page(`${list}&cursor=${here.paginator.proximo}`);
        expect([next.paginator.current_page, ids(next)]).toEqual([
          number,
          ids(await page(`${list}&page=${number}`)),
        ]);
        const back = await page(`${list}&cursor=${next.paginator.anterior}`);
        expect(ids(back)).toEqual(ids(here));
        here = next;
      }
    }
  },
);

it('a deep page is read from the index, at the cost of the first one', async () => {
  const list = 'orderBy=descricao&take=100';
  let cursor = '';
  const costs: number[] = [];
  for (let number = 1; number <= 30; number += 1) {
    const { page: plan } = await plansOfList(server.deps.pool, 'products', async () => {
      const answer = await page(cursor ? `${list}&cursor=${cursor}` : list);
      cursor = answer.paginator.proximo ?? '';
    });
    const sorts = plan.filter((node: PlanNode) => /Sort$/.test(node['Node Type']));
    expect([number, sorts]).toEqual([number, []]);
    costs.push(plan.reduce((sum, node) => sum + (node['Relation Name'] === 'products' ? 1 : 0), 0));
  }
  expect(new Set(costs).size).toBe(1);
});

it('pages by number reach as far as records are counted, and by key to the end', async () => {
  const jump = (query: string) => server.call('GET', `${base}?${query}`, { token });
  expect((await jump('take=100&page=101')).status).toBe(200);
  const { status, body } = await jump('take=100&page=102');
  expect([status, body.errors]).toEqual([422, { page: expect.stringContaining('10.000') }]);
  const { paginator } = await page('take=100&page=40');
  // With a cursor, the cursor determines the position.
  const before = await page(`take=100&page=102&cursor=${paginator.anterior}`);
  expect(before.paginator.current_page).toBe(39);
});

it('other systems get every record once, in any order, and 422 for an invalid cursor', async () => {
  const data = '/dados/v1/produtos';
  for (const order of ['', '&orderBy=descricao&direction=DESC']) {
    const seen: number[] = [];
    let apos: string | null = '';
    while (apos !== null) {
      const answer = await server.call(
        'GET',
        `${data}?limite=900&campos=codigo${order}${apos && `&apos=${apos}`}`,
        {
          token,
        },
      );
      expect(answer.status).toBe(200);
      seen.push(...(answer.body.itens as { id: number }[]).map(({ id }) => id));
      apos = answer.body.proximo;
    }
    expect([seen.length, new Set(seen).size]).toEqual([ROWS, ROWS]);
  }
  for (const wrong of ['abc', '', 'W10'])
    expect((await server.call('GET', `${data}?orderBy=codigo&apos=${wrong || 'x'}`, { token })).status).toBe(
      422,
    );
  expect((await server.call('GET', `${base}?cursor=abc`, { token })).status).toBe(422);
});
