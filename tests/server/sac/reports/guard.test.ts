import { describe, expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { isUnbounded, parametersLackingBound } from '#contract/rules/reports/bounds.ts';
import type { DeclarativeQuery, ReportParameter } from '#contract/rules/reports/report.ts';
import { VIEWS } from '#server/db/guard/allowed.ts';
import { checkSql } from '#server/db/guard/checkSql.ts';

const parameter = (parametro: string, tipo: ReportParameter['tipo']): ReportParameter => ({
  parametro,
  label: parametro,
  tipo,
  obrigatorio: false,
  opcoes: [],
});
const validate = (sql: string, parameters: ReportParameter[] = []) => checkSql(sql, parameters, VIEWS);
const deep = (before: string, after: string, times: number) => before.repeat(times) + after.repeat(times);

/** Each with the text that the refusal must contain. */
const HOSTILE: readonly (readonly [sql: string, named: RegExp])[] = [
  ['select 1; select 2', /um SELECT só/],
  ['select 1; commit; delete from tickets', /um SELECT só/],
  ['commit', /transação/],
  ['select ticket_id from relatorio.tickets; --', /^$/],
  [
    "with s as materialized (select set_config('balcao.escopo', '{}', true)) select * from relatorio.tickets, s",
    /set_config/,
  ],
  ["select query_to_xml('select * from people', true, true, '')", /query_to_xml/],
  ["select pg_catalog.query_to_xml('select 1', true, true, '')", /query_to_xml/],
  ["select table_to_xml('people', true, true, '')", /table_to_xml/],
  ["select database_to_xml(true, true, '')", /database_to_xml/],
  ['select pg_sleep(60)', /pg_sleep/],
  ["select pg_notify('canal', 'x')", /pg_notify/],
  ['select pg_advisory_lock(1)', /pg_advisory_lock/],
  ['select pg_terminate_backend(1)', /pg_terminate_backend/],
  ['select pg_cancel_backend(1)', /pg_cancel_backend/],
  ["select lo_import('/etc/passwd')", /lo_import/],
  ['select lo_create(0)', /lo_create/],
  ["select * from dblink('host=x', 'select 1') as t(a int)", /função no lugar de uma tabela/],
  ["select dblink_connect('x')", /dblink_connect/],
  ["select pg_read_file('/etc/passwd')", /pg_read_file/],
  ["select pg_ls_dir('/')", /pg_ls_dir/],
  ["select current_setting('balcao.escopo')", /current_setting/],
  ['select * from pg_authid', /pg_authid/],
  ['select * from pg_catalog.pg_roles', /pg_catalog\.pg_roles/],
  ['select * from information_schema.tables', /information_schema\.tables/],
  ['select * from public.people', /public\.people/],
  ['select * from people', /people/],
  ['select * from relatorio_interno.segredo', /relatorio_interno\.segredo/],
  ['select * from tickets', /Escreva relatorio\.tickets/],
  ['select * from relatorio.escopo', /relatorio\.escopo/],
  ['select relatorio.escopo()', /relatorio\.escopo/],
  ['with x as (delete from relatorio.tickets returning 1) select * from x', /DELETE/],
  ['with x as (insert into relatorio.tickets default values returning 1) select * from x', /INSERT/],
  ['with x as (update relatorio.tickets set tipo = 1 returning 1) select * from x', /UPDATE/],
  ['select * from relatorio.tickets for update', /FOR UPDATE/],
  ['select * from relatorio.tickets for share nowait', /FOR UPDATE/],
  ['select * into copia from relatorio.tickets', /INTO/],
  ['create table copia as select 1', /CREATE TABLE AS/],
  ['select * from relatorio.tickets tablesample system (1)', /TABLESAMPLE/],
  ['select * from generate_series(1, 1000000000)', /função no lugar de uma tabela/],
  ['select generate_series(1, 1000000000)', /generate_series/],
  ["select 'people'::regclass", /regclass/],
  ["select cast('x' as xml)", /xml/],
  ["select '{}'::json", /json/],
  ["select 'x'::relatorio_interno.escopo", /relatorio_interno\.escopo/],
  ['copy relatorio.tickets to stdout', /COPY/],
  ["copy (select 1) to program 'id'", /COPY/],
  ['do $$ begin perform pg_sleep(1); end $$', /DO/],
  ['set balcao.escopo = 1', /SET/],
  ['show all', /SHOW/],
  ['explain analyze select 1', /EXPLAIN/],
  ['prepare x as select 1', /PREPARE/],
  ['listen x', /LISTEN/],
  ["load 'x'", /LOAD/],
  ['declare c cursor for select 1', /DECLARE/],
  ['U&"\\0073elect" 1', /não se lê/],
  ["select U&\"set_confi\\0067\"('a', 'b', true)", /set_config/],
  ['select "pg_sl\u0065ep"(1)', /pg_sleep/],
  ['select pg_/**/sleep(1)', /não|pg_|sleep/],
  ['select /* -- */ pg_sleep(1) -- */', /pg_sleep/],
  ['select 1 /* sem fim', /não se lê/],
  ["select 'sem fim", /não se lê/],
  ['with recursive r as (select 1 n union all select n + 1 from r) select * from r', /WITH RECURSIVE/],
  ['with pg_authid as (select * from pg_authid) select * from pg_authid', /pg_authid/],
  ['select * from (with pg_roles as (select 1) select 1) x, pg_roles', /pg_roles/],
  ['select $1', /\$1/],
  ['select 1 operator(pg_catalog.+) 1', /pg_catalog\.\+/],
  ["select 'a' ~ '(a+)+$'", /operador ~/],
  ["select regexp_replace('a', 'b', 'c')", /regexp_replace/],
  ["select repeat('x', 1000000000)", /repeat/],
  ["select lpad('x', 1000000000)", /lpad/],
  ["select ts_stat('select 1')", /ts_stat/],
  ["select xmlelement(name a, 'b')", /XML/],
  ["select nextval('tickets_id_seq')", /nextval/],
  ['select session_user', /SESSION_USER/],
  ['select current_catalog', /CURRENT_CATALOG/],
  ['select (t).ticket_id from relatorio.tickets t', /composto/],
  ['select row(1, 2)', /ROW/],
  ['select to_json(t) from relatorio.tickets t', /to_json/],
  ['select version()', /version/],
  ['select inet_server_addr()', /inet_server_addr/],
  ['select has_table_privilege(1, 2)', /has_table_privilege/],
  ['select pg_get_viewdef(1)', /pg_get_viewdef/],
  ['select outro.relatorio.tickets.tipo from outro.relatorio.tickets', /outro/],
  [`select ${deep('(', ')', 100)}`, /não se lê|encaixado/],
  [`select ${deep('(', ')', 100).replace('()', '(1)')}`, /encaixado/],
  [`select ${Array(2500).fill('1').join('+')}`, /grande/],
  ['x'.repeat(30_000), /20000|20\.000/],
  ['select 1\0', /nulo/],
  ['', /Escreva/],
  ['-- nada', /um SELECT só/],
  ['select tipo collate "pt-x-icu" from relatorio.tickets', /COLLATE/],
  ['select tipo collate public."C" from relatorio.tickets', /COLLATE/],
  ["select substring('aaaa' from '(a+)+$')", /SUBSTRING/],
  ["select substring('aaaa' similar '%' escape '#')", /SUBSTRING/],
  ["select substring('aaaa', tipo) from relatorio.tickets", /SUBSTRING/],
  ["select replace(tipo, 'a', 'aaaaaaaaaa') from relatorio.tickets", /replace/],
  ["select replace(tipo, 'a', tipo) from relatorio.tickets", /replace/],
  ['select 1 from relatorio.tickets window w as (order by (select pg_sleep(1)))', /pg_sleep/],
  ['select count(*) filter (where exists (select from pg_roles)) from relatorio.tickets', /pg_roles/],
  ['select 1 limit (select count(*) from public.people)', /public\.people/],
  ['select 1 where 1 in (table public.people)', /public\.people/],
  ['select 1 from relatorio.tickets group by grouping sets ((), ((select 1 from pg_roles)))', /pg_roles/],
  ['select percentile_cont(0.5) within group (order by (select 1 from pg_roles))', /pg_roles/],
  ['select distinct on ((select 1 from pg_roles)) 1', /pg_roles/],
  ['(select 1) union (with x as (select 1) select * from pg_roles)', /pg_roles/],
  ['select * from rows from (generate_series(1, 2)) x', /função no lugar de uma tabela/],
  ["select json_value('{}', '$')", /Json/],
  ["select campos['x'] from relatorio.tickets", /composto|vetor/],
  ['select "relatorio".escopo()', /relatorio\.escopo/],
  ["select PG_CATALOG.\"set_config\"('a', 'b', false)", /set_config/],
  ['merge into relatorio.tickets t using relatorio.itens i on true when matched then delete', /MERGE/],
];

describe('SQL that the report guard rejects', () => {
  const refused = HOSTILE.filter(([, named]) => named.source !== '^$');

  it('includes more than forty attacks', () => expect(refused.length).toBeGreaterThan(40));

  it.each(refused.map(([sql, named]) => [sql.slice(0, 90), sql, named] as const))(
    '%s',
    async (_, sql, named) => {
      const { bound, problems } = await validate(sql);
      expect(bound).toBeNull();
      expect(problems.map(({ message }) => message).join(' ')).toMatch(named);
    },
  );

  it('is still recognised after a text too deep for the parser', async () => {
    for (let times = 100; times <= 1900; times += 300) await validate(`select ${'not '.repeat(times)}true`);
    expect((await validate('select pg_sleep(1)')).bound).toBeNull();
    expect((await validate('select 1')).bound?.text).toBe('select 1');
  });

  it('is reported with its line, also after letters of two bytes', async () => {
    const { problems } = await validate("select 'ação',\n  'é',\n  pg_sleep(1)");
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('pg_sleep') }]);
  });
});

