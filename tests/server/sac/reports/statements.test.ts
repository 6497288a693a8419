import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VIEWS } from '#server/db/guard/allowed.ts';
import { checkSql } from '#server/db/guard/checkSql.ts';
import { passCostGate, queryExtended } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

/** What an author of reports writes, each run by the reader role on the views. */
const LEGITIMATE: Record<string, string> = {
  'a WITH query': `with abertos as (select * from relatorio.tickets where aberto)
    select filial, count(*) from abertos group by filial`,
  'several WITH queries, one kept apart': `with a as materialized (select filial, valor from relatorio.itens),
    b (loja, soma) as (select filial, sum(valor) from a group by 1) select * from b order by soma desc`,
  'a rank within a group': `select ticket_id, row_number() over (partition by filial order by criado_em desc)
    from relatorio.tickets`,
  'a moving sum': `select ticket_id, sum(valor) over (order by ticket_id rows between 2 preceding and current row)
    from relatorio.itens`,
  'a named window': `select first_value(filial) over w, last_value(filial) over w, ntile(4) over w
    from relatorio.tickets window w as (partition by tipo order by criado_em)`,
  'the month before': `select date_trunc('month', criado_em), count(*), lag(count(*)) over (order by date_trunc('month', criado_em))
    from relatorio.tickets group by 1`,
  'the last event of each ticket': `select t.ticket_id, u.em from relatorio.tickets t left join lateral
    (select e.criado_em as em from relatorio.eventos e where e.ticket_id = t.ticket_id order by e.criado_em desc limit 1) u on true`,
  'a count of some rows': `select count(*) filter (where aberto), count(*) filter (where not aberto) from relatorio.tickets`,
  'a share in per cent': `select round(100.0 * count(*) filter (where aberto) / nullif(count(*), 0), 2) from relatorio.tickets`,
  'CASE in both forms': `select case when aberto then 'A' else 'F' end, case tipo when 'X' then 1 else 0 end from relatorio.tickets`,
  'a JSON object of a row': `select jsonb_build_object('filial', left(filial, 40), 'dias', dias)::text from relatorio.tickets`,
  'a JSON list of a group': `select tipo, jsonb_agg(filial order by filial)::text from relatorio.tickets group by tipo`,
  'a field within a field': `select campos -> 'medidas' ->> 'altura', campos #>> '{medidas,altura}', campos ? 'rota'
    from relatorio.tickets`,
  'how many a list has': `select jsonb_array_length(campos -> 'lista') from relatorio.tickets
    where jsonb_typeof(campos -> 'lista') = 'array'`,
  'a row for each item of a list': `select t.ticket_id, l.item from relatorio.tickets t
    cross join lateral jsonb_array_elements_text(t.campos -> 'lista') as l (item)`,
  'a row for each field': `select e.key, e.value, count(*) from relatorio.tickets t, jsonb_each_text(t.campos) as e group by 1, 2`,
  'days between': `select criado_em::date - 30, current_date - criado_em::date, age(now(), criado_em) from relatorio.tickets`,
  'intervals and hours':
    `select criado_em + interval '1 day', extract(epoch from now() - criado_em) / 3600, make_interval(days => 2)::text
    from relatorio.tickets`.replace('make_interval(days => 2)', 'make_interval(0, 0, 0, 2)'),
  'a quarter of an hour': `select date_bin('15 minutes', criado_em, timestamptz '2020-01-01 00:00Z'), count(*) from relatorio.tickets group by 1`,
  'a month in a zone, as text': `select to_char(criado_em at time zone 'America/Sao_Paulo', 'YYYY-MM') from relatorio.tickets`,
  'periods that overlap': `select ticket_id from relatorio.tickets
    where (criado_em, coalesce(finalizado_em, now())) overlaps (now() - interval '7 days', now())`,
  'a list in one cell': `select string_agg(distinct filial, ', ' order by filial),
    array_to_string(array_agg(distinct tipo), ', ') from relatorio.tickets`,
  'the first of a group': `select (array_agg(filial order by criado_em desc))[1] from relatorio.tickets group by tipo`,
  'the median': `select percentile_cont(0.5) within group (order by valor) from relatorio.itens`,
  subtotals: `select filial, tipo, grouping(filial, tipo), count(*) from relatorio.tickets group by rollup (filial, tipo)`,
  'the newest of each': `select distinct on (filial) filial, ticket_id from relatorio.tickets order by filial, ticket_id desc`,
  'two columns compared at once': `select count(distinct (filial, tipo)) from relatorio.tickets
    where (filial, tipo) in (select filial, tipo from relatorio.itens)`,
  'sets of rows': `select filial from relatorio.tickets union all select filial from relatorio.itens
    except select filial from relatorio.filiais`,
  'rows written in the query': `select v.nome, count(t.ticket_id) from (values ('A', true), ('F', false)) as v (nome, aberto)
    left join relatorio.tickets t on t.aberto = v.aberto group by 1`,
  'rows without a partner': `select ticket_id from relatorio.tickets t
    where not exists (select 1 from relatorio.itens i where i.ticket_id = t.ticket_id)`,
  'texts put in shape': `select lpad(ticket_id::text, 8, '0'), upper(trim(filial)), translate(cliente, '.-', ''), split_part(filial, ' ', 1)
    from relatorio.tickets`,
  'a page of a list': `select ticket_id from relatorio.tickets order by criado_em desc nulls last limit 10 offset 5`,
};

