import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from './server.ts';

export interface Watched {
  /** Slowest answer of `/healthz`. ms */
  slowest: number;
  /** Most that one connection of reports held of its own. bytes */
  memory: number;
}

/** Does something while the server is asked again and again whether it is well, and its readers are weighed. */
export async function whileWatched(server: TestServer, work: () => Promise<unknown>): Promise<Watched> {
  const seen: Watched = { slowest: 0, memory: 0 };
  let over = false;
  const watching = (async () => {
    while (!over) {
      const began = performance.now();
      const { status } = await server.call('GET', '/healthz');
      if (status !== 200) throw new Error(`healthz answers ${status}`);
      seen.slowest = Math.max(seen.slowest, performance.now() - began);
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
