import type { CDPSession, Locator, Page } from 'playwright-core';
import { FLOATING } from '#tests/e2e/support/axe.ts';
import { ADMIN, launch, TIMEOUT } from '#tests/e2e/support/browser.ts';
import { screensOf, showEach } from '#tests/e2e/support/everyScreen/walk.ts';
import { serveForms } from '../forms/serveForms.ts';
import { type Measure, printHead, printRow } from './measure.ts';

/** The budget of docs/domain.md 17: CPU of a key against the same key in a plain form, and the 95th percentile in milliseconds. */
const BUDGET = { ratio: 1.5, p95: 50 };
const PLAIN_FIELDS = 30;
/** The plain form is measured again after so many fields, so that load on the machine affects both. */
const PLAIN_EVERY = 25;
const TYPED = 'distribuidora';
const DELAY = 60;
/** In which what a key started late counts too, in milliseconds; less than the pause after which a list searches. */
const AFTER = 350;
/** Within which the search that the first keys began has been answered and drawn: it is no key's cost. */
const SEARCHED = 1_500;
/** How long a field is waited for that a key or an answer has taken away, in milliseconds. */
const GONE = 3_000;
/** Fields of one screen or dialog that are typed in: those at both ends and in the middle. */
const MAX_FIELDS = 3;

const FIELDS = [
  'input:not([type]), input[type=text], input[type=search], input[type=email], input[type=tel], input[type=url]',
  'textarea:not([aria-hidden])',
  '[contenteditable=true]',
].join(', ');

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
          const { cpu, p95 } = await typeInto(page, session, field);
          costs.push({ where, field: name, cpu, ratio: cpu / base.cpu, p95 });
        });
      page.setDefaultTimeout(TIMEOUT);
      await session.detach();
    }),
  );
  await plain.close();
  return print(costs);
};

/** The form of the benchmark `forms` that a careful programmer would write by hand, in a browser of its own. */
async function plainForm() {
  const served = await serveForms([]);
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(served.address);
  await page.waitForFunction(() => 'formsBench' in window);
  await page.evaluate((count) => window.formsBench.mount('plain', count), PLAIN_FIELDS);
  const session = await timed(page);
  const cost = async () => typeInto(page, session, page.locator('input').nth(7));
  await cost();
  return {
    cost,
    close: async () => {
      await browser.close();
      await served.close();
    },
  };
}

async function timed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** The fields in what floats on top, or on the page itself. */
async function fieldsOf(page: Page, floating: boolean): Promise<Locator[]> {
  const within = floating
    ? page.locator(FLOATING).filter({ visible: true }).last()
    : page.locator('#conteudo');
  const fields = within.locator(FIELDS).locator('visible=true');
  const usable: Locator[] = [];
  for (const field of await fields.all()) if (await field.isEditable().catch(() => false)) usable.push(field);
  const last = usable.length - 1;
  const chosen = last < MAX_FIELDS ? usable : [0, Math.floor(last / 2), last].map((at) => usable[at]);
  return chosen.filter((field) => field !== undefined);
}

const nameOf = (field: Locator) =>
  field.evaluate((element) => {
    const { labels, placeholder } = element as HTMLInputElement;
    const name = element.getAttribute('aria-label') || labels?.[0]?.textContent || placeholder;
    const role = element.getAttribute('role') === 'combobox' ? ' (lista)' : '';
    return `${(name || element.tagName).replace(/\s+/g, ' ').trim().slice(0, 40)}${role}`;
  });

/** Types into the field and leaves it as it was. */
async function typeInto(
  page: Page,
  session: CDPSession,
  field: Locator,
): Promise<{ cpu: number; p95: number }> {
  await field.focus();
  const before = await field.evaluate((element) =>
    'value' in element ? String(element.value) : (element.textContent ?? ''),
  );
  await page.keyboard.press('End');
  // What is loaded or compiled with the first keys is not what a key costs.
  await page.keyboard.type('ab', { delay: DELAY });
  await page.waitForTimeout(SEARCHED);
  await page.evaluate(watchKeys);
  const from = await taskSeconds(session);
  await page.keyboard.type(TYPED, { delay: DELAY });
  await page.waitForTimeout(AFTER);
  const cpu = ((await taskSeconds(session)) - from) * (1000 / TYPED.length);
  const durations = await page.evaluate(() => {
    const { keyTimes } = window as unknown as { keyTimes: { seen: number[]; observer: PerformanceObserver } };
    keyTimes.observer.disconnect();
    return keyTimes.seen;
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  if (before) await page.keyboard.insertText(before);
  return { cpu, p95: percentile(durations) };
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
