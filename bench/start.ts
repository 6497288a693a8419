import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuUsed } from './cpuUsed.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PORT = 34_571;
const TIMEOUT = 180_000;
/** A single start says little on a machine with other load. */
const PREPARED = 5;

/**
 * `npm start` in a fresh clone after its `npm ci`, then prepared, the best of several: seconds from the command until the
 * health check and the page first respond, and the processor time until then.
 */
export async function start(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'start-'));
  // PostgreSQL also needs access, and runs under another account if this process is root.
  chmodSync(folder, 0o755);
  try {
    freshClone(folder);
    const fresh = await timesOf(folder);
    const prepared = [];
    for (let turn = 0; turn < PREPARED; turn++) prepared.push(await timesOf(folder));
    console.table({ fresh, prepared: bestOf(prepared) });
    console.log(
      `load: ${os
        .loadavg()
        .map((each) => each.toFixed(1))
        .join(', ')}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The files that git would clone, in their current state; packages are hard links to those of this folder and just as quick
 * to read.
 */
function freshClone(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT });
  for (const file of String(listed).split('\0').filter(Boolean)) {
    if (file.startsWith('node_modules')) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(folder, file));
  }
  execFileSync('cp', ['-al', path.join(ROOT, 'node_modules'), folder]);
  rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  // The last step of `npm ci`.
  const env = { ...process.env, npm_command: 'ci' };
  execFileSync(process.execPath, ['scripts/prepare.mjs'], { cwd: folder, env });
}

type Times = Record<'/healthz' | '/' | 'CPU of node' | 'CPU of PostgreSQL', number>;

/** The minimum of each figure separately. */
const bestOf = (all: readonly Times[]): Times =>
  all.reduce((best, each) => ({
    '/healthz': Math.min(best['/healthz'], each['/healthz']),
    '/': Math.min(best['/'], each['/']),
    'CPU of node': Math.min(best['CPU of node'], each['CPU of node']),
    'CPU of PostgreSQL': Math.min(best['CPU of PostgreSQL'], each['CPU of PostgreSQL']),
  }));

async function timesOf(folder: string): Promise<Times> {
  const began = performance.now();
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: {
      ...env,
      DATABASE_URL: '',
      DATA_DIR: path.join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: String(PORT),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const secondsTo = async (address: string) => {
    await untilAnswered(address, child);
    return Math.round((performance.now() - began) / 10) / 100;
  };
  try {
    const healthy = await secondsTo('/healthz');
    const used = cpuUsed(child.pid ?? 0, path.join(folder, 'data'));
    return {
      '/healthz': healthy,
      '/': await secondsTo('/'),
      'CPU of node': (used?.server ?? Number.NaN) / 1_000,
      'CPU of PostgreSQL': (used?.database ?? Number.NaN) / 1_000,
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function untilAnswered(address: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + TIMEOUT;
  while (Date.now() < deadline && child.exitCode === null) {
    const status = await fetch(`http://127.0.0.1:${PORT}${address}`)
      .then((answer) => answer.status)
      .catch(() => 0);
    if (status === 200) return;
    await pause(20);
  }
  throw new Error(`no answer of ${address}`);
}