/** The same means, turned against the server; guard.test.ts has those with other means. */
const HOSTILE: Record<string, string> = {
  'rows of its own': 'select * from generate_series(1, 1000000000)',
  'rows of its own, sideways': 'select * from relatorio.tickets t, lateral generate_series(1, t.ticket_id) s',
  'a folder as rows': "select * from pg_ls_dir('/') as pasta",
  'a file as rows': "select * from pg_read_file('/etc/passwd') as texto",
  'another server as rows': "select * from dblink('host=x', 'select 1') as t (a int)",
  'a function of another schema as rows': "select * from public.jsonb_each_text('{}') as e",
  'a quoted function as rows': 'select * from "pg_ls_waldir"() as e',
  'two functions as rows': 'select * from rows from (unnest(array[1]), pg_ls_waldir()) as e',
  'a function as rows within another': "select * from unnest(array[pg_read_file('x')]) as e",
  'columns made up': "select * from jsonb_to_recordset('[]') as x (a int)",
  'rows in a cell': 'select unnest(array[1, 2])',
  'rows in a cell, of a field': 'select jsonb_array_elements(campos) from relatorio.tickets',
  'settings through a lateral':
    "select * from relatorio.tickets t, lateral (select set_config('a', 'b', false)) s",
  'settings in a filter':
    "select count(*) filter (where set_config('a', 'b', false) = 'b') from relatorio.tickets",
  'sleep in a window': 'select sum(dias) over (order by (select pg_sleep(9))) from relatorio.tickets',
  'sleep in CASE': 'select case when true then pg_sleep(9)::text end',
  'a table in WITH': 'with t as (select * from public.people) select * from t',
  'a table in a lateral': 'select * from relatorio.tickets t, lateral (select * from sessions) s',
  'a table in a JSON object': "select jsonb_build_object('a', (select password_hash from people limit 1))",
  'a write in WITH': 'with t as (delete from relatorio.tickets returning 1) select * from t',
  'a row as XML': "select query_to_xml('select 1', true, true, '')",
  'a field of a row': 'select (t).ticket_id from relatorio.tickets t',
  'a row made of parts': 'select row(1, 2)',
  'a slice of an array': 'select (array_agg(tipo))[1:2] from relatorio.tickets',
  'an element by a subquery':
    'select (array_agg(tipo))[(select count(*) from people)] from relatorio.tickets',
  'a text of a billion letters': "select lpad('x', 1000000000)",
  'a text as long as a column says': "select rpad('x', ticket_id) from relatorio.tickets",
  'a text by format': "select format('%1000000000s', 'x')",
  'JSON that doubles at every step': `with a0 as (select left(tipo, 4000) as t from relatorio.tickets)${Array.from(
    { length: 12 },
    (_, at) => `, a${at + 1} as (select jsonb_build_object('a', t, 'b', t)::text as t from a${at})`,
  ).join('')} select t from a12`,
  'lists of lists': `with a as (select array_to_string(array_agg(assunto), ',') as t from relatorio.tickets)
    select string_agg(t, ',') from a`,
  'a power without end': 'select 9.9 ^ 100000',
  'a regular expression': "select count(*) from relatorio.tickets where assunto ~ '(a+)+$'",
};

let server: TestServer;
let personId: number;
beforeAll(async () => {
  server = await testServer();
  personId = (await createPeople(server.deps.db)).people.ADMIN;
});
afterAll(() => server?.close());

const check = (sql: string) => checkSql(sql, [], VIEWS);

it('there are thirty of each', () => {
  expect(Object.keys(LEGITIMATE).length).toBeGreaterThanOrEqual(30);
  expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(30);
});

describe('a report may use', () => {
  it.each(Object.entries(LEGITIMATE))('%s', async (_, sql) => {
    const { bound, problems } = await check(sql);
    expect(problems).toEqual([]);
    const person = {
      id: personId,
      type: 'ADMIN',
      grants: [],
      branchIds: [],
      customerId: null,
      representativeId: null,
    } as const;
    const reading = {
      person,
      customer: null,
      zone: 'America/Sao_Paulo',
      name: 'balcao relatorio prova',
      timeout: 30_000,
    };
    const ran = withReader(server.deps, reading as never, async (client) => {
      await passCostGate(client, bound?.text ?? '', []);
      return queryExtended(client, bound?.text ?? '', []);
    });
    expect((await ran).rows).toBeInstanceOf(Array);
  });
});

describe('a report may not use', () => {
  it.each(Object.entries(HOSTILE))('%s', async (_, sql) => {
    const { bound, problems } = await check(sql);
    expect(bound).toBeNull();
    expect(problems[0]?.message).toMatch(/não|só|suporta|até/);
  });
});
