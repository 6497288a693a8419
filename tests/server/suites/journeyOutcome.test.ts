import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { LANE_ARGUMENTS } from '../../e2e/support/lanes/lanes.ts';
import {
  counted,
  mergeRuns,
  type Outcome,
  passedOnRetry,
  unsteady,
} from '../../e2e/support/lanes/outcome.ts';

const outcome = (journeys: Record<string, boolean>): Outcome => ({
  journeys: new Map(Object.entries(journeys)),
  broken: new Set(),
});

const first = outcome({ '/a: one': true, '/a: two': false, '/a: three': false, '/b: one': true });
const second = outcome({ '/a: one': false, '/a: two': true, '/a: three': false });

it('fails what failed in either run, and names what passed only the second time', () => {
  expect(counted(mergeRuns(first, second, {}))).toEqual({ passed: 1, failed: 3 });
  expect(passedOnRetry(first, second)).toEqual([expect.stringMatching(/a: two$/)]);
});

it('passes what passed the second time if its cause is named', () => {
  const [two = ''] = passedOnRetry(first, second);
  expect(counted(mergeRuns(first, second, { [two]: 'an observed cause' }))).toEqual({ passed: 2, failed: 2 });
});

it('fails a file that was broken the first time', () => {
  const broken: Outcome = { journeys: new Map([['/a: one', true]]), broken: new Set(['/a']) };
  const mended = outcome({ '/a: one': true });
  const [file = ''] = passedOnRetry(broken, mended);
  expect(counted(mergeRuns(broken, mended, {}))).toEqual({ passed: 1, failed: 1 });
  expect(counted(mergeRuns(broken, mended, { [file]: 'an observed cause' }))).toEqual({
    passed: 1,
    failed: 0,
  });
});

/** The list may only become shorter: nothing may fail the first time unless somebody knows why and says so there. */
const MAX_UNSTEADY = 0;

it('excuses only what exists, each with its cause', () => {
  const { suites, journeys } = unsteady();
  const all = {
    ...suites,
    ...Object.fromEntries(Object.entries(journeys).map(([name, why]) => [`tests/e2e/${name}`, why])),
  };
  expect(Object.keys(all).length).toBeLessThanOrEqual(MAX_UNSTEADY);
  for (const [name, cause] of Object.entries(all)) {
    expect(existsSync(name.split(': ')[0] ?? '')).toBe(true);
    expect(cause.length).toBeGreaterThan(40);
  }
});

const FILES = {
  passes:
    "describe('a', () => { it('one', () => {}); it('two', () => {}); }); describe('b', () => { it('one', () => {}); });",
  fails: "describe('a', () => { it('one', () => {}); it('two', () => { throw new Error(); }); });",
  cannotBegin: "describe('a', () => { before(() => { throw new Error(); }); it('one', () => {}); });",
  cannotEnd: "describe('a', () => { after(() => { throw new Error(); }); it('one', () => {}); });",
  cannotLoad: "throw new Error('no such thing');",
  failsLate:
    "const later = (ms) => new Promise((done) => setTimeout(done, ms)); describe('a', () => { it('one', () => { setTimeout(() => { throw new Error(); }, 20); }); it('two', () => later(100)); });",
  passesAfterwards: "describe('a', () => { it('one', () => {}); });",
  hangs: "describe('a', () => { it('one', () => new Promise((done) => setTimeout(done, 60_000))); });",
};

it('runs files in one process and sees each failure', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-journeys-'));
  const address = (module: string) =>
    JSON.stringify(path.resolve(import.meta.dirname, '../../e2e/support', module));
  const files = Object.entries(FILES).map(([name, source]) => {
    const file = path.join(folder, `${name}.mjs`);
    writeFileSync(file, `import { after, before, describe, it } from 'node:test';\n${source}`);
    return file;
  });
  const lane = path.join(folder, 'lane.mjs');
  writeFileSync(
    lane,
    `import { writeFileSync } from 'node:fs';
    import { walk } from ${address('lanes/outcome.ts')};
    const seen = {};
    for (const file of ${JSON.stringify(files)}) {
      const { journeys, broken } = await walk(file, file.includes('hangs') ? 500 : 60_000).catch(() => ({ journeys: new Map(), broken: ['too long'] }));
      seen[file] = [[...journeys.values()], [...broken].length];
    }
    writeFileSync(${JSON.stringify(path.join(folder, 'seen.json'))}, JSON.stringify(seen));
    process.exit();`,
  );
  try {
    await promisify(execFile)(process.execPath, [...LANE_ARGUMENTS, lane]);
    const seen = Object.fromEntries(
      Object.entries(JSON.parse(readFileSync(path.join(folder, 'seen.json'), 'utf8'))).map(([file, each]) => [
        path.basename(file, '.mjs'),
        each,
      ]),
    );
    expect(seen).toEqual({
      passes: [[true, true, true], 0],
      fails: [[true, false], 0],
      cannotBegin: [[false], 1],
      cannotEnd: [[true], 1],
      cannotLoad: [[], 1],
      failsLate: [[true, true], 1],
      passesAfterwards: [[true], 0],
      hangs: [[], 1],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
