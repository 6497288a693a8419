import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './support/browser.ts';
import { writeDemonstration } from './support/console.ts';
import { walkInLanes } from './support/lanes.ts';
import { counted, eitherGo, failedFiles, passedLate } from './support/outcome.ts';

// `npm run e2e [-- name …]`: the journeys in a real Chromium against consoles of their own, with the demonstration
// company. A file of which something failed is walked once more at the end, by itself: what passes then counts, and is
// named. Prints how many passed and failed, and ends with 1 when any failed.
const chromium = findChromium();
if (!chromium) {
  console.error(
    'Nenhum Chromium encontrado. Instale o do sistema (Debian: apt-get install chromium-headless-shell) ou o do Playwright\n' +
      '(npx playwright install chromium), ou diga onde ele está: CHROMIUM=/caminho npm run e2e.',
  );
  process.exit(1);
}
process.env.CHROMIUM = chromium;

/** Every screen in every scheme and width takes as long as all the others together; run by its name (everyScreen). */
const LONG_WALK = /\.walk\.e2e\.ts$/;
const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter(
    (name) =>
      name.endsWith('.e2e.ts') &&
      (wanted.length > 0 ? wanted.some((each) => name.includes(each)) : !LONG_WALK.test(name)),
  )
  .map((name) => path.join(folder, name));

// Once, and not by each console that starts.
execFileSync(process.execPath, [path.resolve(folder, '../../scripts/build.mjs'), '--quick'], {
  stdio: 'inherit',
});
const demonstration = files.length > 1 ? await writeDemonstration() : undefined;
const first = await walkInLanes(files);
const again = failedFiles(first);
const both = again.length > 0 ? eitherGo(first, await walkInLanes(again, 1)) : first;
demonstration?.remove();

const late = passedLate(first, both);
if (late.length > 0)
  console.log(`passed only the second time:\n${late.map((name) => `  ${name}`).join('\n')}`);
const { passed, failed } = counted(both);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
