import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { publishedDefinition } from '#server/config/definitions/queries.ts';
import {
  auditLog,
  customers,
  people,
  products,
  reportRuns,
  roles,
  ticketItems,
} from '#server/db/tables/index.ts';
import { readerPool } from '#server/sac/reports/reader/readerPool.ts';
import { openRun } from '#server/sac/reports/run/openRun.ts';
import { prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { queryExtended, readRows } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { traced } from '#server/tracing/spans.ts';
import { spansOf } from '#tests/support/servers/otlpReceiver.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  const [product] = await db
    .insert(products)
    .values({ code: 'P1', description: '=Café', brand: 'Ação' })
    .returning();
  const rows: Partial<Parameters<TicketFixture['addTicket']>[0]>[] = [
    {
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      representativeId: fixture.representativeId,
    },
    { customerId: fixture.customerIds.second, branchId: fixture.branchIds[1] },
    { customerId: fixture.customerIds.consumer, branchId: fixture.branchIds[0] },
  ];
  for (const row of rows) {
    const id = await fixture.addTicket(row);
    await db.insert(ticketItems).values({
      ticketId: id,
      line: 1,
      productId: product?.id ?? 0,
      description: '=Café',
      requested: '2',
      unitPrice: '10.5',
      reasonText: 'Avaria',
    });
  }
  // A consumer who was given the module by mistake.
  const [role] = await db.select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
  await db
    .update(people)
    .set({ roleId: role?.id ?? 0 })
    .where(eq(people.id, fixture.people.CONSUMIDOR_FINAL));
});
afterAll(() => fixture?.server.close());

const period = () => ({ periodo: { inicio: '2020-01-01', fim: '2020-02-01' } });
const now = () => ({
  periodo: {
    inicio: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10),
    fim: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  },
});
const KEY = 'devolucoes-por-produto';

const post = (path: string, who: PersonType | 'OTHER_OPERATOR', body: object = {}) =>
  fixture.server.call('POST', `/sac/relatorios/${path}`, { token: fixture.tokens[who], body });
const quantity = async (who: PersonType | 'OTHER_OPERATOR', body: object = now()) => {
  const { status, body: answer } = await post(KEY, who, body);
  expect([status, answer.error]).toEqual([200, undefined]);
  return answer.data.totais.quantidade;
};

describe('access to reports', () => {
  it('requires the permission of a report to see and to run it', async () => {
    const { db } = fixture.server.deps;
    const [role] = await db.select().from(roles).where(eq(roles.key, 'OPERADOR'));
    const without = (role?.grants ?? []).map((grant) =>
      grant.nome === 'SAC_RELATORIO' ? { ...grant, autorizado: false } : grant,
    );
    await db.update(roles).set({ grants: without }).where(eq(roles.key, 'OPERADOR'));
    expect((await fixture.get('relatorios', 'OPERADOR')).status).toBe(403);
    expect((await post(KEY, 'OPERADOR', now())).status).toBe(403);
    await db
      .update(roles)
      .set({ grants: role?.grants ?? [] })
      .where(eq(roles.key, 'OPERADOR'));
  });

  it('answers 404 alike for an unknown report and a customer out of scope', async () => {
    const unknown = await post('nao-existe', 'OPERADOR', {});
    const foreign = await post(KEY, 'OPERADOR', { ...now(), CLIENTE_ID: fixture.customerIds.second });
    const nobody = await post(KEY, 'OPERADOR', { ...now(), CLIENTE_ID: '1 or 1=1' });
    for (const { status, body } of [unknown, foreign, nobody])
      expect([status, body.code, body.error]).toEqual([404, 'NAO_ENCONTRADO', 'Registro não encontrado.']);
  });

  it('requires a separate permission for an export', async () => {
    const { status } = await post(`${KEY}/exportar`, 'REPRESENTANTE', { formato: 'CSV', filtros: now() });
    expect(status).toBe(403);
  });
});

