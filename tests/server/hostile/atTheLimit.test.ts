import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { VIEWS } from '#server/db/guard/allowed.ts';
import { checkSql } from '#server/db/guard/checkSql.ts';
import { passCostGate } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { chain, many } from '../../support/hostileDefinitions.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { whileMonitored } from '../../support/wakeful.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

/** The maximum that the guard allows of everything it counts: PostgreSQL must still be able to plan it in moments. */
const LARGEST: Readonly<Record<string, string>> = {
  'views joined by one column': `select count(*) as t from relatorio.tickets v ${many(
    29,
    (index) => `join relatorio.itens v${index} on v${index}.ticket_id = v.ticket_id`,
    ' ',
  )}`,
  'views side by side': `select count(*) as t from ${many(30, (index) => `relatorio.tickets v${index}`, ', ')}
    where ${many(29, (index) => `v${index}.ticket_id = v${index + 1}.ticket_id`, ' and ')}`,
  'views in subselects': `select ${many(
    19,
    (index) => `(select max(assunto) from relatorio.tickets where ticket_id > ${index})`,
    ' || ',
  )} as t`,
  'a text doubled': chain(10, (before) => `select t||t as t from ${before}`, "select 'x'::text as t"),
  'a text of a view doubled': chain(
    7,
    (before) => `select t||t as t from ${before}`,
    'select assunto as t from relatorio.tickets',
  ),
  'figures doubled': chain(10, (before) => `select t + t as t from ${before}`, 'select 1.5 as t'),
  'conditions doubled': chain(
    6,
    (before) => `select (t and not t) or t as t from ${before}`,
    'select atrasado as t from relatorio.tickets',
  ),
  // Nested parts: an algorithm that checks each of them twice would never finish.
  'brackets in brackets': `select ${'('.repeat(38)}tipo${"||'a')".repeat(38)} as t from relatorio.tickets`,
  'a long chain': `select ${many(150, () => 'tipo', '||')} as t from relatorio.tickets`,
  'cases in cases': `select ${'case when true then '.repeat(35)}'a'${' end'.repeat(35)} as t`,
  'subselects in subselects': `select ${'(select '.repeat(28)}'a'${')'.repeat(28)} as t`,
  'calls in calls': `select ${'coalesce('.repeat(38)}tipo${',tipo)'.repeat(38)} as t from relatorio.tickets`,
  'a cube':
    'select 1 as t from relatorio.tickets group by cube (tipo, etapa, filial, cliente, regiao, operador)',
};

it.each(Object.entries(LARGEST))('%s', async (_, sql) => {
  const { bound, problems } = await checkSql(sql, [], VIEWS);
  expect(problems).toEqual([]);
  const reading = {
    person: { id: 1, type: 'ADMIN', grants: [], branchIds: [], customerId: null, representativeId: null },
    zone: 'America/Sao_Paulo',
    customer: null,
    name: 'prova',
    timeout: 20_000,
  } as const;
  let planned = 0;
  const { memory } = await whileMonitored(server, () =>
    withReader(server.deps, reading, async (client) => {
      const began = performance.now();
      await passCostGate(client, bound?.text ?? '', [], Number.MAX_SAFE_INTEGER);
      planned = performance.now() - began;
    }),
  );
  // The time is printed for information; the test only requires that the statement's own limit was not needed.
  process.stdout.write(`planned in ${Math.round(planned)} ms with ${Math.round(memory / 2 ** 20)} MiB\n`);
  expect(memory).toBeLessThan(300 * 1024 * 1024);
});

// Applies to a PostgreSQL that the console starts itself; otherwise its operator sets the limit (docs/adr/0015).
(process.platform === 'linux' ? it : it.skip)(
  'a statement that asks for more memory than a backend may hold fails by itself, and the next one runs',
  async () => {
    const client = await server.deps.pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      // Just below the maximum size of a text, and beyond what the backend may use.
      const greedy = client.query("select length(repeat('x', 1000000000)) as n");
      await expect(greedy).rejects.toMatchObject({ code: '53200' });
      const after = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      expect(after.rows).toEqual(rows);
      const limits = readFileSync(`/proc/${rows[0]?.pid}/limits`, 'utf8');
      expect(limits).toMatch(/^Max data size\s+805306368\s/m);
    } finally {
      client.release();
    }
  },
);
