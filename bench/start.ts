import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = path.join(import.meta.dirname, '..');
const PORT = 34_571;
const PATIENCE = 180_000;

/**
 * `npm start` in a fresh clone after its `npm ci`, then once more, prepared: seconds from the command to the first answer
 * of the health check and of the page.
 */
export async function start(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'start-'));
  try {
    freshClone(folder);
    const measured = { fresh: await timesOf(folder), prepared: await timesOf(folder) };
    console.table(measured);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What git would clone, as it stands here; packages are links to those of this folder, as quick to read. */
function freshClone(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT });
  for (const file of String(listed).split('\0').filter(Boolean)) {
    if (file.startsWith('node_modules')) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(folder, file));
  }
  execFileSync('cp', ['-al', path.join(ROOT, 'node_modules'), folder]);
  rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  // The last that `npm ci` does.
  const env = { ...process.env, npm_command: 'ci' };
  execFileSync(process.execPath, ['scripts/prepare.mjs'], { cwd: folder, env });
}

async function timesOf(folder: string): Promise<Record<string, number>> {
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
    return { '/healthz': await secondsTo('/healthz'), '/': await secondsTo('/') };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function untilAnswered(address: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline && child.exitCode === null) {
    const status = await fetch(`http://127.0.0.1:${PORT}${address}`)
      .then((answer) => answer.status)
      .catch(() => 0);
    if (status === 200) return;
    await pause(20);
  }
  throw new Error(`no answer of ${address}`);
}