describe('running a report', () => {
  it('shows each person the rows of their own scope', async () => {
    expect(await quantity('GERENTE')).toBe('6');
    expect(await quantity('OPERADOR')).toBe('4');
    expect(await quantity('OTHER_OPERATOR')).toBe('2');
    expect(await quantity('REPRESENTANTE')).toBe('2');
    expect(await quantity('CONSUMIDOR_FINAL')).toBe('2');
    expect(await quantity('GERENTE', { ...now(), CLIENTE_ID: fixture.customerIds.first })).toBe('2');
  });

  it('shows no costs to consumers', async () => {
    const { body } = await post(KEY, 'CONSUMIDOR_FINAL', now());
    expect([body.data.totais.valor, body.data.totais.custo]).toEqual(['21', '0']);
  });

  it('is recorded in the history with its result', async () => {
    const { body } = await post(KEY, 'GERENTE', now());
    const [run] = await fixture.server.deps.db
      .select()
      .from(reportRuns)
      .where(eq(reportRuns.id, body.data.execucao));
    expect(run).toMatchObject({ state: 'PRONTO', rows: 1, cut: false, format: 'TELA', reportKey: KEY });
    expect(body.data.filtros).toMatch(/^Período: \d\d\/\d\d\/\d{4} a/);
  });

  it.each([
    [{}, 'periodo'],
    [{ periodo: { inicio: '2026-02-01', fim: '2026-01-01' } }, 'periodo'],
    [{ periodo: { inicio: '2020-01-01', fim: '2026-01-01' } }, 'periodo'],
    [{ ...{ periodo: { inicio: '2026-01-01', fim: '2026-01-02' } }, filial: ['999'] }, 'filial'],
    [{ periodo: { inicio: '2026-01-01', fim: '2026-01-02' }, filial: ["1' or '1'='1"] }, 'filial'],
    [{ periodo: { inicio: '2026-01-01', fim: '2026-01-02' }, outro: 'x' }, 'outro'],
  ])('rejects %j at its filter', async (values, field) => {
    const { status, body } = await post(KEY, 'OPERADOR', values);
    expect(status).toBe(422);
    expect(Object.keys(body.errors).map((key) => key.split('.')[0])).toContain(field);
  });

  it('rejects an option that is offered only to somebody else', async () => {
    const filial = [String(fixture.branchIds[1])];
    expect((await post(KEY, 'OPERADOR', { ...now(), filial })).status).toBe(422);
    expect((await post(KEY, 'GERENTE', { ...now(), filial })).status).toBe(200);
  });

  it('is limited to one at a time per person; a dead run does not block', async () => {
    const { db } = fixture.server.deps;
    const running = {
      reportKey: KEY,
      reportVersion: 1,
      personId: fixture.people.GERENTE,
      format: 'TELA',
      state: 'RODANDO',
    } as const;
    await db.insert(reportRuns).values(running);
    const { status, body } = await post(KEY, 'GERENTE', now());
    expect([status, body.code]).toEqual([422, 'RELATORIO_EM_ANDAMENTO']);
    await db
      .update(reportRuns)
      .set({ startedAt: new Date(Date.now() - 60_000) })
      .where(eq(reportRuns.state, 'RODANDO'));
    expect((await post(KEY, 'GERENTE', now())).status).toBe(200);
    await db.insert(reportRuns).values(running);
    expect((await post(`${KEY}/cancelar`, 'GERENTE')).body.data.message).toBe('Geração cancelada.');
    expect((await post(KEY, 'GERENTE', now())).status).toBe(200);
  });
});

