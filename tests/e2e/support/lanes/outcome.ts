import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestEvent, type TestEvent } from './testEvents.ts';

/** The results of some journey files. */
export interface Outcome {
  /** Whether each journey passed, by file and name. */
  journeys: Map<string, boolean>;
  /** Files that failed outside of their journeys: they could not start, took too long, or failed to clean up. */
  broken: Set<string>;
}

// A file with many walks takes two minutes on an idle machine with two cores. ms
const MAX_FILE = 900_000;

/**
 * Runs the journeys of a file in this process, which has loaded Playwright and the helpers already: a process of its own would
 * take another second of CPU. It must have been started with testEvents.ts as a reporter. Throws if the file takes too long;
 * its journeys may then still be running.
 */
export async function walk(file: string, maxTime = MAX_FILE): Promise<Outcome> {
  const outcome: Outcome = { journeys: new Map(), broken: new Set() };
  process.exitCode = undefined;
  let stop = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    let open = 0;
    const silence = onTestEvent(({ type, data }) => {
      const isTop = data.nesting === 0;
      if (type === 'test:enqueue' && isTop) open += 1;
      if (type !== 'test:pass' && type !== 'test:fail') return;
      note(outcome, file, data, type === 'test:pass');
      if (isTop && --open === 0) resolve();
    });
    const timer = setTimeout(() => reject(new Error(`${file} takes too long`)), maxTime);
    stop = () => {
      silence();
      clearTimeout(timer);
    };
  });
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    console.error(error);
    outcome.broken.add(file);
    stop();
    return outcome;
  }
  await ended.finally(stop);
  // An error after the end of a journey belongs to none of them.
  const failed = [...outcome.journeys.values()].includes(false);
  if (process.exitCode !== undefined && !failed) outcome.broken.add(file);
  return outcome;
}

function note(
  { journeys, broken }: Outcome,
  file: string,
  { name, details }: TestEvent['data'],
  passed: boolean,
) {
  if (details?.type === 'suite') {
    if (!passed && details.error?.failureType !== 'subtestsFailed') broken.add(file);
    return;
  }
  // Journeys with the same name are distinguished by their order, which is the same in every run.
  let key = `${file}: ${name}`;
  for (let count = 2; journeys.has(key); count++) key = `${file}: ${name} (${count})`;
  journeys.set(key, passed);
}

const fileOf = (journey: string) => journey.slice(0, journey.indexOf(': '));

/** Files with any failure. */
export const failedFiles = ({ journeys, broken }: Outcome): string[] => [
  ...new Set([...broken, ...[...journeys].filter(([, passed]) => !passed).map(([name]) => fileOf(name))]),
];

/** The causes of suites and journeys that may fail the first time, by name. */
export interface Unsteady {
  suites: Readonly<Record<string, string>>;
  journeys: Readonly<Record<string, string>>;
}

export const unsteady = (): Unsteady =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../support/unsteady.json'), 'utf8'));

/**
 * A journey passes if it passed every time it ran. One that passed only in the second run passes if its cause is named; so does
 * a file that was broken in the first run.
 */
export function mergeRuns(first: Outcome, second: Outcome, excused: Unsteady['journeys']): Outcome {
  const late = passedOnRetry(first, second).filter((name) => !Object.hasOwn(excused, name));
  const journeys = new Map([...first.journeys, ...second.journeys]);
  for (const name of journeys.keys()) if (late.includes(shown(name))) journeys.set(name, false);
  return {
    journeys,
    broken: new Set([...second.broken, ...[...first.broken].filter((file) => late.includes(shown(file)))]),
  };
}

/** Names of what failed in the first run and passed in the second, which ran every file with a failure again. */
export const passedOnRetry = (first: Outcome, second: Outcome): string[] => [
  ...[...first.journeys]
    .filter(([name, passed]) => !passed && second.journeys.get(name))
    .map(([name]) => shown(name)),
  ...[...first.broken].filter((file) => !failedFiles(second).includes(file)).map(shown),
];

const shown = (name: string) => path.relative(path.resolve(import.meta.dirname, '../..'), name);

/** Each journey counts once; a file that failed outside of its journeys counts as one failure. */
export function counted({ journeys, broken }: Outcome): { passed: number; failed: number } {
  const failed = [...journeys].filter(([, passed]) => !passed).map(([name]) => fileOf(name));
  const alone = [...broken].filter((file) => !failed.includes(file));
  return { passed: journeys.size - failed.length, failed: failed.length + alone.length };
}
