import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { findChromium } from './support/browser.ts';
import { startConsole } from './support/console.ts';

// `npm run e2e [-- name]`: the journeys in a real Chromium against a console of their own, with the demonstration
// company. Prints how many passed and failed, and ends with 1 when any failed.
const chromium = findChromium();
if (!chromium) {
  console.error(
    'Nenhum Chromium encontrado. Instale o do sistema (Debian: apt-get install chromium) ou o do Playwright\n' +
      '(npx playwright install chromium), ou diga onde ele está: CHROMIUM=/caminho npm run e2e.',
  );
  process.exit(1);
}

/** Every screen in every scheme and width takes as long as all the others together; run by its name (everyScreen). */
const LONG_WALK = /\.walk\.e2e\.ts$/;
const folder = import.meta.dirname;
const wanted = process.argv[2];
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.e2e.ts') && (wanted ? name.includes(wanted) : !LONG_WALK.test(name)))
  .map((name) => path.join(folder, name));

const server = await startConsole();
process.env.E2E_URL = server.url;
process.env.E2E_SCHEMAS = server.schemas;
process.env.CHROMIUM = chromium;

let passed = 0;
let failed = 0;
// A file of many walks takes two minutes on an idle machine of two cores.
const tests = run({ files, concurrency: 1, timeout: 900_000 });
tests.on('test:pass', ({ details, nesting }) => {
  if (details.type !== 'suite' && nesting > 0) passed++;
});
tests.on('test:fail', ({ details, nesting }) => {
  if (details.type !== 'suite' && nesting > 0) failed++;
});
tests.compose(new spec()).pipe(process.stdout);
for await (const _event of tests);
await server.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
