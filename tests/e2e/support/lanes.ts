import { fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { LaneReport } from '../lane.ts';
import type { Outcome } from './outcome.ts';

const LANE = path.resolve(import.meta.dirname, '../lane.ts');
/** A browser, a server and a database keep a core busy; more lanes would only wait for each other. */
const MOST_LANES = 2;

/**
 * The files shared out in turn to as many lanes as the machine carries, in the order of their names: a journey meets what
 * the ones before it left.
 */
export function inLanes(
  files: string[],
  lanes = Math.min(MOST_LANES, os.availableParallelism()),
): string[][] {
  return Array.from({ length: lanes }, (_, lane) =>
    files.filter((_file, place) => place % lanes === lane),
  ).filter((lane) => lane.length > 0);
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
