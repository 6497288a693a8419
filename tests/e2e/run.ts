import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './support/browser.ts';
import { writeDemonstration } from './support/console.ts';
import { runInParallel } from './support/lanes/lanes.ts';
import { counted, failedFiles, mergeRuns, passedOnRetry, unsteady } from './support/lanes/outcome.ts';

// `npm run e2e [-- name …]`: runs the journeys in a real Chromium against their own consoles, with the demonstration company.
// A file with a failure is run once more at the end, on its own, which tells a fault from a machine under load. A journey that
// passes only then has failed all the same, unless its cause is named in tests/support/unsteady.json. Prints how many passed and failed,
// and exits with 1 if any failed.
const chromium = findChromium();
if (!chromium) {
  console.error(
    'Nenhum Chromium encontrado. Instale o do sistema (Debian: apt-get install chromium-headless-shell) ou o do Playwright\n' +
      '(npx playwright install chromium), ou diga onde ele está: CHROMIUM=/caminho npm run e2e.',
  );
  process.exit(1);
}
process.env.CHROMIUM = chromium;

/**
 * Every screen in every scheme and width takes as long as all other journeys together, so these run only by name
 * (everyScreen).
 */
const LONG_WALK = /\.walk\.e2e\.ts$/;
const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.e2e.ts'))
  .filter((name) =>
    wanted.length > 0 ? wanted.some((each) => path.basename(name).includes(each)) : !LONG_WALK.test(name),
  )
  .map((name) => path.join(folder, name));

// Built once instead of by each console that starts.
execFileSync(process.execPath, [path.resolve(folder, '../../scripts/build.mjs'), '--quick'], {
  stdio: 'inherit',
});
const demonstration = files.length > 1 ? await writeDemonstration() : undefined;
const first = await runInParallel(files);
const again = failedFiles(first);
const second = again.length > 0 ? await runInParallel(again, 1) : null;
demonstration?.remove();

const late = second ? passedOnRetry(first, second) : [];
if (late.length > 0)
  console.log(`passed only the second time:\n${late.map((name) => `  ${name}`).join('\n')}`);
const { passed, failed } = counted(second ? mergeRuns(first, second, unsteady().journeys) : first);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
