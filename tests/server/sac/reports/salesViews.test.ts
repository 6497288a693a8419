import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { orderStatus } from '#contract/catalogs/orderStatus.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { PERSON_TYPES, type PersonType } from '#contract/permissions.ts';
import { seedDemo } from '#server/db/seed/index.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { LISTED, type ListedRows, pages } from './listedRows.ts';

jest.setTimeout(300_000);

let server: TestServer;
let token: string;
let people: { type: string; id: number }[];
const seen = new Map<string, number>();
beforeAll(async () => {
  server = await testServer();
  const { db, pool } = server.deps;
  await seedDemo(db, pool, { tickets: 120 });
  ({ rows: people } = await pool.query('select distinct on (type) type, id from people order by type, id'));
  token = await server.sessionOf(people.find(({ type }) => type === 'GERENTE')?.id ?? 0);
});
afterAll(() => server?.close());

const admin = {
  id: 1,
  name: 'Ana',
  cpf: '',
  type: 'ADMIN',
  grants: [],
  branchIds: [],
  customerId: null,
  representativeId: null,
  sessionId: '',
} as const;

const asReader = <T>(
  person: Parameters<typeof withReader>[1]['person'],
  customer: number | null,
  use: (client: pg.PoolClient) => Promise<T>,
) =>
  withReader(
    server.deps,
    { person, zone: 'America/Sao_Paulo', customer, name: 'prova', timeout: 300_000 },
    use,
  );

async function personOf(type: PersonType) {
  const user = await personById(server.deps.db, people.find((one) => one.type === type)?.id ?? 0);
  if (!user) throw new Error(`nobody is ${type}`);
  return user;
}

describe('rows of a view of sales', () => {
  describe.each(PERSON_TYPES)('are those that %s is shown by the console', (type) => {
    it.each(Object.keys(LISTED))('%s', async (view) => {
      const { pool } = server.deps;
      const user = await personOf(type);
      const sample = async (sql: string) => (await pool.query<{ id: number }>(sql)).rows.map(({ id }) => id);
      const asking = { server, user, token: await server.sessionOf(user.id), sample };
      const { listed, query } = LISTED[view] as ListedRows;
      const text = await query(asking);
      const found = await asReader(user, null, async (client) =>
        (await client.query({ text, rowMode: 'array' })).rows.map(([row]) => JSON.stringify(row)),
      );
      expect(found.sort()).toEqual((await listed(asking)).map((row) => JSON.stringify(row)).sort());
      seen.set(view, (seen.get(view) ?? 0) + found.length);
    });
  });

  it('were there to be compared', () => {
    expect(Object.keys(LISTED).filter((view) => !seen.get(view))).toEqual([]);
  });

  it.each(PERSON_TYPES)('are in the panel of a customer those of the customer, for %s', async (type) => {
    const { pool } = server.deps;
    const user = await personOf(type);
    const { rows } = await pool.query<{ id: number }>(
      'select customer_id as id from agendas group by 1 order by count(*) desc limit 1',
    );
    const customer = rows[0]?.id ?? 0;
    const of = (inPanel: number | null, condition: string) =>
      asReader(user, inPanel, async (client) => {
        const counts: [string, string][] = [];
        for (const [view, { campos }] of Object.entries(ENTITIES).filter(([name]) => LISTED[name])) {
          if (!('cliente_id' in campos)) continue;
          // In the panel, agendas of colleagues are shown as well.
          if (view === 'agendas') continue;
          const { rows: found } = await client.query(
            `select count(*)::text as n from relatorio.${view} where ${condition}`,
          );
          counts.push([view, found[0]?.n]);
        }
        return counts;
      });
    expect(await of(customer, 'true')).toEqual(await of(null, `cliente_id = ${customer}`));
    const asking = { server, user, token: await server.sessionOf(user.id), sample: async () => [] };
    const agendas = await asReader(
      user,
      customer,
      async (client) => (await client.query('select agenda_id as id from relatorio.agendas')).rows,
    );
    const history = (tipo: string) =>
      pages(asking, `/callcenter/agendas/historico?idCli=${customer}&tipo=${tipo}`);
    const shown = [...(await history('A')), ...(await history('C'))];
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
    expect(ids(agendas)).toEqual(ids(shown));
  });
});

