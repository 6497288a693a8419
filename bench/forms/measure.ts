import type { Browser, CDPSession, Page } from 'playwright-core';
import type { FormKind } from './sizes.ts';

export interface Measured {
  mount: number;
  /** Main-thread CPU per key when typing fast, and when each key is followed by a pause; ms. */
  fast: number;
  slow: number;
  /** Event timing in ms; the browser's resolution is 8 ms. */
  p95: number;
  p95Throttled: number;
}

const FAST = { keys: 30, delay: 80 };
const SLOW = { keys: 10, delay: 350 };

export async function measure(
  browser: Browser,
  address: string,
  kind: FormKind,
  count: number,
): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    // Opened once to load the chunks, so that reopening a form is what is compared.
    await open(page, address, kind, count);
    const mount = await page.evaluate(mountIn, { kind, count });
    await page.locator('input').nth(7).focus();
    await page.keyboard.type('aquecimento', { delay: 40 });
    await page.waitForTimeout(500);
    await collectEvents(page);
    const fast = await cpuPerKey(page, session, FAST);
    const p95 = percentile(await takeEvents(page));
    const slow = await cpuPerKey(page, session, SLOW);
    await takeEvents(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await type(page, FAST);
    const p95Throttled = percentile(await takeEvents(page));
    return { mount, fast, slow, p95, p95Throttled };
  } finally {
    await page.close();
  }
}

async function open(page: Page, address: string, kind: FormKind, count: number): Promise<number> {
  await page.goto(address);
  await page.waitForFunction(() => 'formsBench' in window);
  return page.evaluate(mountIn, { kind, count });
}

/** Runs in the page. */
const mountIn = ({ kind, count }: { kind: FormKind; count: number }) => window.formsBench.mount(kind, count);

async function type(page: Page, { keys, delay }: typeof FAST) {
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Distribuidora de Alimentos Boa Vista Ltda'.slice(0, keys), { delay });
  // Allows the last text to be processed too.
  await page.waitForTimeout(500);
}

async function cpuPerKey(page: Page, session: CDPSession, speed: typeof FAST): Promise<number> {
  const before = await taskSeconds(session);
  await type(page, speed);
  return ((await taskSeconds(session)) - before) * (1000 / speed.keys);
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

const collectEvents = (page: Page) =>
  page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seenEvents: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'keydown' || entry.name === 'input') seen.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/** Events below the browser's reporting threshold count as its 16 ms. */
const takeEvents = async (page: Page): Promise<number[]> => {
  const slow = await page.evaluate(() =>
    (window as unknown as { seenEvents: number[] }).seenEvents.splice(0),
  );
  return [...slow, ...Array.from({ length: Math.max(0, 2 * FAST.keys - slow.length) }, () => 16)];
};

const percentile = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * 0.95) - 1)] ?? Number.NaN;