describe('report files', () => {
  const file = (formato: string, filtros: object) => post(`${KEY}/exportar`, 'GERENTE', { formato, filtros });

  it('open as CSV in Excel with intact figures and without formulas', async () => {
    const { body, headers } = await file('CSV', now());
    expect(String(headers['content-disposition'])).toMatch(/Devolu.*\.csv/);
    const lines = String(body).split('\r\n');
    expect(lines[0]?.charCodeAt(0)).toBe(0xfeff);
    expect(lines[1]).toBe("P1;'=Café;Ação;3;6;63;0");
    expect(lines[2]).toBe('Totais;;;;6;63;0');
    const [entry] = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'report_runs'))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({ action: 'EXPORTAR', personId: fixture.people.GERENTE });
  });

  it('are valid XLSX and PDF', async () => {
    for (const [formato, mark] of [
      ['XLSX', 'PK'],
      ['PDF', '%PDF'],
    ] as const) {
      const { status, body } = await file(formato, now());
      expect([status, String(body).slice(0, mark.length)]).toEqual([200, mark]);
    }
  });

  it('say in their last line that rows were cut', async () => {
    const { db } = fixture.server.deps;
    const report = await publishedDefinition<ReportDefinition>(db, 'reports', KEY);
    const content = {
      ...report?.content,
      consulta: { tipo: 'SQL', sql: 'select ticket_id, valor from relatorio.tickets order by 1' },
      parametros: {
        schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
        ui: { 'ui:order': [] },
      },
      colunas: [
        { campo: 'ticket_id', titulo: 'Ticket', tipo: 'INTEIRO' },
        { campo: 'valor', titulo: 'Valor', tipo: 'DINHEIRO', total: 'SOMA' },
      ],
      limites: { linhasTela: 1, linhasArquivo: 2, segundos: 10 },
      grafico: undefined,
    };
    const { writeFile } = await import('#server/sac/reports/run/runReport.ts');
    const ctx = { ...fixture.server.deps, user: asUser(fixture.people.GERENTE, 'GERENTE') };
    const prepared = await prepareRun(ctx, content as unknown as ReportDefinition, {});
    const run = await openRun(ctx, prepared, { key: KEY, version: 1, format: 'CSV', limit: 2 });
    let text = '';
    for await (const part of (await writeFile(ctx, run, 'CSV')).content as Readable) text += part;
    expect(text.trimEnd().split('\r\n').at(-1)).toMatch(/^Resultado cortado em 2 linhas/);
    expect(text.split('\r\n')).toHaveLength(1 + 2 + 1 + 1 + 1);
    const [row] = await db.select().from(reportRuns).where(eq(reportRuns.id, run.id));
    expect(row).toMatchObject({ state: 'PRONTO', rows: 2, cut: true });
  });
});

const asUser = (id: number, type: PersonType) =>
  ({
    id,
    type,
    name: '',
    cpf: '',
    grants: [],
    branchIds: [fixture.branchIds[0]],
    customerId: null,
    representativeId: null,
    sessionId: '',
  }) as never;