describe('figures of sales', () => {
  const sums = async (sql: string) =>
    asReader(admin, null, async (client) => (await client.query({ text: sql, rowMode: 'array' })).rows);

  it('are the ones that goals are counted by, to the cent', async () => {
    const { rows: months } = await server.deps.pool.query<{ mes: string }>(
      "select distinct to_char(month, 'YYYY-MM') as mes from goals order by 1",
    );
    for (const body of months) {
      const { status } = await server.call('POST', '/callcenter/objetivos-operadores/apurar', {
        token,
        body,
      });
      expect(status).toBe(200);
    }
    const differing = await sums(
      `select m.pessoa_id, m.mes, m.realizado, m.lucro_realizado, p.valor, p.lucro
       from relatorio.metas m left join (
         select vendedor_id, date_trunc('month', faturado_em)::date as mes, sum(valor_produtos) as valor, sum(lucro) as lucro
         from relatorio.pedidos where vendido group by 1, 2
       ) p on p.vendedor_id = m.pessoa_id and p.mes = m.mes
       where (m.realizado, m.lucro_realizado) is distinct from (coalesce(p.valor, 0), coalesce(p.lucro, 0))`,
    );
    expect(months.length).toBeGreaterThan(2);
    expect(differing).toEqual([]);
  });

  it('of an order are those of its lines, and the share of its profit is its margin', async () => {
    const differing = await sums(
      `select p.pedido_id, p.lucro, i.lucro, p.margem
       from relatorio.pedidos p join (
         select pedido_id, count(*) as itens, sum(valor_vendido) as valor, sum(custo) as custo, sum(lucro) as lucro
         from relatorio.itens_pedido group by 1
       ) i on i.pedido_id = p.pedido_id
       where (p.itens, p.subtotal, p.custo, p.lucro + p.desconto_cupom) is distinct from (i.itens, i.valor, i.custo, i.lucro)
         or abs(p.lucro * 100 / nullif(p.valor_produtos, 0) - p.margem) > 0.00000001`,
    );
    expect(differing).toEqual([]);
  });

  it('say no margin where the page of an order says none, and no cost to people outside', async () => {
    const { pool, db } = server.deps;
    await pool.query(
      `insert into parameters (area, key, branch_id, value) values ('CALLCENTER', 'exibeMargemLucro', 2, 'false'),
         ('CALLCENTER', 'statusPedido', 0, '{"ENTREGUE": "Na mão do cliente", "ATIVO": {"rotulo": "Valendo"}}')
       on conflict (area, key, branch_id) do update set value = excluded.value`,
    );
    const shown = `select filial_id, bool_or(margem is not null) as margem, bool_or(custo is not null) as custo,
        bool_or(lucro is not null) as lucro
      from relatorio.pedidos where filial_id in (1, 2) group by 1 order by 1`;
    const expected = [
      [1, true, true, true],
      [2, false, false, false],
    ];
    expect(await sums(shown)).toEqual(expected);
    expect(
      await sums(
        shown.replace('margem is', 'lucro is').replace('relatorio.pedidos', 'relatorio.itens_pedido'),
      ),
    ).toEqual(expected);
    const { rows } = await pool.query<{ id: number }>(
      "select id from people where type = 'REPRESENTANTE' and representative_id is not null order by id limit 1",
    );
    const outside = await personById(db, rows[0]?.id ?? 0);
    const seen = await asReader(outside as never, null, async (client) => (await client.query(shown)).rows);
    expect(seen.length).toBeGreaterThan(0);
    for (const row of seen) expect(Object.values(row).slice(2)).toEqual([false, false]);
    const seller = await personOf('VENDEDOR');
    const ofLines =
      'select count(*)::integer as n, count(custo)::integer as custo, count(lucro)::integer as lucro from';
    const [lines] = await asReader(
      seller,
      null,
      async (client) => (await client.query(`${ofLines} relatorio.itens_pedido`)).rows,
    );
    expect([lines.n > 0, lines.custo, lines.lucro]).toEqual([true, 0, 0]);
    const [catalogue] = await asReader(
      seller,
      null,
      async (client) =>
        (
          await client.query(
            'select count(*)::integer as n, count(custo)::integer as custo from relatorio.produtos',
          )
        ).rows,
    );
    expect([catalogue.n > 0, catalogue.custo]).toEqual([true, 0]);
    const names = await sums('select distinct situacao_nome from relatorio.pedidos');
    expect(names.flat()).toEqual(expect.arrayContaining(['Na mão do cliente', 'Valendo', 'Faturado']));
  });

  it('have the words of the catalogues for each status', async () => {
    await server.deps.pool.query("delete from parameters where key = 'statusPedido'");
    const known = new Map(orderStatus.map(({ value, label }) => [String(value), label]));
    const named = (await sums(
      'select distinct situacao, situacao_nome from relatorio.pedidos',
    )) as string[][];
    expect(named.length).toBeGreaterThan(15);
    for (const [value = '', label] of named) expect([value, label]).toEqual([value, known.get(value)]);
  });
});
