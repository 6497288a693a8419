import type { ChildProcess } from 'node:child_process';

/** Asks a process whether its event loop still turns, and answers that it does. */
interface Pulse {
  kind: 'pulse';
}

/** Milliseconds between two pulses. */
const EVERY = 1_000;
/**
 * A process that has left this many pulses unanswered hangs. Counted, not timed: while a machine sleeps, no pulse is missed.
 */
const MAX_MISSED = 20;

interface Watching {
  every?: number;
  mostMissed?: number;
  /** Called for each answer. */
  alive?: () => void;
}

/**
 * Ends a process whose event loop hangs; what replaces it is up to the caller, who sees it exit. Only SIGKILL ends it, since
 * it hears no other signal. Stops by itself when the process has ended.
 */
export function endWhenHanging(
  child: ChildProcess,
  say: (text: string) => void,
  { every = EVERY, mostMissed = MAX_MISSED, alive = () => {} }: Watching = {},
): void {
  let missed = 0;
  child.on('message', (message: { kind?: string }) => {
    if (message.kind !== 'pulse') return;
    missed = 0;
    alive();
  });
  const timer = setInterval(() => {
    if (++missed > mostMissed) {
      clearInterval(timer);
      say('Um processo do Balcão não responde mais e foi encerrado.');
      child.kill('SIGKILL');
    } else if (child.connected) child.send({ kind: 'pulse' } satisfies Pulse, () => {});
  }, every);
  child.once('exit', () => clearInterval(timer));
}

/** Answers the pulses of the process that started this one. */
export function answerPulses(): void {
  process.on('message', (message: { kind?: string }) => {
    if (message.kind === 'pulse' && process.connected) process.send?.(message, () => {});
  });
}
