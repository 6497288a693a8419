import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { findChromium, OPERATOR, openSignedIn } from '#tests/e2e/support/browser.ts';
import { startConsole } from '#tests/e2e/support/console.ts';

const OPTIONS = {
  runs: { type: 'string', default: '9' },
  /** File for a profile of our dialog's openings, to be viewed with Chrome's tools. */
  profile: { type: 'string', default: '' },
} as const;
const WARM_UP = 2;
/** CPU slowdown of a phone compared with a desktop. */
const SLOWER = 4;

interface Opening {
  /** From the click until the browser has painted the result, ms; the browser's resolution is 8 ms. */
  event: number;
  /** Processor time of the page until then, ms. */
  cpu: number;
}

/**
 * `npm run bench -- filters`: the filter dialog of the ticket list on a phone at CPU ×4, compared with a plain MUI dialog of
 * as many lines over an empty page, alternating in one browser. docs/domain.md 17 allows at most 100 ms; on a busy machine only the
 * ratio and the processor time are meaningful.
 */
export async function filters(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-filters-'));
  const server = await startConsole();
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const root = import.meta.dirname;
    await build({ configFile: false, root, logLevel: 'error', build: { outDir, emptyOutDir: true } });
    const plainServer = await preview({
      configFile: false,
      root,
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0 },
    });
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 360, height: 740 },
      serviceWorkers: 'block',
    });
    const ours = await context.newPage();
    await openSignedIn(ours, OPERATOR, '/tickets');
    await ours.getByRole('button', { name: /^Filtros/ }).waitFor();
    await ours.waitForTimeout(5_000);
    const plain = await context.newPage();
    await plain.goto(plainServer.resolvedUrls?.local[0] ?? '');
    const [openOurs, openPlain] = [await opener(ours, values.profile), await opener(plain)];
    const times = { ours: [] as Opening[], plain: [] as Opening[] };
    for (let run = -WARM_UP; run < Number(values.runs); run++) {
      const pair = { ours: await openOurs(), plain: await openPlain() };
      if (run === -WARM_UP) print('a primeira', [pair.ours], [pair.plain]);
      if (run < 0) continue;
      times.ours.push(pair.ours);
      times.plain.push(pair.plain);
    }
    print('mediana das seguintes', times.ours, times.plain);
    await plainServer.close();
  } finally {
    await browser.close();
    await server.stop();
    rmSync(outDir, { recursive: true, force: true });
  }
}

declare global {
  interface Window {
    clicks: number[];
  }
}

async function opener(page: Page, profile = ''): Promise<() => Promise<Opening>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(() => {
    window.clicks = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'click') window.clicks.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  if (profile) await session.send('Profiler.enable');
  let turn = 0;
  return async () => {
    await page.bringToFront();
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    if (profile) await session.send('Profiler.start');
    const before = await taskMs(session);
    await page.getByRole('button', { name: /^Filtros/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(600);
    const cpu = (await taskMs(session)) - before;
    if (profile) {
      const { profile: taken } = await session.send('Profiler.stop');
      writeFileSync(`${profile}.${turn++}.cpuprofile`, JSON.stringify(taken));
    }
    const event = await page.evaluate(() => window.clicks.splice(0)[0] ?? 0);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForTimeout(200);
    await page.evaluate(() => window.clicks.splice(0));
    return { event, cpu };
  };
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function print(what: string, ours: readonly Opening[], plain: readonly Opening[]) {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const of = (openings: readonly Opening[], key: keyof Opening) => median(openings.map((one) => one[key]));
  const line = (key: keyof Opening) =>
    `${of(ours, key).toFixed(0)} | ${of(plain, key).toFixed(0)} | ${(of(ours, key) / of(plain, key)).toFixed(1)}`;
  say(`\n| ${what}, CPU ×${SLOWER} | filtros | diálogo comum | razão |\n| --- | ---: | ---: | ---: |`);
  say(`| do clique à tela, ms | ${line('event')} |`);
  say(`| processador, ms | ${line('cpu')} |`);
}
