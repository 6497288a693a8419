import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/servers/freePort.ts';

export interface RunningConsole {
  url: string;
  /** Its own copy of the definition files, to which a journey may add one. */
  schemas: string;
  /** The folder with its data and database. */
  data: string;
  /** Its output during the start. */
  said: string;
  stop: () => Promise<void>;
  /** Kills it like a failing machine: without notice, and leaving its database running. */
  kill: () => Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Time that a console under load gets to end its database, in milliseconds. */
const DATABASE_ENDS = 60_000;

interface ConsoleOptions {
  /** For when its address must be known before it runs. */
  port?: number;
  /** Additional settings of the server. */
  env?: Record<string, string>;
  /** Text that its output must also contain before it counts as started. */
  until?: string;
}

/**
 * A separate console: `npm start` on a free port, with the demonstration (or empty with DEMO=off) and a copy of schemas/,
 * until `stop`.
 */
export async function startConsole({
  port: wanted,
  env = {},
  until = '',
}: ConsoleOptions = {}): Promise<RunningConsole> {
  const port = wanted ?? (await freePort());
  const folder = ownFolder();
  const schemas = path.join(folder, 'schemas');
  cpSync(path.join(ROOT, 'schemas'), schemas, { recursive: true });
  const written = process.env.E2E_DEMONSTRATION;
  if (written && env.DEMO !== 'off' && !env.DATA_DIR) copyData(written, path.join(folder, 'data'));
  const url = `http://localhost:${port}`;
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: path.join(folder, 'data'),
      SCHEMAS_DIR: schemas,
      CAPTCHA: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const said = await new Promise<string>((resolve, reject) => {
    let reported = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      reported += text;
      if (reported.includes('Balcão em') && reported.includes(until)) resolve(reported);
    });
    child.on('exit', (code) => reject(new Error(`the console ended with ${code} before it was ready`)));
  });
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-(child.pid as number), 'SIGKILL');
    await ended;
  };
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // Signals the whole process group, because npm does not forward signals.
    process.kill(-(child.pid as number), 'SIGTERM');
    await ended;
    // What it writes while its folder is removed would be left in it.
    await databaseEnded(path.join(folder, 'data'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { url, schemas, data: env.DATA_DIR ?? path.join(folder, 'data'), said, stop, kill };
}

/** Other accounts may traverse it; otherwise the database of a console running as root would be placed in a system folder. */
function ownFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Keeps the owner of each file: the database's files belong to another account if the console runs as root. */
const copyData = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

const stands = (data: string, file: string): boolean => existsSync(path.join(data, 'postgres/data', file));

/** npm exits before the process that it started, and that before its database. */
async function databaseEnded(data: string): Promise<void> {
  const deadline = Date.now() + DATABASE_ENDS;
  while (stands(data, 'postmaster.pid') && Date.now() < deadline) await pause(100);
}

export interface Demonstration {
  remove: () => void;
}

/**
 * Data of a stopped console with the demonstration. Consoles started later, in this process or its children, use a copy,
 * because creating the company again takes five times as long as the rest of a start.
 */
export async function writeDemonstration(): Promise<Demonstration> {
  const folder = ownFolder();
  const data = path.join(folder, 'data');
  // Includes the validation results of its definitions; otherwise each copy would validate them again.
  const server = await startConsole({
    env: { DATA_DIR: data, LOG_LEVEL: 'info' },
    until: 'definitions validated',
  });
  await server.stop();
  await databaseEnded(data);
  // A database that is stored elsewhere or still writing cannot be copied; each console then creates the company itself.
  if (stands(data, 'PG_VERSION') && !stands(data, 'postmaster.pid')) process.env.E2E_DEMONSTRATION = data;
  return { remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
}
