import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from './server.ts';

export interface Watched {
  /** Longest that the thread that answers everybody worked while `/healthz` was waited for, whatever else the machine does. ms */
  busiest: number;
  /** Most that one connection of reports held of its own. bytes */
  memory: number;
}

/** Does something while the server is asked again and again whether it is well, and its readers are weighed. */
export async function whileWatched(server: TestServer, work: () => Promise<unknown>): Promise<Watched> {
  const seen: Watched = { busiest: 0, memory: 0 };
  let over = false;
  const watching = (async () => {
    while (!over) {
      const began = worked();
      const { status } = await server.call('GET', '/healthz');
      if (status !== 200) throw new Error(`healthz answers ${status}`);
      seen.busiest = Math.max(seen.busiest, worked() - began);
      seen.memory = Math.max(seen.memory, await readersMemory(server));
      await pause(50);
    }
  })();
  await Promise.all([
    watching,
    work().finally(() => {
      over = true;
    }),
  ]);
  return seen;
}

/** Of this process' main thread so far. ms */
const worked = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function readersMemory({ deps }: TestServer): Promise<number> {
  const { rows } = await deps.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename = 'relatorio_leitor' and datname = current_database()`,
  );
  return Math.max(0, ...rows.map(({ pid }) => ownMemory(pid)));
}

/** Beside what the processes of the database share. It may have ended meanwhile. */
export function ownMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