describe('report database role, without the guard', () => {
  const bare = async (sql: string) => {
    const reading = {
      person: asUser(fixture.people.OPERADOR, 'OPERADOR'),
      zone: 'America/Sao_Paulo',
      customer: null,
      name: 'prova',
      timeout: 5_000,
    };
    return withReader(fixture.server.deps, reading, async (client) => {
      const { batches } = await readRows(client, { text: sql }, [], 10);
      const rows: unknown[] = [];
      for await (const batch of batches) rows.push(...batch);
      return rows;
    });
  };

  it('leaves its steps in a trace, but nothing of the query text', async () => {
    const { spans, raw } = await spansOf(() =>
      traced({ name: 'asks', kind: 'INTERNAL' }, () =>
        bare("select 'Marivalda' as nome from relatorio.tickets"),
      ),
    );
    const [asks] = spans.filter(({ name }) => name === 'asks');
    const below = spans.filter(({ parent }) => parent === asks?.spanId).map(({ name }) => name);
    expect(below).toEqual(
      expect.arrayContaining(['open report reader', 'DECLARE relatorio_linhas', 'FETCH relatorio_linhas']),
    );
    expect(raw()).not.toContain('Marivalda');
  });

  it.each([
    ['select * from public.people', /permission denied/],
    ['select * from relatorio_interno.segredo', /permission denied/],
    ['select * from relatorio_interno.tickets', /permission denied/],
    [
      "with s as materialized (select set_config('balcao.escopo', '{}', true)) select * from relatorio.tickets, s",
      /permission denied/,
    ],
    ["select query_to_xml('select * from public.people', true, true, '')", /permission denied/],
    ['select pg_sleep(1)', /permission denied/],
    ["select pg_notify('a', 'b')", /permission denied/],
    ['select lo_create(0)', /permission denied/],
    ["select pg_read_file('/etc/passwd')", /permission denied/],
    ['select pg_advisory_lock(1)', /permission denied/],
    ['select pg_terminate_backend(1)', /permission denied/],
    ['select 1; commit; select 2', /multiple commands/],
    ['with x as (delete from public.tickets returning 1) select * from x', /WITH|permission|read-only/],
    ['select 1 into copia', /INTO|not allowed|read-only/],
    ['select * from relatorio.tickets for update', /FOR UPDATE|READ ONLY|read-only|permission/i],
  ])('refuses %s', async (sql, why) => {
    await expect(bare(sql)).rejects.toThrow(why);
  });

  it('sees its own scope, and nothing without a scope or with a forged one', async () => {
    expect(await bare('select ticket_id from relatorio.tickets')).toHaveLength(2);
    const client = await (await readerPool(fixture.server.deps)).connect();
    try {
      const seen = async () =>
        (await queryExtended(client, 'select count(*) from relatorio.tickets', [])).rows[0]?.[0];
      expect(await seen()).toBe('0');
      const forged = JSON.stringify({
        escopo: 'TODAS_FILIAIS',
        conexao: (client as never as { processID: number }).processID,
      });
      await client.query(`set balcao.escopo = ${client.escapeLiteral(forged)}`);
      await client.query("set balcao.assinatura = 'x'");
      expect(await seen()).toBe('0');
    } finally {
      client.release(true);
    }
  });

  it.each([
    ['a minute', 'heavy', 2_000_000_000, '1min'],
    ['as long as its report allows', 'light', 1_000, '5min'],
  ])('is given %s for a query that is estimated to be %s', async (_, _weight, numbers, limit) => {
    const { db } = fixture.server.deps;
    const report = await publishedDefinition<ReportDefinition>(db, 'reports', KEY);
    if (!report) throw new Error(`${KEY} is not published`);
    const ctx = { ...fixture.server.deps, user: asUser(fixture.people.GERENTE, 'GERENTE') };
    const prepared = await prepareRun(ctx, report.content, now());
    const run = await openRun(
      ctx,
      {
        ...prepared,
        report: {
          ...report.content,
          limites: { ...report.content.limites, segundos: 300 },
          colunas: [{ campo: 'limite', titulo: 'Limite', tipo: 'TEXTO' }],
        },
        masks: new Map(),
        bound: {
          ...prepared.bound,
          // Estimated with the numbers that it never counts.
          text: `select current_setting('statement_timeout') as limite,
            case when now() < '2000-01-01' then (select count(*) from generate_series(1, ${numbers})) end as nunca`,
        },
        bind: [],
      },
      { key: KEY, version: 1, format: 'TELA', limit: 10 },
    );
    const rows = [];
    for await (const row of run.rows()) rows.push(row);
    expect(rows).toEqual([[limit]]);
  });

  it('cancels a query that takes too long', async () => {
    const slow = 'select count(*) from pg_class a, pg_class b, pg_class c, pg_class d';
    const reading = {
      person: asUser(1, 'ADMIN'),
      zone: 'America/Sao_Paulo',
      customer: null,
      name: 'prova',
      timeout: 200,
    };
    await expect(
      withReader(fixture.server.deps, reading, (client) =>
        readRows(client, { text: slow }, [], 10).then(async ({ batches }) => {
          for await (const _ of batches);
        }),
      ),
    ).rejects.toThrow(/statement timeout/);
  });
});

it('a report accepts a customer in scope who has no tickets', async () => {
  const [row] = await fixture.server.deps.db
    .select()
    .from(customers)
    .where(eq(customers.id, fixture.customerIds.first));
  expect(await quantity('OPERADOR', { ...period(), CLIENTE_ID: row?.id })).toBe('0');
});
