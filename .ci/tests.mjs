// `npm test`, and what failed of it once more by itself, which tells a fault from a machine under load. What passes only the
// second time has failed all the same, unless its cause is named in tests/support/unsteady.json. Each test counts once.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The causes of suites that may fail the first time, by path. */
const { suites: excused } = JSON.parse(readFileSync(path.join(ROOT, 'tests/support/unsteady.json'), 'utf8'));

/** Of the sources that are tested: what passed passes again, and another commit tries other cases. */
const tree = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: ROOT, encoding: 'utf8' }).stdout?.trim();
const seed = Number.parseInt((tree || '1').slice(0, 7), 16);
console.log(`seed of the property tests: ${seed} (PROPERTY_SEED)`);

function npmTest(file, options = []) {
  rmSync(file, { force: true });
  const { status } = spawnSync('npm', ['test', '--', '--json', `--outputFile=${file}`, ...options], {
    cwd: ROOT,
    env: { ...process.env, PROPERTY_SEED: String(seed) },
    stdio: 'inherit',
  });
  return { status, suites: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : null };
}

const first = npmTest(path.join(ROOT, '.ci/tests.json'));
const failed = (first.suites ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
const second =
  failed.length > 0
    ? npmTest(path.join(ROOT, '.ci/again.json'), ['--maxWorkers=1', '--runTestsByPath', ...failed])
    : { status: first.status, suites: [] };

// A run that left no report, and one that failed without a failed suite, have failed themselves.
const whole = first.suites !== null && second.suites !== null;
const again = new Map((second.suites ?? []).map((suite) => [suite.name, suite]));
const late = failed
  .filter((name) => again.get(name)?.status === 'passed')
  .map((name) => path.relative(ROOT, name));
const unexcused = late.filter((name) => !Object.hasOwn(excused, name));
const suites = (first.suites ?? []).map((suite) =>
  unexcused.includes(path.relative(ROOT, suite.name)) ? suite : (again.get(suite.name) ?? suite),
);
const count = (state) =>
  suites.flatMap((suite) => suite.assertionResults).filter((each) => each.status === state).length;
// A suite that could not even start counts as a failure.
const broken = suites.filter(
  (suite) => suite.status === 'failed' && !suite.assertionResults.some((each) => each.status === 'failed'),
).length;

writeFileSync(
  path.join(ROOT, '.ci/counts.json'),
  JSON.stringify({ passed: count('passed'), failed: count('failed') + broken + (whole ? 0 : 1), late }),
);
process.exitCode = second.status === 0 && unexcused.length === 0 ? 0 : 1;
