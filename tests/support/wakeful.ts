import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from './servers/server.ts';

export interface Watched {
  /**
   * Longest time for which the main thread worked while `/healthz` was pending, independent of other load on the machine. ms
   */
  longestCpuBurst: number;
  /** Maximum private memory of a single report connection, in bytes. */
  memory: number;
}

/**
 * Runs some work while the server's health is polled and its readers' memory is measured. On a busy machine the database may
 * answer too late for a single poll, which then says 503: that is an answer of a process that is awake. Once the work is over
 * the server must be healthy again.
 */
export async function whileMonitored(server: TestServer, work: () => Promise<unknown>): Promise<Watched> {
  const seen: Watched = { longestCpuBurst: 0, memory: 0 };
  let over = false;
  const watching = (async () => {
    while (!over) {
      const began = mainThreadCpuMs();
      await server.call('GET', '/healthz');
      seen.longestCpuBurst = Math.max(seen.longestCpuBurst, mainThreadCpuMs() - began);
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
  while ((await server.call('GET', '/healthz')).status !== 200) await pause(50);
  return seen;
}

/** CPU time of this process's main thread so far, in milliseconds. */
const mainThreadCpuMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function readersMemory({ deps }: TestServer): Promise<number> {
  const { rows } = await deps.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename = 'relatorio_leitor' and datname = current_database()`,
  );
  return Math.max(0, ...rows.map(({ pid }) => ownMemory(pid)));
}

/** Excludes memory shared by the database's processes. The process may have ended in the meantime. */
export function ownMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
