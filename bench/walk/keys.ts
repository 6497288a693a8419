import type { CDPSession, Page } from 'playwright-core';
import { ADMIN, TIMEOUT } from '#tests/e2e/support/browser.ts';
import { screensOf, showEach } from '#tests/e2e/support/everyScreen/walk.ts';
import { fieldsOf, nameOf, openPlainForm, TYPED, typeInto, type Watch } from './fields.ts';
import { type Measure, printHead, printRow } from './measure.ts';

/** The budget of docs/domain.md 17: CPU of a key against the same key in a plain form, and the 95th percentile in milliseconds. */
const BUDGET = { ratio: 1.5, p95: 50 };
/** The plain form is measured again after so many fields, so that load on the machine affects both. */
const PLAIN_EVERY = 25;
/** How long a field is waited for that a key or an answer has taken away, in milliseconds. */
const GONE = 3_000;

interface Cost {
  where: string;
  field: string;
  /** Main-thread CPU of a key in milliseconds, without waiting for the CPU. */
  cpu: number;
  /** As a share of the plain form's, measured shortly before. */
  ratio: number;
  p95: number;
}

/** A key costs the same everywhere: typing in the fields of every screen and dialog, against a plain form. */
export const keys: Measure = async (browser, only) => {
  const costs: Cost[] = [];
  const plain = await plainForm();
  const measured = new Set<string>();
  const stops = screensOf('a', 'z').filter(({ name }) => only.test(name));
  let base = await plain.cost();
  const look = async (check: () => Promise<void>) => {
    try {
      await check();
    } catch (error) {
      console.error(String(error).split('\n')[0]);
    }
  };
  await showEach(browser, { stops, person: ADMIN }, look, ({ page }, where, floating) =>
    look(async () => {
      const session = await timed(page);
      page.setDefaultTimeout(GONE);
      for (const field of await fieldsOf(page, floating))
        await look(async () => {
          const name = await nameOf(field);
          const key = `${where.replace(/\d+/g, '0')} ${name}`;
          if (measured.has(key)) return;
          measured.add(key);
          if (measured.size % PLAIN_EVERY === 0) base = await plain.cost();
          const { cpu, p95 } = await typeInto(page, field, costOf(page, session));
          costs.push({ where, field: name, cpu, ratio: cpu / base.cpu, p95 });
        });
      page.setDefaultTimeout(TIMEOUT);
      await session.detach();
    }),
  );
  await plain.close();
  return print(costs);
};

async function plainForm() {
  const { page, field, close } = await openPlainForm();
  const session = await timed(page);
  const cost = async () => typeInto(page, field, costOf(page, session));
  await cost();
  return { cost, close };
}

async function timed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** Main-thread CPU of a key, and how long the browser took for it. */
function costOf(page: Page, session: CDPSession): Watch<{ cpu: number; p95: number }> {
  let from = 0;
  return {
    begin: async () => {
      await page.evaluate(watchKeys);
      from = await taskSeconds(session);
    },
    end: async () => {
      const cpu = ((await taskSeconds(session)) - from) * (1000 / TYPED.length);
      const durations = await page.evaluate(() => {
        const { keyTimes } = window as unknown as {
          keyTimes: { seen: number[]; observer: PerformanceObserver };
        };
        keyTimes.observer.disconnect();
        return keyTimes.seen;
      });
      return { cpu, p95: percentile(durations) };
    },
  };
}

/** Runs in the page. */
function watchKeys() {
  const seen: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown' || name === 'input') seen.push(duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(window, { keyTimes: { seen, observer } });
}

/** Keys that the browser does not report took less than 16 ms. */
function percentile(durations: number[]): number {
  const count = 2 * TYPED.length;
  const all = [...durations, ...Array.from({ length: Math.max(0, count - durations.length) }, () => 16)];
  return all.sort((one, other) => one - other)[Math.ceil(all.length * 0.95) - 1] ?? 16;
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

function print(costs: Cost[]): boolean {
  printHead(['where', 'field', 'CPU of a key', 'of a plain form', 'p95']);
  for (const { where, field, cpu, ratio, p95 } of costs.sort((one, other) => other.ratio - one.ratio))
    printRow([where, field, `${cpu.toFixed(1)} ms`, `×${ratio.toFixed(2)}`, `${p95} ms`]);
  const over = costs.filter(({ ratio, p95 }) => ratio > BUDGET.ratio || p95 > BUDGET.p95);
  console.log(
    `\n${over.length} of ${costs.length} fields cost more than ×${BUDGET.ratio} or ${BUDGET.p95} ms`,
  );
  return over.length === 0;
}