describe('SQL that the report guard accepts', () => {
  it.each([
    'select ticket_id from relatorio.tickets;',
    "with a as (select filial, count(*) as n from relatorio.tickets group by 1), b as (select * from a) select filial, n, rank() over (order by n desc) from b where n > 0 union all select 'x', 1, 1 order by 1 limit 3",
    "select count(*) filter (where atrasado), extract(year from criado_em), criado_em::date, current_date, now() - interval '3 days', campos ->> 'rota' from relatorio.tickets group by 2, 3, 6",
    "select case when dias between 1 and 2 then 'a' when tipo in ('x', 'y') then 'b' else coalesce(motivo, '-') end, tipo like 'a%', greatest(dias, 1), nullif(tipo, '') from relatorio.tickets",
    'select distinct filial from relatorio.tickets t where exists (select 1 from relatorio.itens i where i.ticket_id = t.ticket_id) and ticket_id = any (array[1, 2])',
    'select relatorio.sem_acento(tipo) from relatorio.tickets -- fim',
    'select trim_scale(dias) from relatorio.tickets where tipo collate "C" < \'b\'',
    "select substring(tipo from 2 for 3), substring(tipo, 0), replace(replace(tipo, '.', ''), ',', '.') from relatorio.tickets",
  ])('%s', async (sql) => expect((await validate(sql)).problems).toEqual([]));
});

