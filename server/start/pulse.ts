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
/** While it starts, which keeps the loop busy for seconds, and for a minute where the machine has other work. */
const MAX_MISSED_AT_START = 180;

interface Watching {
  every?: number;
  /** Whether it has not answered anybody yet. */
  isStarting?: () => boolean;
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
  { every = EVERY, isStarting = () => false, alive = () => {} }: Watching = {},
): void {
  let missed = 0;
  child.on('message', (message: { kind?: string }) => {
    // Whatever it says shows that its loop turns.
    missed = 0;
    if (message.kind === 'pulse') alive();
  });
  const timer = setInterval(() => {
    if (++missed > (isStarting() ? MAX_MISSED_AT_START : MAX_MISSED)) {
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
