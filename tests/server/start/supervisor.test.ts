import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { buildServer } from '../../support/servers/serverProcess.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
let folder: string;
let child: ChildProcess | undefined;

beforeAll(() => {
  buildServer();
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-supervisor-'));
  // Notes what systemd would be told.
  writeFileSync(file('systemd-notify'), `#!/bin/sh\necho "$1" >> ${file('told')}\n`);
  chmodSync(file('systemd-notify'), 0o755);
  writeFileSync(
    file('main.mjs'),
    `import { appendFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(file('started'))}, process.pid + '\\n');
     process.on('message', (message) => {
       if (message.kind === 'pulse') process.send(message);
       if (message.kind !== 'pages') return;
       for (const until = Date.now() + Number(process.env.STARTS_FOR ?? 0); Date.now() < until; );
       process.send({ kind: 'ready' });
     });
     process.on('disconnect', () => process.exit(0));
     process.on('SIGTERM', () => process.exit(0));
     process.on('SIGUSR2', () => { for (;;); });
     process.on('SIGUSR1', () => process.exit(3));`,
  );
});
afterEach(() => {
  child?.kill('SIGKILL');
  for (const name of ['told', 'started']) rmSync(file(name), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => path.join(folder, name);
const linesOf = (name: string) =>
  existsSync(file(name)) ? readFileSync(file(name), 'utf8').split('\n').filter(Boolean) : [];

function supervised(env: NodeJS.ProcessEnv = {}): { said: () => string; ended: Promise<number | null> } {
  const code = `import('./dist-server/supervise.js').then(({ supervise }) =>
    supervise({ main: ${JSON.stringify(file('main.mjs'))}, say: console.log, every: 40 }))`;
  const started = spawn(process.execPath, ['-e', code], {
    cwd: ROOT,
    env: { PATH: `${folder}:${process.env.PATH}`, ...env },
  });
  child = started;
  let said = '';
  started.stdout.on('data', (text) => {
    said += text;
  });
  return { said: () => said, ended: new Promise((resolve) => started.once('exit', resolve)) };
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await pause(20);
}

const mainPid = () => Number(linesOf('started').at(-1));

it('ends a console whose event loop hangs, and starts another one', async () => {
  const { said } = supervised();
  await until(() => linesOf('started').length === 1);
  const hanging = mainPid();
  await pause(300);
  process.kill(hanging, 'SIGUSR2');
  await until(() => linesOf('started').length === 2);
  expect(said()).toContain('não responde mais');
  expect(existsSync(`/proc/${hanging}`)).toBe(false);
});

it('is patient with a console that is still starting', async () => {
  // Thirty pulses, of which twenty would end one that has answered before.
  const { said } = supervised({ STARTS_FOR: '1200', NOTIFY_SOCKET: '/none' });
  await until(() => linesOf('told').includes('READY=1'));
  expect([linesOf('started').length, said()]).toEqual([1, '']);
});

it('starts a console again that ended on its own, and ends with one that was told to stop', async () => {
  const { said, ended } = supervised({ NOTIFY_SOCKET: '/none', WATCHDOG_USEC: '100000' });
  await until(() => linesOf('told').includes('READY=1'));
  process.kill(mainPid(), 'SIGUSR1');
  await until(() => linesOf('started').length === 2);
  expect(said()).toContain('começa de novo');
  await until(() => linesOf('told').filter((line) => line === 'READY=1').length === 2);
  await until(() => linesOf('told').includes('WATCHDOG=1'));
  const last = mainPid();
  child?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(existsSync(`/proc/${last}`)).toBe(false);
  await until(() => linesOf('told').includes('STOPPING=1'));
});

it('leaves no console behind when it is killed itself', async () => {
  supervised();
  await until(() => linesOf('started').length === 1);
  const orphan = mainPid();
  child?.kill('SIGKILL');
  await until(() => !existsSync(`/proc/${orphan}`));
  expect(linesOf('told')).toEqual([]);
});

it('has a unit that systemd understands', () => {
  const unit = readFileSync(path.join(ROOT, 'deploy/balcao.service'), 'utf8');
  expect(unit).toMatch(/^ExecStart=.*dist-server\/supervise\.js$/m);
  for (const line of ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=90']) expect(unit).toContain(line);
  expect(() =>
    execFileSync(process.execPath, ['--check', path.join(ROOT, 'dist-server/supervise.js')]),
  ).not.toThrow();
});