describe('named values in report SQL', () => {
  const parameters = [parameter('periodo', 'DATERANGE'), parameter('filial', 'MULTISELECT')];

  it('become numbered parameters of their type, wherever PostgreSQL reads a name', async () => {
    const sql =
      'select \':filial\' as a, /* :x */ criado_em::date as ":b" from relatorio.tickets -- :c\nwhere filial_id::text = any(:filial) and criado_em >= :periodo_inicio and criado_em < :periodo_fim + 1 and (:filial is null or true);';
    const { bound, problems } = await validate(sql, parameters);
    expect(problems).toEqual([]);
    expect(bound?.placeholders.map(({ name }) => name)).toEqual(['filial', 'periodo_inicio', 'periodo_fim']);
    expect(bound?.text).toContain('\':filial\' as a, /* :x */ criado_em::date as ":b"');
    expect(bound?.text).toContain(
      'any(($1::text[])) and criado_em >= ($2::date) and criado_em < ($3::date) + 1',
    );
    expect(bound?.text).not.toContain(';');
  });

  it.each([
    ['select :outro from relatorio.tickets', /:outro.*Existem :periodo_inicio/],
    ['select :periodo from relatorio.tickets', /:periodo é um período/],
  ])('are rejected: %s', async (sql, named) => {
    const { problems } = await validate(sql, parameters);
    expect(problems.map(({ message }) => message).join(' ')).toMatch(named);
  });

  it('are rejected when nothing uses them', async () => {
    const { problems } = await validate('select :periodo_inicio from relatorio.tickets', parameters);
    expect(problems).toEqual([{ line: 1, message: expect.stringMatching(/filtro filial não é usado/) }]);
  });
});

