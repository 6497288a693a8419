import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { expectAccessible } from './support/axe.ts';
import { ADMIN, CONSUMER, launch, signIn, visit } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { FURTHER, STOPS, type Stop, screenPaths } from './support/everyScreen/stops.ts';

/** axe finds nothing on any screen, menu or dialog, light and dark, and nothing is wider than its window. */

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 320, height: 780 };
/** Between the two, where the layout changes: only the width is looked at. */
const WIDTHS = [360, 768, 1024, 1440];
/** How many of what a screen says itself to open are opened. */
const MOST_POPUPS = 8;
/** How long a dialog may take on a busy machine. ms */
const OPENS = 10_000;
const BEFORE_SIGN_IN = /^\/(nova-conta|esqueci-senha|redefinir-senha|pagamento)/;

interface Walked {
  name: string;
  stop: Stop;
}

const ALL: Walked[] = [
  ...screenPaths().map((name) => ({ name, stop: STOPS[name] ?? {} })),
  ...FURTHER.map((stop) => ({ name: stop.name, stop })),
];

describe('every screen', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is one that the console has: the stops of this walk go by its routes', () => {
    const paths = screenPaths();
    assert.ok(paths.length > 60, `${paths.length} routes were read`);
    assert.deepEqual(
      Object.keys(STOPS).filter((name) => !paths.includes(name)),
      [],
    );
    assert.deepEqual(
      paths.filter((name) => name.includes(':') && !STOPS[name]?.at),
      [],
    );
  });

  it('before the sign-in', () =>
    walk(browser, [...ALL.filter(({ name }) => BEFORE_SIGN_IN.test(name)), { name: '/login', stop: {} }]));

  for (const part of ['ac', 'dm', 'nz'])
    it(`of an administrator, ${part[0]} to ${part[1]}`, () =>
      walk(
        browser,
        ALL.filter(({ name }) => !BEFORE_SIGN_IN.test(name) && isOf(name, part)),
        ADMIN,
      ));

  it('of a consumer', () =>
    walk(
      browser,
      ['/home', '/tickets', '/faq', '/conta/dados'].map((name) => ({ name, stop: {} })),
      CONSUMER,
    ));
});

const isOf = (name: string, [first = '', last = '']: string) => {
  const letter = name.replace(/\W/g, '')[0] ?? '';
  return letter >= first && letter <= last;
};

/** All findings are told at the end, each with its place. */
async function walk(browser: Browser, stops: readonly Walked[], person?: typeof ADMIN) {
  const findings: string[] = [];
  const look = async (judged: () => Promise<void>) => {
    try {
      await judged();
    } catch (finding) {
      findings.push(finding instanceof Error ? finding.message : String(finding));
    }
  };
  await visit(browser, { width: DESK.width, scheme: 'light' }, async (page) => {
    if (person) await signIn(page, person);
    for (const { name, stop } of stops) {
      const address = stop.at ? await stop.at(page) : name;
      if (!address) continue;
      await look(() => looked(page, address));
      await opened(page, address, stop.opens ?? [], look);
    }
  });
  assert.equal(findings.length, 0, `\n${findings.join('\n\n')}`);
}

async function looked(page: Page, address: string) {
  await arrive(page, address);
  await bothSchemes(page, `${address} at 1280`);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await fits(page, `${address} at ${width}`);
  }
  // Loaded anew: what a phone has not scrolled to yet keeps the colours that it was laid out with.
  await page.emulateMedia({ colorScheme: 'dark' });
  try {
    await page.setViewportSize(PHONE);
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, `${address} at 320, dark`);
    await fits(page, `${address} at 320`);
  } finally {
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

/** What opens over the screen, each from a fresh page. */
async function opened(
  page: Page,
  address: string,
  named: readonly (string | RegExp)[],
  look: (judged: () => Promise<void>) => Promise<void>,
) {
  await arrive(page, address);
  const popups = await page
    .locator('main [aria-haspopup]:visible:enabled')
    .evaluateAll((all) =>
      all.map((each) => (each.getAttribute('aria-label') || (each as HTMLElement).innerText).trim()),
    );
  const names = [...new Map(popups.map((name) => [name.replace(/\d+/g, '0'), name])).values()];
  for (const name of [...named, ...names.filter(Boolean).slice(0, MOST_POPUPS)])
    await look(async () => {
      await arrive(page, address);
      const opener = page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('combobox', { name, exact: true }));
      try {
        await opener.first().click({ timeout: OPENS });
        await floating(page).first().waitFor({ timeout: OPENS });
      } catch {
        throw new Error(`${address}: '${name}' opens nothing`);
      }
      await bothSchemes(page, `${address}, '${name}'`);
    });
}

const floating = (page: Page): Locator =>
  page.locator(
    '[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible, [role=listbox]:visible',
  );

async function arrive(page: Page, address: string) {
  await page.setViewportSize(DESK);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

/** Light and dark follow the system, so no page has to be loaded anew. */
async function bothSchemes(page: Page, what: string) {
  await expectAccessible(page, `${what}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  try {
    await expectAccessible(page, `${what}, dark`);
  } finally {
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

/** The layout may follow the window a moment later. */
async function fits(page: Page, what: string) {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await eventually(wider, (by) => by <= 0, `${what} is wider than its window, by`);
}
