import type { Browser } from 'playwright-core';
import { axeViolations } from '#tests/e2e/support/axe.ts';
import { ADMIN, openSignedIn, visit } from '#tests/e2e/support/browser.ts';
import { createScreenDriver } from '#tests/e2e/support/everyScreen/stage.ts';
import { screensOf } from '#tests/e2e/support/everyScreen/walk.ts';
import { type Measure, printHead, printRow } from './measure.ts';

const WIDTHS = [360, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
const COLUMNS = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })));

/** By screen: what axe found in each width and scheme. */
type Results = Map<string, Map<string, string[]>>;

/** The nodes that axe objects to on every screen, in both schemes, on a phone and on a wide desktop (WCAG 2.2 AA). */
export const axe: Measure = async (browser, only) => {
  const results: Results = new Map();
  for (const look of COLUMNS) await walkIn(browser, look, only, results);
  printHead(['screen', ...COLUMNS.map(({ width, scheme }) => `${scheme} ${width}`)]);
  const wrong = [...results].filter(([, found]) => [...found.values()].some((nodes) => nodes.length > 0));
  for (const [name, found] of wrong)
    printRow([name, ...COLUMNS.map((look) => found.get(nameOf(look))?.length ?? '—')]);
  for (const [name, found] of wrong)
    for (const [look, nodes] of found)
      for (const node of nodes.slice(0, 5)) console.log(`\n${name}, ${look}: ${node}`);
  console.log(`\n${results.size} screens; axe objects to something on ${wrong.length} of them`);
  return wrong.length === 0;
};

const nameOf = ({ width, scheme }: (typeof COLUMNS)[number]) => `${scheme} ${width}`;

async function walkIn(browser: Browser, look: (typeof COLUMNS)[number], only: RegExp, results: Results) {
  await visit(browser, { width: 1440, scheme: look.scheme }, async (page) => {
    await openSignedIn(page, ADMIN, '/home');
    const stage = createScreenDriver(page);
    for (const { name, stop } of screensOf('a', 'z').filter((each) => only.test(each.name))) {
      try {
        await page.setViewportSize({ width: 1440, height: 900 });
        const address = stop.at ? await stop.at(stage) : name;
        if (!address?.startsWith('/')) continue;
        await page.setViewportSize({ width: look.width, height: 800 });
        await stage.go(address);
        await page.waitForTimeout(300);
        await stage.settled();
        const found = results.get(name) ?? new Map<string, string[]>();
        found.set(nameOf(look), await axeViolations(page));
        results.set(name, found);
      } catch (error) {
        console.error(`${name}, ${nameOf(look)}: ${String(error).split('\n')[0]}`);
      }
    }
  });
}
