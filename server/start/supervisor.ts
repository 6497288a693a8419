import { type ChildProcess, execFile, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { endWhenHanging } from './pulse.ts';
import { type FromMain, SUPERVISED, type ToMain } from './supervised.ts';

const FIRST_WAIT = 250;
const MAX_WAIT = 30_000;
const LIVED = 60_000;
/** Milliseconds between two signs of life for systemd, unless it wants more of them. */
const SIGN_OF_LIFE = 10_000;

interface Supervised {
  /** The module of the main process. */
  main: string;
  say: (text: string) => void;
  /** Resolves once the pages are there. */
  pagesBuilt?: Promise<void>;
  every?: number;
}

/**
 * Runs the console in a process of its own, asks it every second whether it is still alive, ends it when it hangs, and starts it
 * again when it ended on its own. Ends with it when it is told to stop, or when it could not even start. Resolves once the
 * console answers for the first time.
 */
export async function supervise({ main, say, pagesBuilt, every }: Supervised): Promise<void> {
  const systemd = toSystemd();
  let child: ChildProcess | undefined;
  let isStopping = false;
  let wasReady = false;
  let wait = FIRST_WAIT;
  const stop = (signal: NodeJS.Signals) => {
    isStopping = true;
    systemd.notify('STOPPING=1');
    // Of a child that was killed, only the signal is set.
    if (child?.exitCode === null && child.signalCode === null) child.kill(signal);
    else process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  return new Promise((answers) => {
    const begin = () => {
      const begun = Date.now();
      const started = fork(main, [SUPERVISED], { stdio: 'inherit' });
      child = started;
      let isStarting = true;
      const watching = { alive: systemd.alive, isStarting: () => isStarting, ...(every && { every }) };
      endWhenHanging(started, say, watching);
      started.on('message', ({ kind }: FromMain) => {
        if (kind !== 'ready') return;
        isStarting = false;
        wasReady = true;
        systemd.notify('READY=1');
        answers();
      });
      void pagesBuilt?.then(
        () => started.connected && started.send({ kind: 'pages' } satisfies ToMain, () => {}),
      );
      if (!pagesBuilt) started.send({ kind: 'pages' } satisfies ToMain, () => {});
      started.once('exit', (code, signal) => void onExit(code, signal, Date.now() - begun));
    };
    const onExit = async (code: number | null, signal: string | null, lived: number) => {
      if (isStopping || !wasReady) process.exit(code ?? 1);
      wait = lived > LIVED ? FIRST_WAIT : Math.min(2 * wait, MAX_WAIT);
      say(`O Balcão terminou (${signal ?? code}) e começa de novo em ${Math.ceil(wait / 1000)} s.`);
      await pause(wait);
      begin();
    };
    begin();
  });
}

/** Tells systemd, where it started this process (sd_notify(3)), that the console is ready and that it is alive. */
function toSystemd() {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  const notify = (state: string) => {
    // Without it the console runs alike.
    if (NOTIFY_SOCKET) execFile('systemd-notify', [state], () => {});
  };
  const wanted = Number(WATCHDOG_USEC) / 2_000;
  const interval = wanted > 0 ? Math.min(wanted, SIGN_OF_LIFE) : SIGN_OF_LIFE;
  let last = 0;
  return {
    notify,
    alive: () => {
      if (!WATCHDOG_USEC || performance.now() - last < interval) return;
      last = performance.now();
      notify('WATCHDOG=1');
    },
  };
}
