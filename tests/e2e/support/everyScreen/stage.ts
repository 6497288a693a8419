import type { Page } from 'playwright-core';
import { renderOffscreenItems } from '../axe.ts';

/** Time without requests after which a screen counts as complete, in milliseconds. */
const IDLE_MS = 150;
/** Requests that last as long as the page is open. */
const LONG_LIVED = /\/app\//;
const PAUSE = 40;
/** Time that a busy machine may need for a screen, in milliseconds. */
const TIMEOUT = 30_000;

/** A page whose screens are changed like with its own links, so that the console is loaded only once. */
export interface ScreenDriver {
  page: Page;
  /** Opens the screen at an address and waits until it is complete. */
  go: (address: string) => Promise<void>;
  /** Waits until nothing is loading. */
  settled: () => Promise<void>;
}

export function createScreenDriver(page: Page): ScreenDriver {
  const requested = new Set<unknown>();
  let last = 0;
  const ended = (request: unknown) => {
    if (requested.delete(request)) last = performance.now();
  };
  page.on('request', (request) => {
    if (!LONG_LIVED.test(request.url())) requested.add(request);
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);

  const quiet = async () =>
    requested.size === 0 && performance.now() - last >= IDLE_MS && (await page.evaluate(isComplete));
  const settled = async () => {
    for (const end = performance.now() + TIMEOUT; !(await quiet()); await page.waitForTimeout(PAUSE))
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
        await page.evaluate(renderOffscreenItems);
      }
      await settled();
    },
  };
}

function isComplete() {
  const isWaiting = document.querySelector('.MuiSkeleton-root, [aria-busy=true], [data-grows]');
  return document.querySelector('h1') !== null && isWaiting === null;
}

/** Navigates like one of the console's links. */
function follow(address: string) {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}
