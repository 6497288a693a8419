import { type ChildProcess, spawn } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';

const ROOT = path.join(import.meta.dirname, '..');

export interface Answer {
  status: number;
  body: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Served {
  pid: number;
  port: number;
  ask: (token: string, method: Method, path: string, body?: object) => Promise<Answer>;
  /** Sends a form with files. */
  send: (token: string, path: string, form: FormData) => Promise<Answer>;
  close: () => Promise<void>;
}

export interface ServedOptions {
  port?: number;
  env?: Record<string, string>;
  /** Node options, such as `--cpu-prof`. */
  node?: readonly string[];
  /** `main.js` of another built server. */
  main?: string;
}

/** Runs the built server like `npm start`, on its own port and in its own process, including its background workers. */
export async function serve(
  dataDir: string,
  { port: wanted, env = {}, node = [], main = '' }: ServedOptions = {},
): Promise<Served> {
  const { buildServer } = (await import(path.join(ROOT, 'scripts/build.mjs'))) as {
    buildServer: () => Promise<void>;
  };
  if (!main) await buildServer();
  const port = wanted ?? (await freePort());
  const child = spawn(process.execPath, [...node, main || path.join(ROOT, 'dist-server/main.js')], {
    cwd: main ? path.join(main, '../..') : ROOT,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      REQUESTS_PER_MINUTE: '0',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Ends the server however this process ends.
  process.once('exit', () => child.kill('SIGKILL'));
  await untilListening(child);
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    pid: child.pid ?? 0,
    port,
    ask: (token, method, wanted, body) => requested({ agent, port, token, method, wanted, body }),
    send: async (token, wanted, form) => {
      const answer = await fetch(`http://127.0.0.1:${port}${wanted}`, {
        method: 'POST',
        headers: { App: 'bench', authorization: `Bearer ${token}` },
        body: form,
      });
      return { status: answer.status, body: await answer.text() };
    },
    close: async () => {
      agent.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A free port, so that several benchmarks can run on one machine. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const untilListening = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text) => /^Balcão em/m.test(String(text)) && resolve());
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });

interface Requested {
  agent: http.Agent;
  port: number;
  token: string;
  method: string;
  wanted: string;
  body?: object | undefined;
}

/** Paths are below /sac unless they begin with a slash. */
function requested({ agent, port, token, method, wanted, body }: Requested): Promise<Answer> {
  const payload = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: wanted.startsWith('/') ? wanted : `/sac/${wanted}`,
        headers: {
          App: 'bench',
          authorization: `Bearer ${token}`,
          ...(payload && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
        );
      },
    );
    request.once('error', reject);
    request.end(payload);
  });
}
