import type { Page } from 'playwright-core';
import { drawUnseen } from '../axe.ts';

/** How long nothing is asked of the server before a screen is taken as complete. ms */
const QUIET = 150;
/** What asks for as long as it is open. */
const LASTING = /\/app\//;
const PAUSE = 40;
/** How long a busy machine may take over a screen. ms */
const PATIENCE = 30_000;

/** A page whose screens are changed as its own links do, so that the console is loaded once. */
export interface Stage {
  page: Page;
  /** The screen of an address, complete. */
  go: (address: string) => Promise<void>;
  /** Nothing is on its way any more. */
  settled: () => Promise<void>;
}

export function stageOf(page: Page): Stage {
  const asked = new Set<unknown>();
  let last = 0;
  const ended = (request: unknown) => {
    if (asked.delete(request)) last = performance.now();
  };
  page.on('request', (request) => {
    if (!LASTING.test(request.url())) asked.add(request);
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);

  const quiet = async () =>
    asked.size === 0 && performance.now() - last >= QUIET && (await page.evaluate(isComplete));
  const settled = async () => {
    for (const end = performance.now() + PATIENCE; !(await quiet()); await page.waitForTimeout(PAUSE))
      if (performance.now() > end) throw new Error(`${page.url()} does not come to rest`);
  };
  return {
    page,
    settled,
    go: async (address) => {
      const inside = await page.evaluate(() => Boolean(document.querySelector('main')));
      if (inside) await page.evaluate(follow, address);
      else {
        await page.goto(address);
        await page.evaluate(drawUnseen);
      }
      await settled();
    },
  };
}

function isComplete() {
  const isWaiting = document.querySelector('.MuiSkeleton-root, [aria-busy=true]');
  return document.querySelector('h1') !== null && isWaiting === null;
}

/** As a link of the console would. */
function follow(address: string) {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}
