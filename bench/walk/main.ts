import process from 'node:process';
import { findChromium, launch } from '#tests/e2e/support/browser.ts';
import { startConsole } from '#tests/e2e/support/console.ts';
import type { Measure } from './measure.ts';

// `npm run walk [-- still …] [--only=/objetivos]`: opens every screen of a demonstration company in Chromium and prints a
// table for each measure. Takes long, so CI runs only journeys over some of the screens.
const MEASURES: Record<string, () => Promise<Measure>> = {
  axe: async () => (await import('./axe.ts')).axe,
  calls: async () => (await import('./calls.ts')).calls,
  clicks: async () => (await import('./clicks.ts')).clicks,
  draws: async () => (await import('./draws.ts')).draws,
  keys: async () => (await import('./keys.ts')).keys,
  operator: async () => (await import('./operator.ts')).operator,
  paper: async () => (await import('./paper.ts')).paper,
  still: async () => (await import('./still.ts')).still,
};

const given = process.argv.slice(2);
const names = given.filter((each) => !each.startsWith('--'));
const only = new RegExp(given.find((each) => each.startsWith('--only='))?.slice('--only='.length) ?? '');
const unknown = names.find((name) => !MEASURES[name]);
if (unknown) {
  process.stderr.write(`Não há a medida ${unknown}: npm run walk -- ${Object.keys(MEASURES).join(' | ')}\n`);
  process.exit(1);
}

process.env.CHROMIUM = findChromium();
const server = await startConsole({ env: { REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'error' } });
process.env.E2E_URL = server.url;
const browser = await launch();
let held = true;
try {
  for (const name of names.length > 0 ? names : Object.keys(MEASURES)) {
    const measure = await MEASURES[name]?.();
    process.stdout.write(`\n## ${name}\n`);
    if (!(await measure?.(browser, only))) held = false;
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = held ? 0 : 1;
