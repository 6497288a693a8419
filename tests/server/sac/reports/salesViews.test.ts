import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { orderStatus } from '#contract/catalogs/orderStatus.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { grantsOf, PERSON_TYPES, type PersonType } from '#contract/permissions.ts';
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
  grants: grantsOf(['PRECO_NEGOCIADO', 'PRECO_NEGOCIADO_DECIDIR']),
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

/** Stands in the condition of an index that reads only what is asked for. */
const MARKS: Readonly<Record<string, [literal: string, mark: string]>> = {
  DATA: ["'2031-07-09'::date", '2031-07-09'],
  DATAHORA: ["'2031-07-09'::timestamptz", '2031-07-09'],
  INTEIRO: ['987654321', '987654321'],
  TEXTO: ["'nenhum-tal'", 'nenhum-tal'],
};

/** Columns of so few values that PostgreSQL steps over them where an index begins with them. */
const FEW = ['archived', 'stage', 'status'];

interface Node {
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const bare = (text: string) => text.replace(/[()\s]/g, '');

describe('what bounds a query', () => {
  const fields = Object.entries(ENTITIES).flatMap(([name, { campos, limites }]) =>
    [
      ...(limites?.periodo ?? []).map((campo) => [campo, '>='] as const),
      ...(limites?.chaves ?? []).map((campo) => [campo, '='] as const),
    ].map(([campo, operator]) => [name, campo, operator, campos[campo]?.tipo ?? 'TEXTO'] as const),
  );

  it.each(fields)('%s.%s is found by an index that begins with it', async (name, campo, operator, tipo) => {
    const [literal, mark] = MARKS[tipo] ?? ['', ''];
    const plan = await asReader(admin, null, async (client) => {
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query(
        `explain (format json) select 1 from relatorio.${name} where ${campo} ${operator} ${literal}`,
      );
      return rows[0]['QUERY PLAN'][0].Plan as Node;
    });
    const scans = nodesOf(plan).filter((node) => node['Index Cond']?.includes(mark));
    const found: [string | undefined, string, boolean][] = [];
    for (const { 'Index Name': index, 'Index Cond': condition = '' } of scans) {
      const { rows } = await server.deps.pool.query<{ key: string }>(
        `select pg_get_indexdef(i.indexrelid, n, false) as key
         from pg_index i cross join generate_series(1, i.indnkeyatts) n where i.indexrelid = to_regclass($1) order by n`,
        [`public.${index}`],
      );
      const first = rows.map(({ key }) => key).find((key) => !FEW.includes(key)) ?? '';
      const clause = condition.split(' AND ').find((each) => each.includes(mark)) ?? '';
      found.push([index, first, bare(clause).includes(bare(first))]);
    }
    expect(found).toContainEqual([expect.any(String), expect.any(String), true]);
  });
});

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
    // What the company calls them is said where rows are shown.
    expect(names.flat()).toEqual(expect.arrayContaining(['Entregue', 'Ativo', 'Faturado']));
    for (const name of ['Na mão do cliente', 'Valendo']) expect(names.flat()).not.toContain(name);
  });

  it('show costs of lines and products to those who may decide about prices, whoever they are', async () => {
    const counted = async (type: PersonType, held: Parameters<typeof grantsOf>[0]) =>
      asReader({ ...(await personOf(type)), grants: grantsOf(held) }, null, async (client) => {
        const { rows } = await client.query<{ n: number; costs: number }>(
          `select count(*)::integer as n, count(custo)::integer as costs from relatorio.itens_pedido where filial_id <> 2
           union all select count(*)::integer, count(custo)::integer from relatorio.produtos`,
        );
        return rows.map(({ n, costs }) => [n > 0, costs === n ? 'all' : costs]);
      });
    const decides = ['PRECO_NEGOCIADO', 'PRECO_NEGOCIADO_DECIDIR'] as const;
    for (const type of ['SUPERVISOR', 'OPERADOR'] as const) {
      expect([type, await counted(type, [])]).toEqual([
        type,
        [
          [true, 0],
          [true, 0],
        ],
      ]);
      expect([type, await counted(type, decides)]).toEqual([
        type,
        [
          [true, 'all'],
          [true, 'all'],
        ],
      ]);
    }
  });

  it.each(PERSON_TYPES)(
    'of a customer are those of the branches that %s sees, without what was no sale',
    async (type) => {
      const { pool } = server.deps;
      await pool.query(`update invoices set status = 'CANCELADA', cancelled_at = now() where id % 7 = 0;
      update invoices set kind = 'BONIFICACAO' where id % 7 > 0 and id % 11 = 0`);
      const [bought, branches] = await asReader(await personOf(type), null, async (client) => [
        (await client.query('select cliente_id, notas, comprado::float8 from relatorio.clientes order by 1'))
          .rows,
        (await client.query('select filial_id from relatorio.filiais')).rows.map(
          ({ filial_id }) => filial_id,
        ),
      ]);
      const { rows } = await pool.query(
        `select c.id as cliente_id, count(v.id)::integer as notas, coalesce(sum(v.total), 0)::float8 as comprado
       from customers c left join invoices v on v.customer_id = c.id and v.branch_id = any ($1)
         and v.status = 'AUTORIZADA' and v.kind = 'VENDA'
       where c.id = any ($2) group by 1 order by 1`,
        [branches, bought?.map(({ cliente_id }) => cliente_id)],
      );
      expect(bought).toEqual(rows);
    },
  );

  it.each([
    ...[
      'Entregue',
      'ENTREGUE AO DESTINATÁRIO',
      'Entregue pela transportadora',
      'Volumes entregues',
      'Entregue na portaria',
    ],
    ...[
      'Entregue ao destinatário pelo motorista',
      'Previsto para 10/05. Entregue em 09/05',
      'Entregue a João (recepção)',
    ],
  ])('take "%s" for a delivery', async (words) => {
    const { rows } = await server.deps.pool.query('select relatorio.diz_entregue($1) as says', [words]);
    expect(rows).toEqual([{ says: true }]);
  });

  it.each([
    ...[
      'Entregue à transportadora',
      'Entregue ao transportador',
      'Mercadoria entregue para a transportadora parceira',
    ],
    ...[
      'Entregue para redespacho',
      'Entregue aos Correios',
      'Entregue na unidade de destino',
      'Entregue ao motorista',
    ],
    ...[
      'Previsto para ser entregue',
      'Será entregue hoje',
      'A ser entregue',
      'Previsão de entregue',
      'Saiu para ser entregue',
    ],
    ...[
      'Saiu para entrega',
      'Objeto saiu para entrega ao destinatário',
      'Não entregue',
      'Objeto não foi entregue',
    ],
    ...['Ainda não entregue: ausente', 'Entregue ao remetente', 'Em trânsito', 'Tentativa de entrega', ''],
  ])('take "%s" for none', async (words) => {
    const { rows } = await server.deps.pool.query('select relatorio.diz_entregue($1) as says', [words]);
    expect(rows).toEqual([{ says: false }]);
  });

  it('have the words of the catalogues for each status', async () => {
    const known = new Map(orderStatus.map(({ value, label }) => [String(value), label]));
    const named = (await sums(
      'select distinct situacao, situacao_nome from relatorio.pedidos',
    )) as string[][];
    expect(named.length).toBeGreaterThan(15);
    for (const [value = '', label] of named) expect([value, label]).toEqual([value, known.get(value)]);
  });
});
