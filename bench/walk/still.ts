import type { Browser, Page } from 'playwright-core';
import {
  ADMIN,
  CONSUMER,
  OPERATOR,
  openSignedIn,
  type Person,
  SELLER,
  visit,
} from '#tests/e2e/support/browser.ts';
import { createScreenDriver, type ScreenDriver } from '#tests/e2e/support/everyScreen/stage.ts';
import { beforeSignIn, screensOf, type Walked } from '#tests/e2e/support/everyScreen/walk.ts';
import {
  SHIFT_BUDGET,
  type Shift,
  shiftsOf,
  slowAnswers,
  totalShift,
  watchShifts,
} from '#tests/e2e/support/layoutShift.ts';
import { type Measure, printHead, printRow } from './measure.ts';

const WIDTHS = [360, 1440] as const;
const HEIGHT = 800;
const WAYS = ['cold', 'drawer'] as const;
interface Walker {
  person?: Person;
  stops: readonly Walked[];
}

/** The same screen shows different people different things; most are walked as the administrator. */
const WALKERS: readonly Walker[] = [
  { stops: beforeSignIn },
  { person: ADMIN, stops: screensOf('a', 'z') },
  ...[OPERATOR, SELLER, CONSUMER].map((person) => ({
    person,
    stops: screensOf('a', 'z').filter(({ name }) =>
      ['/home', '/tickets', '/tickets/:id', '/objetivos', '/clientes/:id', '/orcamentos/:id'].includes(name),
    ),
  })),
];

/** By screen: the shifts of each way and width. */
type Results = Map<string, Map<string, Shift[]>>;

/** Nothing that was painted moves: the layout shift of every screen, opened cold and from another screen. */
export const still: Measure = async (browser, only) => {
  const results: Results = new Map();
  for (const { person, stops } of WALKERS) {
    const wanted = stops.filter(({ name }) => only.test(name));
    for (const width of WIDTHS) await walkAt(browser, { person, stops: wanted }, width, results);
  }
  return print(results);
};

async function walkAt(
  browser: Browser,
  { person, stops }: Partial<Walker> & Pick<Walker, 'stops'>,
  width: number,
  results: Results,
) {
  if (stops.length === 0) return;
  await visit(browser, { width: 1440, scheme: 'light' }, async (page) => {
    await watchShifts(page);
    if (person) await openSignedIn(page, person, '/home');
    else await page.goto('/login');
    const stage = createScreenDriver(page);
    await slowAnswers(page);
    const keep = async (name: string, way: (typeof WAYS)[number], open: () => Promise<unknown>) => {
      const row = person && person !== ADMIN ? `${name} (${person.name})` : name;
      const kept = results.get(row) ?? new Map<string, Shift[]>();
      try {
        kept.set(`${way} ${width}`, await shiftsOf(stage, open));
        results.set(row, kept);
      } catch (error) {
        console.error(`${row}, ${way} ${width}: ${String(error).split('\n')[0]}`);
      }
    };
    const addresses = await addressesOf(stops, stage);
    await page.setViewportSize({ width, height: HEIGHT });
    for (const [name, address] of addresses) await keep(name, 'cold', () => page.goto(address));
    if (person)
      for (const [name, address] of addresses) await keep(name, 'drawer', () => follow(page, address));
  });
}

/** The address of each screen; one that the demonstration has no record for is left out. */
async function addressesOf(stops: readonly Walked[], stage: ScreenDriver) {
  const addresses: [name: string, address: string][] = [];
  for (const { name, stop } of stops) {
    try {
      const address = stop.at ? await stop.at(stage) : name;
      if (address) addresses.push([name, address]);
    } catch (error) {
      console.error(`${name}: ${String(error).split('\n')[0]}`);
    }
  }
  return addresses;
}

/** Without a click, whose movements the browser would forgive. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);

function print(results: Results): boolean {
  const columns = WAYS.flatMap((way) => WIDTHS.map((width) => `${way} ${width}`));
  const worst = (kept: Map<string, Shift[]>) => Math.max(...[...kept.values()].map(totalShift));
  const rows = [...results].sort(([, one], [, other]) => worst(other) - worst(one));
  printHead(['screen', ...columns]);
  for (const [name, kept] of rows) {
    const cell = (column: string) => {
      const shifts = kept.get(column);
      return shifts ? totalShift(shifts).toFixed(3) : '—';
    };
    printRow([name, ...columns.map(cell)]);
  }
  const over = rows.filter(([, kept]) => worst(kept) > SHIFT_BUDGET);
  for (const [name, kept] of over)
    for (const [column, shifts] of kept)
      if (totalShift(shifts) > SHIFT_BUDGET)
        for (const { value, at, moved } of shifts.filter((shift) => shift.value > 0.002))
          console.log(
            `\n${name}, ${column}: ${value.toFixed(3)} at ${Math.round(at)} ms\n  ${moved.join('\n  ')}`,
          );
  console.log(`\n${over.length} of ${rows.length} screens move by more than ${SHIFT_BUDGET}`);
  return over.length === 0;
}
