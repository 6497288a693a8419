import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

export interface RunningConsole {
  url: string;
  /** Its own copy of the definition files: a journey may put one there. */
  schemas: string;
  /** What it wrote to its output while it started. */
  said: string;
  stop: () => Promise<void>;
  /** As a failing machine ends it: without a word, and with its database left to itself. */
  kill: () => Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');

interface ConsoleOptions {
  /** Where its address must be known before it runs. */
  port?: number;
  /** Further settings of the server. */
  env?: Record<string, string>;
}

/** A console of our own: `npm start` on a free port, with empty data and a copy of schemas/, until `stop`. */
export async function startConsole({ port: wanted, env = {} }: ConsoleOptions = {}): Promise<RunningConsole> {
  const port = wanted ?? (await freePort());
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-e2e-'));
  const schemas = path.join(folder, 'schemas');
  cpSync(path.join(ROOT, 'schemas'), schemas, { recursive: true });
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
      if (told.includes('Balcão em')) resolve(told);
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
  return { url, schemas, said, stop, kill };
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
