import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { PersonType } from '#contract/permissions.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import { type CpuUsed, cpuUsed } from '../cpuUsed.ts';
import { openBenchDatabase } from '../lists/benchServer.ts';
import { type Answer, type Method, type Served, serve } from '../served.ts';

const WHO = ['ADMIN', 'OPERADOR', 'REPRESENTANTE'] as const satisfies readonly PersonType[];
export type Who = (typeof WHO)[number];

/** A running console on its own database, with clients that call it. */
export interface Company {
  pool: pg.Pool;
  port: number;
  /** Returns the response or throws, so that refused requests are never measured. */
  call: <T = unknown>(method: Method, path: string, body?: object, who?: Who) => Promise<T>;
  /** The same with a form that contains files. */
  send: <T = unknown>(path: string, form: FormData) => Promise<T>;
  /** Peak memory of the server process during the work, above its initial amount, in megabytes. */
  peakMemory: <T>(work: () => Promise<T>) => Promise<{ result: T; megabytes: number }>;
  /** What the work takes of the processor: of the server, and of its database. `null` where nobody says. */
  processor: <T>(work: () => Promise<T>) => Promise<{ result: T; used: CpuUsed | null }>;
  close: () => Promise<void>;
}

export async function openCompany(dataDir: string, profile: boolean): Promise<Company> {
  const database = await openBenchDatabase(dataDir, {});
  try {
    const served = await serve(dataDir, {
      env: { PRIVATE_HOSTS: '127.0.0.1' },
      node: profile ? ['--cpu-prof', `--cpu-prof-dir=${dataDir}`] : [],
    });
    return await companyOf(served, database, dataDir);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function companyOf(
  served: Served,
  { pool, close }: { pool: pg.Pool; close: () => Promise<void> },
  dataDir: string,
): Promise<Company> {
  const tokens = new Map<Who, string>();
  for (const who of WHO) tokens.set(who, await sessionOf(pool, who));
  const token = (who: Who) => tokens.get(who) ?? '';
  return {
    pool,
    port: served.port,
    async call(method, path, body, who = 'ADMIN') {
      return read(path, await served.ask(token(who), method, path, body));
    },
    async send(path, form) {
      return read(path, await served.send(token('ADMIN'), path, form));
    },
    async peakMemory(work) {
      const before = await residentMemory(served.pid);
      let peak = before;
      const watch = setInterval(async () => {
        peak = Math.max(peak, await residentMemory(served.pid));
      }, 50);
      try {
        const result = await work();
        return { result, megabytes: (peak - before) / 1_048_576 };
      } finally {
        clearInterval(watch);
      }
    },
    async processor(work) {
      const before = cpuUsed(served.pid, dataDir);
      const result = await work();
      const after = cpuUsed(served.pid, dataDir);
      const used = before &&
        after && { server: after.server - before.server, database: after.database - before.database };
      return { result, used };
    },
    async close() {
      await served.close();
      await close();
    },
  };
}

function read(path: string, { status, body }: Answer) {
  if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 400)}`);
  return JSON.parse(body);
}

async function residentMemory(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

async function sessionOf(pool: pg.Pool, who: Who): Promise<string> {
  const token = newToken();
  const { rowCount } = await pool.query(
    `insert into sessions (token_hash, person_id, expires_at, proved_at)
     select $1, id, now() + interval '1 day', now() from people where type = $2 and active order by id limit 1`,
    [hashToken(token), who],
  );
  if (!rowCount) throw new Error(`the company has no ${who}`);
  return token;
}

/** Polls until the result is final. */
export async function until<T>(look: () => Promise<T>, isOver: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (isOver(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A row of the table. */
export interface Line {
  name: string;
  measured: string;
  budget: string;
  held: boolean;
}

export const seconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`;
