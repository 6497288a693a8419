import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { desc, sql } from 'drizzle-orm';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { publishedDefinition } from '#server/config/definitions/queries.ts';
import { files, reportRuns } from '#server/db/tables/index.ts';
import { sweepReports } from '#server/sac/reportDesk/deliver.ts';
import { runToFile } from '#server/sac/reports/queries.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  await fixture.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => fixture?.server.close());

const REPORT = '/sac/relatorios/envelhecimento-de-tickets';

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const last = Date.now() + 30_000; Date.now() < last; await pause(25)) if (await holds()) return;
  throw new Error('it did not come to pass');
}

const lastRun = async () => {
  const [run] = await fixture.server.deps.db.select().from(reportRuns).orderBy(desc(reportRuns.id)).limit(1);
  return run;
};

const hourAgo = () => new Date(Date.now() - 3_600_000);

it('the run of a process that was killed ends, whoever or whatever it was for', async () => {
  const { deps } = fixture.server;
  const { GERENTE, OPERADOR } = fixture.people;
  const run = { reportKey: 'metas', reportVersion: 1, format: 'TELA', state: 'RODANDO' } as const;
  const [asked, dashboard, schedule, young] = await deps.db
    .insert(reportRuns)
    .values([
      { ...run, personId: GERENTE, startedAt: hourAgo() },
      { ...run, personId: GERENTE, startedAt: hourAgo(), dashboardKey: 'gestao-do-sac' },
      { ...run, personId: GERENTE, startedAt: hourAgo(), scheduleId: 1 },
      { ...run, personId: OPERADOR },
    ])
    .returning({ id: reportRuns.id });
  await sweepReports(deps);
  const rows = await deps.db.select().from(reportRuns).orderBy(reportRuns.id);
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    [asked?.id, 'FALHOU'],
    [dashboard?.id, 'FALHOU'],
    [schedule?.id, 'FALHOU'],
    [young?.id, 'RODANDO'],
  ]);
  expect(rows[0]?.finishedAt).not.toBeNull();
  await deps.db.delete(reportRuns);
});

/** A file that no run names would be kept for good, with everybody's data in it. */
it('the file of a run is recorded together with its run, or not at all', async () => {
  const { db } = fixture.server.deps;
  const user = await personById(db, fixture.people.GERENTE);
  const report = await publishedDefinition<ReportDefinition>(db, 'reports', 'envelhecimento-de-tickets');
  if (!user || !report) throw new Error('nobody reads this report');
  const deps = {
    ...fixture.server.deps,
    files: { ...fixture.server.deps.files, put: async () => {} },
  };
  const order = { user, report, values: {}, format: 'CSV', scheduleId: null } as const;
  await db.execute(sql`create function interrupted() returns trigger language plpgsql as
    $$ begin raise exception 'the process ends here'; end $$`);
  await db.execute(sql`create trigger interrupted before update of file_id on report_runs
    for each row execute function interrupted()`);
  await expect(runToFile(deps, order)).rejects.toThrow();
  await db.execute(sql`drop function interrupted cascade`);
  expect(await db.$count(files)).toBe(0);
  const { runId } = await runToFile(deps, order);
  expect(await db.$count(files)).toBe(1);
  expect((await lastRun())?.id).toBe(runId);
});

/** Like a page that is reloaded while its report is generated. */
it.each([
  ['', {}],
  ['/exportar', { formato: 'CSV', filtros: {} }],
])('a report (%s) ends when its requester disconnects, and blocks no other', async (path, body) => {
  const { app, deps } = fixture.server;
  const token = await fixture.server.sessionOf(fixture.people.GERENTE);
  const before = (await lastRun())?.id ?? 0;
  // The report cannot read while this lock is held.
  const holder = await deps.pool.connect();
  await holder.query('begin; lock table tickets in access exclusive mode');
  try {
    const request = http.request({
      port: (app.server.address() as AddressInfo).port,
      path: REPORT + path,
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    request.on('error', () => {});
    request.end(JSON.stringify(body));
    await until(async () => {
      const { rows } = await deps.pool.query(
        `select 1 from pg_stat_activity where datname = current_database()
         and application_name ~ '^balcao relatorio' and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    expect(await lastRun()).toMatchObject({ state: 'RODANDO' });
    await deps.db.update(reportRuns).set({ startedAt: hourAgo() });
    await sweepReports(deps);
    expect(await lastRun()).toMatchObject({ state: 'RODANDO' });
    request.destroy();
    await until(async () => (await lastRun())?.state === 'CANCELADO');
    expect((await lastRun())?.id).toBeGreaterThan(before);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const { status } = await fixture.server.call('POST', REPORT, { token, body: {} });
  expect(status).toBe(200);
});
