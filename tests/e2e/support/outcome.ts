import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** The results of some journey files. */
export interface Outcome {
  /** Whether each journey passed, by file and name. */
  journeys: Map<string, boolean>;
  /** Files that failed outside of their journeys: they could not start, took too long, or failed to clean up. */
  broken: Set<string>;
}

/** The part of node:test's report about a test, suite or file that is needed here. */
interface TestReport {
  name: string;
  file?: string | undefined;
  details: { type?: string | undefined; error?: Error & { failureType?: unknown } };
}

// A file with many walks takes two minutes on an idle machine with two cores. ms
const MAX_FILE = 900_000;

/** Runs the journeys of these files one after the other and prints their progress. */
export async function walk(files: string[]): Promise<Outcome> {
  const outcome: Outcome = { journeys: new Map(), broken: new Set() };
  const tests = run({ files, concurrency: 1, timeout: MAX_FILE });
  tests.on('test:pass', (reported) => note(outcome, reported, true));
  tests.on('test:fail', (reported) => note(outcome, reported, false));
  tests.compose(new spec()).pipe(process.stdout);
  for await (const _event of tests);
  return outcome;
}

function note({ journeys, broken }: Outcome, { name, file = name, details }: TestReport, passed: boolean) {
  if (details.type === 'suite' || name === file) {
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

/** The last result of a journey counts: one that first passed and then failed has failed. */
export const mergeRuns = (first: Outcome, second: Outcome): Outcome => ({
  journeys: new Map([...first.journeys, ...second.journeys]),
  broken: second.broken,
});

/** Names of what failed in the first run and passed in the second. */
export const passedOnRetry = (first: Outcome, both: Outcome): string[] => [
  ...[...first.journeys]
    .filter(([name, passed]) => !passed && both.journeys.get(name))
    .map(([name]) => shown(name)),
  ...[...first.broken].filter((file) => !failedFiles(both).includes(file)).map(shown),
];

const shown = (name: string) => path.relative(path.resolve(import.meta.dirname, '..'), name);

/** Each journey counts once; a file that failed outside of its journeys counts as one failure. */
export function counted({ journeys, broken }: Outcome): { passed: number; failed: number } {
  const failed = [...journeys].filter(([, passed]) => !passed).map(([name]) => fileOf(name));
  const alone = [...broken].filter((file) => !failed.includes(file));
  return { passed: journeys.size - failed.length, failed: failed.length + alone.length };
}
