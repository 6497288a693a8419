import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sumDecimals } from '#contract/rules/decimal.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { publishedDefinitions } from '#server/config/definitions/queries.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { seedDemo } from '#server/db/seed/index.ts';
import { DATA_SETS } from '#server/sac/reports/dataSetFields.ts';
import { reportKind } from '#server/sac/reports/rules.ts';
import { FITS, readRows } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

jest.setTimeout(240_000);

let server: TestServer;
let token: string;
let reports: Awaited<ReturnType<typeof publishedDefinitions<ReportDefinition>>>;
beforeAll(async () => {
  server = await testServer();
  await seedDemo(server.deps.db, server.deps.pool, { tickets: 400 });
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "select id from people where type = 'GERENTE' order by id limit 1",
  );
  token = await server.sessionOf(rows[0]?.id ?? 0);
  reports = await publishedDefinitions<ReportDefinition>(server.deps.db, 'reports');
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

const run = async (key: string, filtros: object = {}) => {
  const { status, body } = await server.call('POST', `/sac/relatorios/${key}`, { token, body: filtros });
  if (status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
  return body.data as {
    linhas: (string | number | null)[][];
    totais: Record<string, string>;
    colunas: { campo: string }[];
  };
};
const wide = () => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { periodo: { inicio: day(Date.now() - 700 * 86_400_000), fim: day(Date.now() + 86_400_000) } };
};

describe('report views', () => {
  it.each(Object.keys(DATA_SETS))('%s has the columns that its data set declares', async (name) => {
    const columns = await withReader(
      server.deps,
      { person: admin, zone: 'America/Sao_Paulo', customer: null, name: 'prova', timeout: 30_000 },
      async (client) => (await readRows(client, { text: `select * from relatorio.${name}` }, [], 0)).columns,
    );
    const shown = columns.filter(({ name: column }) => column !== 'campos');
    const fields = DATA_SETS[name]?.campos ?? {};
    expect(shown.map((column) => column.name).sort()).toEqual(Object.keys(fields).sort());
    for (const { name: column, kind } of shown)
      expect([column, FITS[fields[column]?.tipo ?? 'TEXTO']]).toEqual([
        column,
        expect.arrayContaining([kind]),
      ]);
  });
});

describe('shipped reports', () => {
  it('are fourteen and pass all checks of publishing, including their own tests', async () => {
    expect(reports.map(({ key }) => key)).toHaveLength(14);
    for (const { key, content } of reports)
      expect([
        key,
        await reportKind.problems(content as unknown as Content, { ...server.deps, user: null }),
      ]).toEqual([key, []]);
  });

  it('return rows for the demonstration company', async () => {
    for (const { key, content } of reports) {
      const needs = (name: string) => name in (content.parametros.schema.properties as object);
      const { linhas } = await run(key, {
        ...(needs('periodo') && wide()),
        ...(needs('por') && { por: 'tipo' }),
        ...(key === 'clientes-sem-compra' && { dias: '30' }),
      });
      expect([key, linhas.length > 0]).toEqual([key, true]);
    }
  });

  it('add up returns like an independent query', async () => {
    const { totais } = await run('devolucoes-por-motivo', wide());
    const { rows } = await server.deps.pool.query<{ quantity: string; worth: string; cost: string }>(
      `select sum(q.n)::text as quantity,
         sum(round(q.n * coalesce(b.unit_price_no_tax, i.unit_price), 2) + (
           select coalesce(sum(round((tax.value ->> 'valor')::numeric * q.n / b.purchased, 2)), 0)
           from jsonb_each(coalesce(b.taxes, '{}')) tax where tax.key not in ('icms', 'icmsPartilha')
         ))::text as worth,
         (select sum(c.amount) from ticket_costs c join tickets t on t.id = c.ticket_id join ticket_types k on k.id = t.type_id
          where k.key in ('DEVOLUCAO', 'AVARIA_TRANSPORTE') and t.status <> 'CANCELADO'
            and exists (select from ticket_items x where x.ticket_id = t.id))::text as cost
       from ticket_items i join tickets t on t.id = i.ticket_id join ticket_types k on k.id = t.type_id
         left join invoice_items b on b.id = i.invoice_item_id
         cross join lateral (select case when i.status = 'N' then 0 when i.status = 'AN' then i.requested
           when i.checked is not null then i.checked else i.authorized end as n) q
       where k.key in ('DEVOLUCAO', 'AVARIA_TRANSPORTE') and t.status <> 'CANCELADO'`,
    );
    const [sum] = rows;
    expect(Number(totais.quantidade)).toBe(Number(sum?.quantity));
    expect(Number(totais.valor)).toBe(Number(sum?.worth));
    // Distributed with four decimals per line: the sum is the cost to the cent.
    expect(Number(totais.custo)).toBeCloseTo(Number(sum?.cost ?? 0), 1);
    const byProduct = await run('devolucoes-por-produto', wide());
    expect(byProduct.totais.valor).toBe(totais.valor);
  });

  it('count open tickets by age like an independent query', async () => {
    const { linhas, totais, colunas } = await run('envelhecimento-de-tickets');
    const { rows } = await server.deps.pool.query<{ open: string; late: string; fresh: string }>(
      `select count(*) as open, count(*) filter (where due_at < now()) as late,
         count(*) filter (where now() - created_at <= interval '48 hours 7 minutes') as fresh
       from tickets where status not in ('FINALIZADO', 'CANCELADO') and not archived`,
    );
    expect([totais.abertos, totais.atrasados]).toEqual([String(rows[0]?.open), String(rows[0]?.late)]);
    const place = (name: string) => colunas.findIndex(({ campo }) => campo === name);
    const ages = ['ate_2', 'de_3_a_7', 'de_8_a_15', 'de_16_a_30', 'mais_de_30'].map(place);
    for (const row of linhas)
      expect(sumDecimals(ages.map((index) => String(row[index])))).toBe(String(row[place('abertos')]));
  });
});
