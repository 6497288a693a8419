import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { validateData } from '#server/config/forms/validateThread.ts';
import { reportRuns } from '#server/db/tables/index.ts';
import { readerPool } from '#server/sac/reports/reader/readerPool.ts';
import { cancelOwnRun, nameOfRun } from '#server/sac/reports/run/cancelRun.ts';
import { openRun } from '#server/sac/reports/run/openRun.ts';
import { type PreparedRun, prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { reportOf } from '../../support/hostileDefinitions.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { whileMonitored } from '../../support/wakeful.ts';

let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());

const asker = () => ({
  ...server.deps,
  user: { id: persons.people.GERENTE, type: 'GERENTE', grants: [], branchIds: [] } as never,
});
const until = async <T>(find: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 600; tries++) {
    const found = await find();
    if (found !== undefined) return found;
    await pause(50);
  }
  throw new Error('did not happen in time');
};

/** Runs some SQL, bypassing the guard. */
async function begun(sql: string, seconds: number) {
  const content = {
    ...reportOf('select 1 as t'),
    limites: { linhasTela: 10, linhasArquivo: 10, segundos: seconds },
  };
  const prepared = await prepareRun(asker(), content as unknown as ReportDefinition, {});
  const past: PreparedRun = { ...prepared, bound: { ...prepared.bound, text: sql } };
  return openRun(asker(), past, { key: 'hostil', version: 1, format: 'TELA', limit: 10 });
}
const allOf = async (run: Awaited<ReturnType<typeof begun>>) => {
  const rows: unknown[] = [];
  for await (const row of run.rows()) rows.push(row);
  return rows;
};
/** Runs for minutes and responds to every signal. */
const SLOW = 'select count(*)::text as t from generate_series(1, 24000) a, generate_series(1, 24000) b';
const ended = async (id: number) =>
  (await server.deps.db.select().from(reportRuns).where(eq(reportRuns.id, id)))[0];
/** The backend that reads for the run. */
const pidOf = async (id: number) => {
  const { rows } = await server.deps.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [nameOfRun(id)],
  );
  return rows[0]?.pid;
};

describe('run past its time', () => {
  it('is ended, and the same person can run the next one', async () => {
    const run = await begun(SLOW, 1);
    await expect(allOf(run)).rejects.toMatchObject({ code: 'RELATORIO_DEMOROU' });
    expect(await ended(run.id)).toMatchObject({ state: 'FALHOU' });
    expect(await allOf(await begun("select 'x'::text as t", 5))).toEqual([['x']]);
  });

  it('is cancelled without the run of the same number in another database', async () => {
    const run = await begun(SLOW, 60);
    const cancelled = expect(allOf(run)).rejects.toMatchObject({ code: 'RELATORIO_CANCELADO' });
    await until(() => pidOf(run.id));
    const { options } = await readerPool(server.deps);
    const address = new URL(String(options.connectionString));
    address.pathname = '/postgres';
    const other = new pg.Client({ connectionString: address.href, application_name: nameOfRun(run.id) });
    await other.connect();
    try {
      const reading = other.query('select pg_sleep(2)');
      await expect(cancelOwnRun(server.deps, persons.people.GERENTE, 'hostil')).resolves.toBe(run.id);
      await cancelled;
      await expect(reading).resolves.toMatchObject({ rowCount: 1 });
    } finally {
      await other.end();
    }
  });

  it('is abandoned when its backend does not respond, and blocks nobody', async () => {
    const run = await begun(SLOW, 2);
    const failed = expect(allOf(run)).rejects.toMatchObject({ code: 'RELATORIO_DEMOROU' });
    const pid = await until(() => pidOf(run.id));
    // No longer responds to signals, like a backend folding constants.
    process.kill(pid, 'SIGSTOP');
    try {
      await whileMonitored(server, () => failed);
      expect(await ended(run.id)).toMatchObject({ state: 'FALHOU' });
      expect(await allOf(await begun("select 'x'::text as t", 5))).toEqual([['x']]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // It then handles the signals that arrived in the meantime.
    await until(async () => {
      const { rowCount } = await server.deps.pool.query('select from pg_stat_activity where pid = $1', [pid]);
      return rowCount === 0 ? true : undefined;
    });
  });
});

describe('statement that needs all the memory', () => {
  it('is refused, while the database continues to answer other statements', async () => {
    const reading = {
      person: asker().user,
      zone: 'America/Sao_Paulo',
      customer: null,
      name: 'prova',
      timeout: 60_000,
    } as const;
    const wants = "select length(repeat('x', 1000000000))";
    const { memory } = await whileMonitored(server, async () => {
      await expect(withReader(server.deps, reading, (client) => client.query(wants))).rejects.toMatchObject({
        code: '53200',
      });
    });
    expect(memory).toBeLessThan(800 * 1024 * 1024);
    expect(
      await withReader(server.deps, reading, async (client) => (await client.query('select 1')).rowCount),
    ).toBe(1);
  });

  it('meets the same limit in every process of the database', async () => {
    const { rows } = await server.deps.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const limits = readFileSync(`/proc/${rows[0]?.pid}/limits`, 'utf8');
    expect(/Max data size\s+(\d+)/.exec(limits)?.[1]).toBe(String(768 * 1024 * 1024));
  });
});

describe('validator that does not return', () => {
  const validator = (code: string) => ({ key: code, code: `exports.validar = ${code};` });

  it('is ended by a timeout, and the next one runs in a new thread', async () => {
    const requested = validateData(validator('() => { for (;;); }'), 'validar', {});
    const next = validateData(validator('(data) => data === 7'), 'validar', 7);
    await whileMonitored(server, () =>
      expect(requested).rejects.toMatchObject({ status: 422, code: 'FORMULARIO_DEMOROU' }),
    );
    expect(await next).toEqual([]);
  });

  it('is ended when it fills its memory', async () => {
    const full = validator('() => { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); }');
    await expect(validateData(full, 'validar', {})).rejects.toMatchObject({ code: 'FORMULARIO_DEMOROU' });
    expect(await validateData(validator('(data) => data === 7'), 'validar', 7)).toEqual([]);
  });
});
