import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  ADMIN,
  arrive,
  CONSUMER,
  launch,
  OPERATOR,
  type Person,
  SELLER,
  SUPERVISOR,
  visit,
} from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { type Stage, stageOf } from './support/everyScreen/stage.ts';

/**
 * A figure that leads to a list says how many stand in it. Every tile and tab that counts is found on the page, so a new
 * one is held by this too.
 */

/** Who counts where. */
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

/** Lists, whose tabs count. */
const LISTS = ['/tickets'];
/** How long a list may take to tell its number on a busy machine. ms */
const PATIENCE = 5_000;

/** After this a screen has asked for all that it shows. ms */
const LAST = 1_000;

interface Counter {
  name: string;
  count: number;
  to: string;
}

describe('a counter equals its list', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const [person, screen] of SCREENS)
    it(`of ${person.name} at ${screen}`, () =>
      visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
        await arrive(page, person);
        const stage = stageOf(page);
        await stage.go(screen);
        // What comes last on the page, the sales, is asked for last.
        await page.waitForTimeout(LAST);
        await stage.settled();
        const counters = await countersOf(page);
        if (!LISTS.includes(screen)) assert.ok(counters.length > 0, 'it counts something');
        const wrong: string[] = [];
        for (const { name, count, to } of counters) {
          await stage.go(to);
          await equal(page, count).catch((told: Error) => wrong.push(`${name}: ${told.message} (${to})`));
        }
        for (const { name, count } of await tabsOf(stage, screen)) {
          await page.getByRole('tab', { name, exact: true }).click();
          await stage.settled();
          await equal(page, count).catch((told: Error) => wrong.push(`${name}: ${told.message}`));
        }
        assert.deepEqual(wrong, []);
      }));
});

/** Every tile with a whole number that leads somewhere. Amounts of money are no count; the drawer says 'em atraso com você'. */
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

/** The tabs of a list that count: 'Aberto 164'. */
async function tabsOf({ page, go }: Stage, screen: string): Promise<{ name: string; count: number }[]> {
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

/** The list before stays on the page until the next one is there. */
const equal = (page: Page, count: number) =>
  eventually(
    () => listTotal(page),
    (listed) => listed === count,
    `${count}, its list`,
    PATIENCE,
  );

/** As the list's heading says it: '1.267 tickets'. */
const listTotal = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const said = document.querySelector('main h1')?.parentElement?.textContent ?? '';
    const count = /(\d[\d.]*)\s+\p{L}+/u.exec(
      said.slice(document.querySelector('main h1')?.textContent?.length ?? 0),
    );
    if (count?.[1]) return Number(count[1].replaceAll('.', ''));
    return /nenhum/i.test(document.querySelector('main')?.textContent ?? '') ? 0 : null;
  });
