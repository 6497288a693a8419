import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium, type Person, SELLER, SUPERVISOR, signIn } from '#tests/e2e/support/browser.ts';
import { startConsole } from '#tests/e2e/support/console.ts';
import { rail, tabNames } from '#tests/e2e/support/customerPanel.ts';
import { openBenchServer } from '../lists/benchServer.ts';
import { spread } from '../lists/measure.ts';
import { salesFactsOf } from './salesFacts.ts';

interface PaintOptions {
  dataDir: string;
  size: { customers: number; orders: number; agendas: number };
  visits: number;
}

/**
 * `npm run bench -- panelPaint`: the panel of the customer with the most orders in a real Chromium at 1280 px, from opening
 * the address until nothing is loading any more, then a click on each tab until its content is rendered. Every visit signs in
 * again with an empty cache, so that the code of each tab is fetched as well.
 */
export async function paintOfPanel({ dataDir, size, visits }: PaintOptions): Promise<void> {
  const made = await openBenchServer(dataDir, size);
  const { customer } = await salesFactsOf(made.pool);
  await made.close();
  const server = await startConsole({ env: { DATA_DIR: path.resolve(dataDir) } });
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  try {
    process.stdout.write('| p50 / p95 em ms | medido |\n| --- | ---: |\n');
    for (const [role, person] of Object.entries({ supervisor: SUPERVISOR, vendedor: SELLER })) {
      const times = new Map<string, number[]>();
      for (let visit = 0; visit < visits; visit++)
        for await (const [what, took] of visitPanel(browser, server.url, person, customer))
          times.set(what, [...(times.get(what) ?? []), took]);
      for (const [what, all] of times)
        process.stdout.write(`| ${role}: ${what} | ${spread(percentiles(all))} |\n`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function* visitPanel(
  browser: Browser,
  baseURL: string,
  person: Person,
  customer: number,
): AsyncGenerator<[what: string, milliseconds: number]> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(recordBusyChanges);
    await signIn(page, person);
    await page.goto(`/clientes/${customer}`);
    await rail(page).waitFor();
    yield ['página inteira, do endereço ao conteúdo', await settledAfter(page, 0)];
    for (const name of await tabNames(page)) yield [`aba ${name}`, await clickTab(page, name)];
  } finally {
    await context.close();
  }
}

async function clickTab(page: Page, name: string): Promise<number> {
  const link = rail(page)
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) });
  const clicked = await link.evaluate((element: HTMLElement) => {
    const now = performance.now();
    element.click();
    return now;
  });
  await page.getByRole('region', { name: `Aba ${name}`, exact: true }).waitFor();
  return settledAfter(page, clicked);
}

declare global {
  interface Window {
    /** When something in the page last started or finished loading, in terms of `performance.now()`. */
    busyChanged?: number;
  }
}

/** Runs in the page. */
function recordBusyChanges() {
  let busy = true;
  new MutationObserver(() => {
    const now = document.querySelector('main [aria-busy=true]') !== null;
    if (now !== busy) window.busyChanged = performance.now();
    busy = now;
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
}

/** Milliseconds from `since` until the content was complete, that is, until nothing has started loading for half a second. */
async function settledAfter(page: Page, since: number): Promise<number> {
  const stood = await page.waitForFunction((quiet) => {
    const idle = document.querySelector('main [aria-busy=true]') === null;
    const at = window.busyChanged ?? 0;
    return idle && performance.now() - at > quiet && { at };
  }, IDLE_MS);
  const { at } = (await stood.jsonValue()) as { at: number };
  return Math.max(0, at - since);
}

const IDLE_MS = 500;

const percentiles = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
};
