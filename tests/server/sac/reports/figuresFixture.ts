import type pg from 'pg';
import { ENTITIES } from '#contract/map/index.ts';
import { resolvePath } from '#contract/map/paths.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import { PERIODS, type ReportColumn, type ReportDefinition } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { User } from '#server/context.ts';
import { seedDemo } from '#server/db/seed/index.ts';
import type { PublishedReport } from '#server/sac/reports/queries.ts';
import { openRun } from '#server/sac/reports/run/openRun.ts';
import { prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { runToScreen } from '#server/sac/reports/run/runReport.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { type Query, report } from './relatedReport.ts';

/** How a column is shown, as the studio proposes it. */
function typeOf({ conjunto }: Query, { campo, agregacao, formato, mostra }: Query['colunas'][number]) {
  if (mostra === 'VARIACAO' || mostra === 'PARTE') return 'PERCENTUAL';
  if (agregacao?.startsWith('CONTAGEM')) return 'INTEIRO';
  if (formato) return PERIODS[formato];
  return (campo && resolvePath(ENTITIES, conjunto, campo)?.campo.tipo) || 'TEXTO';
}

/** A period filter named `periodo`, as most reports have one. */
export const withPeriodFilter = (query: Query, more: Partial<ReportDefinition> = {}): ReportDefinition =>
  report(query, {
    colunas: query.colunas.map((column) => ({
      campo: column.como,
      titulo: column.como,
      tipo: typeOf(query, column),
    })),
    parametros: formOfParameters([
      { parametro: 'periodo', label: 'Período', tipo: 'DATERANGE', obrigatorio: true, opcoes: [] },
    ]),
    ...more,
  });

export interface FiguresFixture {
  server: TestServer;
  person: (type: string) => User;
  /** The rows of a report, in the order of its columns. */
  rowsOf: (report: ReportDefinition, values?: object, user?: User) => Promise<ReportCell[][]>;
  /** The same with columns, totals and notes, which are known once all rows were read. */
  resultOf: (
    report: ReportDefinition,
    values?: object,
    user?: User,
  ) => Promise<{
    columns: readonly ReportColumn[];
    rows: ReportCell[][];
    totals: Record<string, string | null>;
    notes: string[];
    cut: boolean;
  }>;
  /** As the page gets it. */
  screenOf: (report: ReportDefinition, values?: object, user?: User) => Promise<ReportResult>;
  /** Rows of plain SQL, read by the owner of the database. */
  plain: (sql: string, values?: unknown[]) => Promise<unknown[][]>;
}

/** The demo data, with people of each kind. */
export async function figuresFixture(tickets = 160): Promise<FiguresFixture> {
  const server = await testServer();
  await seedDemo(server.deps.db, server.deps.pool, { tickets });
  const { rows } = await server.deps.pool.query<{ id: number; type: string }>(
    'select distinct on (type) type, id from people order by type, id',
  );
  const people = new Map<string, User>();
  for (const { id, type } of rows) {
    const found = await personById(server.deps.db, id);
    if (found) people.set(type, found as User);
  }
  const person = (type: string): User => {
    const found = people.get(type);
    if (!found) throw new Error(`nobody is ${type}`);
    return found;
  };
  const resultOf: FiguresFixture['resultOf'] = async (definition, values = {}, user = person('ADMIN')) => {
    const ctx = { ...server.deps, user };
    const prepared = await prepareRun(ctx, definition, { ...values });
    const run = await openRun(ctx, prepared, { key: 'prova', version: 0, format: 'TELA', limit: 10_000 });
    const found: ReportCell[][] = [];
    for await (const row of run.rows()) found.push(row);
    return {
      columns: run.columns,
      rows: found,
      totals: run.totals.result(),
      notes: run.notes(),
      cut: run.cut(),
    };
  };
  return {
    server,
    person,
    resultOf,
    screenOf: (definition, values = {}, user = person('ADMIN')) =>
      runToScreen(
        { ...server.deps, user },
        { key: 'prova', version: 1, content: definition } as PublishedReport,
        { ...values },
      ),
    rowsOf: async (...given) => (await resultOf(...given)).rows,
    plain: async (sql, values = []) =>
      (await (server.deps.pool as pg.Pool).query({ text: sql, values, rowMode: 'array' })).rows,
  };
}
