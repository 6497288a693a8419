import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface RunningConsole {
  url: string;
  /** Its own copy of the definition files: a journey may put one there. */
  schemas: string;
  /** The folder of its data, with its database. */
  data: string;
  /** What it wrote to its output while it started. */
  said: string;
  stop: () => Promise<void>;
  /** As a failing machine ends it: without a word, and with its database left to itself. */
  kill: () => Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A console under load has so long for its database. ms */
const DATABASE_ENDS = 60_000;

interface ConsoleOptions {
  /** Where its address must be known before it runs. */
  port?: number;
  /** Further settings of the server. */
  env?: Record<string, string>;
  /** What it has said besides when it counts as started. */
  until?: string;
}

/**
 * A console of our own: `npm start` on a free port, with the demonstration (or empty, by DEMO=off) and a copy of
 * schemas/, until `stop`.
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
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      told += text;
      if (told.includes('Balcão em') && told.includes(until)) resolve(told);
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
    // The whole group: npm hands no signal on.
    process.kill(-(child.pid as number), 'SIGTERM');
    await ended;
    // The database may still be letting go of its files.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { url, schemas, data: env.DATA_DIR ?? path.join(folder, 'data'), said, stop, kill };
}

/** Others may pass through it, or the database of a console that runs as root would lie in a folder of the system. */
function ownFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** With the owner of each file: the database's are another account's where the console runs as root. */
const copyData = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

export interface Demonstration {
  remove: () => void;
}

/**
 * Data of a console with the demonstration, at rest. Consoles that are started after it, here or in processes begun
 * here, take a copy: to write the company anew costs five times as much as all else of a start.
 */
export async function writeDemonstration(): Promise<Demonstration> {
  const folder = ownFolder();
  const data = path.join(folder, 'data');
  // With the verdicts on its definitions, or each copy would judge them anew.
  const server = await startConsole({
    env: { DATA_DIR: data, LOG_LEVEL: 'info' },
    until: 'definitions judged',
  });
  await server.stop();
  const stands = (file: string) => existsSync(path.join(data, 'postgres/data', file));
  // npm ends before what it ran.
  const deadline = Date.now() + DATABASE_ENDS;
  while (stands('postmaster.pid') && Date.now() < deadline) await pause(100);
  // A database that lies elsewhere or still writes cannot be copied: each console then writes the company by itself.
  if (stands('PG_VERSION') && !stands('postmaster.pid')) process.env.E2E_DEMONSTRATION = data;
  return { remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
