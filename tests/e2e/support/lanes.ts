import { fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { LaneReport } from '../lane.ts';
import type { Outcome } from './outcome.ts';

const LANE = path.resolve(import.meta.dirname, '../lane.ts');
/** A browser, a server and a database keep a core busy; more lanes would only wait for each other. */
const MOST_LANES = 2;

/** Seconds of the files that take more than half a minute on an idle machine of two cores. */
const LONG: Record<string, number> = {};
const USUAL = 25;

const secondsOf = (file: string) => LONG[path.basename(file, '.e2e.ts')] ?? USUAL;

/** The files shared out to as many lanes as the machine carries, so that they end at about the same time. */
export function inLanes(
  files: string[],
  lanes = Math.min(MOST_LANES, os.availableParallelism()),
): string[][] {
  const shared = Array.from({ length: lanes }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = shared.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += secondsOf(file);
  }
  // In the order of their names, whatever they take: a journey meets what the ones before it left.
  return shared.map((lane) => lane.files.toSorted()).filter((lane) => lane.length > 0);
}

/** Walks all lanes at once, each in a process and on a console of its own. */
export async function walkLanes(lanes: string[][]): Promise<Outcome> {
  const reports = await Promise.all(lanes.map(walkLane));
  return {
    journeys: new Map(reports.flatMap(({ journeys }) => journeys)),
    broken: new Set(reports.flatMap(({ broken }) => broken)),
  };
}

/** A lane that ended without a report could not even begin, or was ended: all its files have failed. */
function walkLane(files: string[]): Promise<LaneReport> {
  const child = fork(LANE, files, { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve) => {
    let report: LaneReport = { journeys: [], broken: files };
    child.on('message', (given: LaneReport) => {
      report = given;
    });
    child.once('exit', () => resolve(report));
  });
}
