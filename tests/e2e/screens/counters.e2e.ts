import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  ADMIN,
  CONSUMER,
  launch,
  OPERATOR,
  openSignedIn,
  type Person,
  SELLER,
  SUPERVISOR,
  visit,
} from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { createScreenDriver, type ScreenDriver } from '../support/everyScreen/stage.ts';

/**
 * A counter that links to a list must equal the list's number of rows. All tiles and tabs with counters are found on the
 * page, so new ones are covered automatically.
 */

/** Who sees counters on which screen. */
const SCREENS: readonly [Person, string][] = [
  [OPERATOR, '/home'],
  [OPERATOR, '/dashboard'],
  [OPERATOR, '/tickets'],
  [SELLER, '/home'],
  [SELLER, '/dashboard'],
  [SUPERVISOR, '/home'],
  [SUPERVISOR, '/dashboard'],
  [SUPERVISOR, '/tickets'],
  [ADMIN, '/home'],
  [CONSUMER, '/home'],
  [CONSUMER, '/tickets'],
];

/** Lists whose tabs have counters. */
const LISTS = ['/tickets'];
/** Maximum time for a list to show its total on a busy machine, in milliseconds. */
const TIMEOUT = 5_000;

/** After this time a screen has requested everything that it shows, in milliseconds. */
const LAST = 1_000;

/** How often a counter and its list are read before they differ. */
const TIMES = 3;

interface Counter {
  name: string;
  count: number;
  to: string;
}

describe('counters and their lists', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const [person, screen] of SCREENS)
    it(`agree for ${person.name} at ${screen}`, () =>
      visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
        await openSignedIn(page, person);
        const stage = createScreenDriver(page);
        let wrong = await wrongCounters(stage, screen);
        // Between a figure and its list something may have become late; what is wrong by itself is wrong again.
        for (let time = 1; wrong.size > 0 && time < TIMES; time += 1) {
          const again = await wrongCounters(stage, screen);
          wrong = new Map([...again].filter(([name]) => wrong.has(name)));
        }
        assert.deepEqual([...wrong.values()], []);
      }));
});

/** The counters of a screen that say another number than their lists, by their names without the number, with both numbers. */
async function wrongCounters(stage: ScreenDriver, screen: string): Promise<Map<string, string>> {
  const { page } = stage;
  await stage.go(screen);
  // The last part of the page, the sales, is requested last.
  await page.waitForTimeout(LAST);
  await stage.settled();
  const counters = await countersOf(page);
  if (!LISTS.includes(screen)) assert.ok(counters.length > 0, 'it counts something');
  const wrong = new Map<string, string>();
  const compare = (name: string, count: number, at = '') =>
    equal(page, count).catch((reported: Error) =>
      wrong.set(name.replaceAll(/[\d.]/g, ''), `${name}: ${reported.message}${at}`),
    );
  for (const { name, count, to } of counters) {
    await stage.go(to);
    await compare(name, count, ` (${to})`);
  }
  for (const { name, count } of await tabsOf(stage, screen)) {
    await page.getByRole('tab', { name, exact: true }).click();
    await stage.settled();
    await compare(name, count);
  }
  return wrong;
}

/** All tiles with a whole number and a link. Amounts of money are not counts; the drawer says 'em atraso com você'. */
const countersOf = (page: Page): Promise<Counter[]> =>
  page.evaluate(() => {
    const found: Counter[] = [];
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]')) {
      const figure = link.querySelector('strong')?.textContent ?? '';
      if (!/^\d[\d.]*$/.test(figure.trim())) continue;
      found.push({
        name: link.textContent ?? '',
        count: Number(figure.replaceAll('.', '')),
        to: link.getAttribute('href') ?? '',
      });
    }
    return found;
  });

/** The tabs of a list with their counters: 'Aberto 164'. */
async function tabsOf(
  { page, go }: ScreenDriver,
  screen: string,
): Promise<{ name: string; count: number }[]> {
  if (!LISTS.includes(screen)) return [];
  await go(screen);
  const names = await page.locator('main').getByRole('tab').allInnerTexts();
  const counted = names.flatMap((name) => {
    const [, count] = / (\d[\d.]*)$/.exec(name) ?? [];
    return count ? [{ name, count: Number(count.replaceAll('.', '')) }] : [];
  });
  assert.ok(counted.length > 1, 'the tabs count');
  return counted;
}

/** The previous list stays on the page until the next one has loaded. */
const equal = (page: Page, count: number) =>
  eventually(
    () => listTotal(page),
    (listed) => listed === count,
    `${count}, its list`,
    TIMEOUT,
  );

/** The total in the list's heading: '1.267 tickets'. */
const listTotal = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const said = document.querySelector('main h1')?.parentElement?.textContent ?? '';
    const count = /(\d[\d.]*)\s+\p{L}+/u.exec(
      said.slice(document.querySelector('main h1')?.textContent?.length ?? 0),
    );
    if (count?.[1]) return Number(count[1].replaceAll('.', ''));
    return /nenhum/i.test(document.querySelector('main')?.textContent ?? '') ? 0 : null;
  });
