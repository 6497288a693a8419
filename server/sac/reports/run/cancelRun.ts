import { and, eq, isNull, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Deps } from '../../../context.ts';
import { reportRuns } from '../../../db/tables/index.ts';
import { readerPool } from '../reader/readerPool.ts';

type Parts = Pick<Deps, 'db' | 'pool' | 'settings'>;

/** What a run's connection calls itself, so that every process finds it. */
export const nameOfRun = (id: number): string => `balcao relatorio ${id}`;

/** Ends the person's own running report of this key, whichever process runs it. */
export async function cancelOwnRun(deps: Parts, personId: number, key: string): Promise<number | null> {
  const [row] = await deps.db
    .update(reportRuns)
    .set({ state: 'CANCELADO', error: 'Cancelado por quem o pediu.', finishedAt: sql`now()` })
    .where(
      and(
        eq(reportRuns.personId, personId),
        eq(reportRuns.reportKey, key),
        eq(reportRuns.state, 'RODANDO'),
        isNull(reportRuns.scheduleId),
      ),
    )
    .returning({ id: reportRuns.id });
  if (!row) return null;
  await cancelReading(deps, row.id);
  return row.id;
}

const OWN = 'from pg_stat_activity where application_name = $1 and usename = current_user';

/** From a connection of its own: those of the pool may all be busy with reports. */
const cancelReading = (deps: Parts, id: number): Promise<void> =>
  beside(deps, async (client) => {
    await client.query(`select pg_cancel_backend(pid) ${OWN}`, [nameOfRun(id)]);
  });

/** Also of one backend alone, by cancelling what it does or by ending it. */
export const signalReading = (
  deps: Parts,
  pid: number,
  way: 'pg_cancel_backend' | 'pg_terminate_backend',
): Promise<void> =>
  beside(deps, async (client) => {
    await client.query(`select ${way}(pid) from pg_stat_activity where pid = $1 and usename = current_user`, [
      pid,
    ]);
  });

export const isReading = (deps: Parts, id: number): Promise<boolean> =>
  beside(deps, async (client) => (await client.query(`select ${OWN}`, [nameOfRun(id)])).rows.length > 0);

async function beside<T>(deps: Parts, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const { options } = await readerPool(deps);
  const client = new pg.Client({
    connectionString: String(options.connectionString),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
