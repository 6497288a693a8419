import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { ENTITIES } from '#contract/map/index.ts';
import { PERSON_TYPES } from '#contract/permissions.ts';
import { STANDARD_TYPE_KEYS } from '#contract/records/index.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { initialValues } from '#contract/rules/reports/parameterValues.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { publishedDefinitions } from '#server/config/definitions/queries.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { seedDemo } from '#server/db/seed/index.ts';
import { definitions, definitionVersions, records } from '#server/db/tables/index.ts';
import { compileQuery } from '#server/sac/reports/guard/compileQuery.ts';
import { checkedStatement } from '#server/sac/reports/guard/validateSql.ts';
import { reportKind } from '#server/sac/reports/rules.ts';
import { bindValues } from '#server/sac/reports/run/prepareRun.ts';
import { FITS, readRows } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { LISTED } from './listedRows.ts';
import { createViewsBefore, differingRows, overViewsBefore } from './viewsBefore.ts';

const KEY = 'contratos-comodato';

/** Reports that count each ticket: one that was merged into another is the same matter, told twice. */
const COUNTING = ['cliente-tickets', 'retrabalho-e-reaberturas', 'tickets-por-dia'];

/** Reports whose figures were wrong over the first views, or that ask for what those did not have. */
const CORRECTED = ['clientes-sem-compra', 'devolucao-por-venda', ...COUNTING];

jest.setTimeout(600_000);

