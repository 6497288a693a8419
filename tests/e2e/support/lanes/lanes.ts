import { type ChildProcess, fork } from 'node:child_process';
import { statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FileReport } from '../../lane.ts';
import type { Outcome } from './outcome.ts';

const LANE = path.resolve(import.meta.dirname, '../../lane.ts');
const EVENTS = path.resolve(import.meta.dirname, 'testEvents.ts');
/** Journeys run in the lane's own process; their progress is printed, and their events are read there. */
export const LANE_ARGUMENTS = [
  ...['--import', 'tsx'],
  ...['--test-reporter', 'spec', '--test-reporter-destination', 'stdout'],
  ...['--test-reporter', EVENTS, '--test-reporter-destination', 'stderr'],
];

/**
 * A journey spends half of its time waiting, for a page to come to rest or for a response. More than four lanes were never
 * tried.
 */
const MAX_LANES = 4;
const lanesHere = () => Math.min(MAX_LANES, os.availableParallelism() * 2);

/** The longest, roughly in order; the size of a file does not tell how long its checks and consoles take. */
const LONGEST = [
  'schemas',
  'mail',
  'studioPicture',
  'nfeFolder',
  'ownTypes',
  'newTicket',
  'counters',
  'firstCompany',
  'recordImport',
  'ownData',
  'drafts',
  'sixtyTickets',
  'returnFlow',
];

/** The longest first, then the largest, so that no lane is left alone with a long file at the end. */
export const longestFirst = (files: readonly string[]): string[] =>
  files
    .map((file) => ({ file, place: placeOf(file), size: statSync(file).size }))
    .sort((a, b) => a.place - b.place || b.size - a.size)
    .map(({ file }) => file);

function placeOf(file: string): number {
  const found = LONGEST.indexOf(path.basename(file, '.e2e.ts'));
  return found === -1 ? LONGEST.length : found;
}

/** Each lane is a process with its own console that takes one file after the other from those remaining. */
export async function runInParallel(files: readonly string[], lanes = lanesHere()): Promise<Outcome> {
  const left = longestFirst(files);
  const outcome: Outcome = { journeys: new Map(), broken: new Set() };
  const length = Math.min(lanes, files.length);
  await Promise.all(Array.from({ length }, () => walkLane(left, outcome)));
  // Files that no lane got to.
  for (const file of left) outcome.broken.add(file);
  return outcome;
}

/** If a lane ends while running a file, that file has failed, and a new lane takes those that are left. */
function walkLane(left: string[], outcome: Outcome): Promise<void> {
  const child = fork(LANE, { execArgv: LANE_ARGUMENTS });
  let inHand: string | undefined;
  child.on('message', (reported: FileReport | 'ready') => {
    if (reported !== 'ready') take(outcome, reported);
    inHand = left.shift();
    next(child, inHand);
  });
  return new Promise((resolve) => {
    child.once('exit', () => {
      if (inHand === undefined) return resolve();
      outcome.broken.add(inHand);
      resolve(left.length > 0 ? walkLane(left, outcome) : undefined);
    });
  });
}

function take({ journeys, broken }: Outcome, reported: FileReport): void {
  for (const [name, passed] of reported.journeys) journeys.set(name, passed);
  for (const file of reported.broken) broken.add(file);
}

const next = (child: ChildProcess, file: string | undefined) => child.send({ file });
