import { performance } from 'node:perf_hooks';
import { markFailed, statementSpan } from '../tracing/spans.ts';
import type { SlowStatement } from './tables/platform/upkeep.ts';

/** Milliseconds from which a statement is recorded as slow. */
const SLOW = 1_000;
const MAX_KEPT = 20;
const MAX_TEXT_LENGTH = 300;

const found = new Map<string, SlowStatement>();

/** Measures a query whose answer is awaited and adds it to the trace; slow ones are recorded without their values. */
export async function timed<T>(statement: unknown, ask: () => Promise<T>): Promise<T> {
  const ended = stopwatch(statement);
  try {
    const answered = await ask();
    ended();
    return answered;
  } catch (error) {
    ended(error);
    throw error;
  }
}

/** The same for an answer passed to a callback. */
export function timedCallback(
  statement: unknown,
  callback: (...answer: unknown[]) => unknown,
): typeof callback {
  const ended = stopwatch(statement);
  return (...answer) => {
    ended(answer[0]);
    return callback(...answer);
  };
}

function stopwatch(statement: unknown): (error?: unknown) => void {
  const began = performance.now();
  const span = statementSpan(statement);
  return (error) => {
    if (span && error) markFailed(span, error);
    span?.end();
    const took = performance.now() - began;
    if (took >= SLOW) note(textOf(statement), took);
  };
}

/** Slow statements of this process since its start, the worst first. */
export const slowStatements = (): SlowStatement[] =>
  [...found.values()].sort((one, other) => other.worstMs - one.worstMs);

function note(text: string, took: number): void {
  const earlier = found.get(text);
  const ms = Math.round(took);
  if (earlier) {
    earlier.times += 1;
    earlier.totalMs += ms;
    earlier.worstMs = Math.max(earlier.worstMs, ms);
    return;
  }
  const least = slowStatements().at(-1);
  if (found.size >= MAX_KEPT && least) {
    if (least.worstMs >= ms) return;
    found.delete(least.text);
  }
  found.set(text, { text, times: 1, totalMs: ms, worstMs: ms });
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return withoutValues(typeof text === 'string' ? text : '');
}

/** Parameters are sent separately from the text; values in the text itself are cut out. */
export const withoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