let server: TestServer;
let token: string;
/** The views as they were first defined, with their columns. */
let before: Map<string, string[]>;
let reports: Awaited<ReturnType<typeof publishedDefinitions<ReportDefinition>>>;
beforeAll(async () => {
  server = await testServer();
  await seedDemo(server.deps.db, server.deps.pool, { tickets: 400 });
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "select id from people where type = 'GERENTE' order by id limit 1",
  );
  token = await server.sessionOf(rows[0]?.id ?? 0);
  reports = await publishedDefinitions<ReportDefinition>(server.deps.db, 'reports');
  // The reader exists once somebody has read.
  await asReader(admin, null, async () => {});
  before = await createViewsBefore(server.deps.pool, 'relatorio_leitor');
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

const run = async (key: string, filtros: object = {}) => {
  const { status, body } = await server.call('POST', `/sac/relatorios/${key}`, { token, body: filtros });
  if (status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
  return body.data as {
    linhas: (string | number | null)[][];
    totais: Record<string, string>;
    colunas: { campo: string }[];
  };
};
const firstChoice = ({ parametros }: ReportDefinition) =>
  (parametros.schema.properties as { por: { enum: string[] } }).por.enum[0];

/** The days that a report may ask for at once. */
const mostDays = ({ parametros }: ReportDefinition) =>
  (parametros.schema.properties as { periodo?: { 'x-periodo'?: { dias?: number } } }).periodo?.['x-periodo']
    ?.dias;

/** So many days up to tomorrow. */
const wide = (days = 702) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return { periodo: { inicio: day(days - 2), fim: day(-1) } };
};

describe('report views', () => {
  it.each(Object.keys(ENTITIES))('%s has the columns that its entity declares', async (name) => {
    const columns = await withReader(
      server.deps,
      { person: admin, zone: 'America/Sao_Paulo', customer: null, name: 'prova', timeout: 30_000 },
      async (client) => (await readRows(client, { text: `select * from relatorio.${name}` }, [], 0)).columns,
    );
    const shown = columns.filter(({ name: column }) => column !== 'campos');
    const fields = ENTITIES[name]?.campos ?? {};
    expect(shown.map((column) => column.name).sort()).toEqual(Object.keys(fields).sort());
    for (const { name: column, kind } of shown)
      expect([column, FITS[fields[column]?.tipo ?? 'TEXTO']]).toEqual([
        column,
        expect.arrayContaining([kind]),
      ]);
  });
});

describe('rows of a report view', () => {
  let people: { type: string; id: number }[];
  const seen = new Map<string, number>();
  beforeAll(async () => {
    const { db, pool } = server.deps;
    await addOwnRecords();
    ({ rows: people } = await pool.query('select distinct on (type) type, id from people order by type, id'));
    expect(people.map(({ type }) => type).sort()).toEqual([...PERSON_TYPES].sort());
    expect(await db.$count(records)).toBeGreaterThan(0);
  });

  /** Several records of an own type: of each of some customers, without one, and with references. */
  async function addOwnRecords() {
    const { db, pool } = server.deps;
    const type = JSON.parse(readFileSync('tests/support/recordTypes/contratos-comodato.json', 'utf8'));
    const own = { kind: 'records' as const, key: KEY };
    await db
      .insert(definitionVersions)
      .values({ ...own, version: 1, content: type, hash: 'contratos', source: 'ESTUDIO' });
    await db.insert(definitions).values({ ...own, publishedVersion: 1, origin: 'PROPRIA' });
    await pool.query(
      `insert into records (type, key, name, customer_id, branch_id, data)
       select $1, 'CT-' || c.id, 'Contrato', case when c.id % 5 > 0 then c.id end,
         case when c.id % 3 > 0 then (select min(branch_id) from customer_branches b where b.customer_id = c.id) end,
         jsonb_build_object('cliente', c.id, 'valor', '10', 'responsavel', 1, 'ticket', c.id)
       from customers c`,
      [KEY],
    );
  }

  it('is compared for every view that there is', async () => {
    const { rows } = await server.deps.pool.query<{ name: string }>(
      "select viewname as name from pg_views where schemaname = 'relatorio' order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual([...before.keys(), ...Object.keys(LISTED)].sort());
  });

  it.each(PERSON_TYPES)(
    'are those of the first definition for %s, also in the panel of a customer',
    async (type) => {
      const { db, pool } = server.deps;
      const person = await personById(db, people.find((one) => one.type === type)?.id ?? 0);
      if (!person) throw new Error(`nobody is ${type}`);
      const { rows } = await pool.query<{ id: number }>(
        'select customer_id as id from tickets order by id limit 1',
      );
      const cadastros = [KEY, ...STANDARD_TYPE_KEYS];
      for (const customer of [null, rows[0]?.id ?? 0])
        await asReader({ ...person, cadastros }, customer, async (client) => {
          for (const [view, columns] of before) {
            const { rows: found } = await client.query(differingRows(view, columns));
            expect([view, customer, found[0]?.differing]).toEqual([view, customer, '0']);
            seen.set(view, (seen.get(view) ?? 0) + Number(found[0]?.all_rows));
          }
        });
    },
  );

  it('were there to be compared', () => {
    expect([...before.keys()].filter((view) => !seen.get(view))).toEqual([]);
  });
});

describe('a compiled query', () => {
  const rowsOf = (text: string): Promise<unknown[]> =>
    asReader(admin, null, async (client) => (await client.query({ text, rowMode: 'array' })).rows);
  const compiled = (query: DeclarativeQuery, rows?: number): string => {
    const made = compileQuery(query, [], ENTITIES, rows);
    if (!('sql' in made)) throw new Error(JSON.stringify(made.problems));
    return made.sql;
  };
  const keyed = Object.entries(ENTITIES).flatMap(([name, { chave }]) => {
    const [key, ...more] = chave;
    return key !== undefined && more.length === 0 ? [[name, key]] : [];
  });

  it.each(keyed)(
    'of %s gives the same rows whether keys are read first or not',
    async (name = '', key = '') => {
      const colunas = Object.keys(ENTITIES[name]?.campos ?? {}).map((campo) => ({ campo, como: campo }));
      for (const coluna of colunas.slice(0, 6).map(({ como }) => como)) {
        const ordem = [coluna, key].map((each) => ({ coluna: each, direcao: 'DESC' as const }));
        const query = { tipo: 'DECLARATIVA' as const, conjunto: name, colunas, ordem };
        expect(compiled(query, 7)).toContain('any (array(');
        expect(compiled(query)).not.toContain('any (array(');
        expect(await rowsOf(compiled(query, 7))).toEqual((await rowsOf(compiled(query))).slice(0, 7));
      }
    },
  );

  it.each(Object.keys(ENTITIES))(
    'of %s compares each field in its own type, as its text would',
    async (name) => {
      for (const [campo, { tipo }] of Object.entries(ENTITIES[name]?.campos ?? {})) {
        const found = (await rowsOf(
          `select distinct ${campo}::text from relatorio.${name} where ${campo}::text <> '' order by 1 limit 2`,
        )) as string[][];
        const valor = [...found.flat(), 'nenhum, de nenhum tipo'];
        for (const operador of ['EM', 'DIFERENTE'] as const) {
          const colunas = [{ como: 'quantos', agregacao: 'CONTAGEM' as const }];
          const filtros = [{ campo, operador, valor }];
          const sql = compiled({ tipo: 'DECLARATIVA', conjunto: name, colunas, filtros });
          expect([campo, sql.includes(`${campo}::text`)]).toEqual([campo, false]);
          const list = valor.map((each) => `'${each.replaceAll("'", "''")}'`).join(', ');
          const not = operador === 'EM' ? '' : 'not ';
          const plain = `select count(*) from relatorio.${name} where ${not}(${campo}::text in (${list}))`;
          expect([campo, tipo, operador, await rowsOf(sql)]).toEqual([
            campo,
            tipo,
            operador,
            await rowsOf(plain),
          ]);
        }
      }
    },
  );
});

describe('shipped reports', () => {
  it('are twenty-six and pass all checks of publishing, including their own tests', async () => {
    expect(reports.map(({ key }) => key)).toHaveLength(26);
    for (const { key, content } of reports)
      expect([
        key,
        await reportKind.problems(content as unknown as Content, { ...server.deps, user: null }),
      ]).toEqual([key, []]);
  });

  it('have the rows that they had over the first views', async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const { key, content } of reports) {
      const checked = await checkedStatement(content, ENTITIES);
      if ('problems' in checked) throw new Error(`${key}: ${checked.problems[0]?.message}`);
      const { text, placeholders } = checked.bound;
      if (Object.keys(LISTED).some((view) => new RegExp(`relatorio\\.${view}\\b`).test(text))) continue;
      if (CORRECTED.includes(key)) continue;
      const given = {
        ...initialValues(parametersOf(content.parametros), today),
        ...wide(),
        por: 'filial',
        dias: '30',
      };
      const values = bindValues(placeholders, given);
      const older = overViewsBefore(text);
      expect([key, older]).not.toEqual([key, text]);
      const sql = `select count(*)::text as n from (((${text}) except all (${older})) union all ((${older}) except all (${text}))) d`;
      const { rows } = await asReader(admin, null, (client) => client.query(sql, values));
      expect([key, rows[0]?.n]).toEqual([key, '0']);
    }
  });

  it('count a ticket that was merged into another once', async () => {
    const counted = async () => {
      const totals = [];
      for (const key of COUNTING) {
        const content = reports.find((report) => report.key === key)?.content as ReportDefinition;
        const { linhas, colunas } = await run(key, {
          ...wide(mostDays(content)),
          ...(key === 'retrabalho-e-reaberturas' && { por: firstChoice(content) }),
        });
        const place = colunas.findIndex(({ campo }) => ['abertos', 'quantidade', 'tickets'].includes(campo));
        totals.push(linhas.reduce((sum, row) => sum + Number(row[place]), 0));
      }
      return totals;
    };
    const before = await counted();
    // As merging leaves a ticket (server/sac/tickets/merge).
    await server.deps.pool.query(
      `update tickets set status = 'CANCELADO', archived = true,
         merged_into_id = (select min(id) from tickets)
       where id = (select max(id) from tickets where status <> 'FINALIZADO')`,
    );
    expect(await counted()).toEqual(before.map((count) => count - 1));
  });

  it('return rows for the demonstration company', async () => {
    for (const { key, content } of reports) {
      const needs = (name: string) => name in (content.parametros.schema.properties as object);
      const { linhas } = await run(key, {
        ...(needs('periodo') && wide(mostDays(content))),
        ...(needs('por') && { por: firstChoice(content) }),
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

  it('count and sum sales like the lists of quotes and orders and like the goals', async () => {
    const { periodo } = wide();
    const listed = async (noun: string, of = '') => {
      const url = `/callcenter/${noun}?take=1&dtIni=${periodo.inicio}&dtFim=${periodo.fim}${of}`;
      return (await server.call('GET', url, { token })).body.paginator.total as number;
    };
    const orders = await listed('pedidos');
    const cancelled = await listed('pedidos', '&st=CANCELADO&st=REJEITADO');
    expect(cancelled).toBeGreaterThan(0);
    const funnel = await run('funil-de-vendas', { periodo });
    expect(funnel.linhas.map((row) => row[1])).toEqual([
      (await listed('orcamentos')) + orders,
      orders - cancelled,
      await listed('pedidos', '&st=FATURADO&st=TRANSPORTE&st=ENTREGUE'),
      await listed('pedidos', '&st=ENTREGUE'),
    ]);
    const lost = await run('orcamentos-perdidos-por-motivo', { periodo });
    expect(lost.totais.orcamentos).toBe(String(await listed('orcamentos', '&st=PERDIDO')));
    const goals = await run('metas', { periodo });
    const months = goals.linhas.map((row) => String(row[0])).sort();
    const since = { inicio: months[0], fim: periodo.fim };
    const { totais } = await run('margem-por-vendedor', { periodo: since });
    const ranking = await run('ranking-de-vendedores', { periodo: since });
    expect([totais.valor, totais.lucro]).toEqual([goals.totais.realizado, goals.totais.lucro_realizado]);
    expect(ranking.totais.valor).toBe(goals.totais.realizado);
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