describe('what bounds a query over data that grows for ever', () => {
  const growing = Object.entries(ENTITIES).flatMap(([name, { limites }]) =>
    limites ? [[name, limites] as const] : [],
  );
  const query = (conjunto: string, filtros: DeclarativeQuery['filtros'] = []): DeclarativeQuery => ({
    tipo: 'DECLARATIVA',
    conjunto,
    colunas: [{ como: 'quantos', agregacao: 'CONTAGEM' }],
    filtros,
  });

  it('is asked for of what only ever becomes more, and of nothing else', () => {
    expect(growing.map(([name]) => name).sort()).toEqual([
      ...['agendas', 'atendimentos', 'etapas', 'eventos', 'itens', 'itens_pedido', 'mensagens', 'pedidos'],
      ...['sugestoes_analise', 'tickets'],
    ]);
    for (const name of Object.keys(ENTITIES))
      expect([name, isUnbounded(query(name))]).toEqual([name, name in Object.fromEntries(growing)]);
  });

  it.each(growing)(
    '%s: is a period, what is open or a key, by fields that there are',
    (name, { periodo, aberto, chaves }) => {
      const fields = ENTITIES[name]?.campos ?? {};
      expect([...periodo, ...aberto, ...chaves].filter((field) => !(field in fields))).toEqual([]);
      for (const campo of periodo)
        expect(isUnbounded(query(name, [{ campo, operador: 'ENTRE', parametro: 'p' }]))).toBe(false);
      for (const campo of aberto) {
        expect(isUnbounded(query(name, [{ campo, operador: 'IGUAL', valor: true }]))).toBe(false);
        expect(isUnbounded(query(name, [{ campo, operador: 'IGUAL', valor: false }]))).toBe(true);
        expect(isUnbounded(query(name, [{ campo, operador: 'IGUAL', parametro: 'p' }]))).toBe(true);
      }
      for (const campo of chaves) {
        expect(isUnbounded(query(name, [{ campo, operador: 'EM', valor: ['1'] }]))).toBe(false);
        expect(isUnbounded(query(name, [{ campo, operador: 'DIFERENTE', valor: '1' }]))).toBe(true);
      }
      const other = Object.keys(fields).filter(
        (field) => ![...periodo, ...aberto, ...chaves].includes(field),
      );
      for (const campo of other)
        expect([campo, isUnbounded(query(name, [{ campo, operador: 'IGUAL', valor: '1' }]))]).toEqual([
          campo,
          true,
        ]);
    },
  );

  it('is one filled parameter, unless a fixed filter bounds it', () => {
    const filters: DeclarativeQuery['filtros'] = [
      { campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' },
      { campo: 'cliente_id', operador: 'EM', parametro: 'cliente' },
      { campo: 'tipo', operador: 'IGUAL', parametro: 'tipo' },
    ];
    const lacking = (values: object, more: typeof filters = []) =>
      parametersLackingBound(query('tickets', [...(filters ?? []), ...(more ?? [])]), values as never);
    for (const values of [{}, { tipo: 'Devolução' }, { cliente: [] }, { periodo: { fim: '2026-01-01' } }])
      expect(lacking(values)).toEqual(['periodo', 'cliente']);
    expect(lacking({ periodo: { inicio: '2026-01-01' } })).toBeNull();
    expect(lacking({ cliente: ['7'] })).toBeNull();
    expect(lacking({}, [{ campo: 'aberto', operador: 'IGUAL', valor: true }])).toBeNull();
    // What was published without a filter that could bound it keeps its rows.
    expect(parametersLackingBound(query('tickets'), {})).toBeNull();
    expect(parametersLackingBound(query('clientes'), {})).toBeNull();
  });
});
