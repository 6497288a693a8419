import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BUILD = "import('./scripts/build.mjs').then(({ buildServer }) => buildServer())";

/** Builds what `npm start` runs. */
export const buildServer = () => void execFileSync(process.execPath, ['-e', BUILD], { cwd: ROOT });

export interface ServerProcess {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** A separate server, run like `npm start`. Resolves with the address in its last line, or once it has ended. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const { ready, ...started } = beginServer(env);
  await Promise.race([ready, started.ended]);
  return started;
}

/** The same, but it need not be ready. */
export function beginServer(env: NodeJS.ProcessEnv): ServerProcess & { ready: Promise<void> } {
  const child = spawn(process.execPath, ['dist-server/main.js'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DEMO: 'off', ...env },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve) => {
    const listen = (text: string) => {
      output += text;
      if (/Balcão em .*\n/.test(output)) resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', listen);
    child.stderr?.setEncoding('utf8').on('data', listen);
  });
  return { child, output: () => output, ended, ready };
}
