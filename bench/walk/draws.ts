import type { Page } from 'playwright-core';
import { ADMIN, TIMEOUT } from '#tests/e2e/support/browser.ts';
import { screensOf, showEach } from '#tests/e2e/support/everyScreen/walk.ts';
import { fieldsOf, nameOf, openPlainForm, TYPED, typeInto } from './fields.ts';
import { type Measure, printHead, printRow } from './measure.ts';

/** The budget of docs/domain.md 17 as a share of what a key draws in a plain form: a count, which no load on the machine changes. */
const MOST = 1.5;
/** How long a field is waited for that a key or an answer has taken away, in milliseconds. */
const GONE = 3_000;
/** Components that are named of what a key draws. */
const NAMED = 6;

interface Drawn {
  where: string;
  field: string;
  /** Components that a key draws. */
  drawn: number;
  ratio: number;
  most: string;
}

/** What a key draws in the fields of every screen and dialog: the components that React renders, against a plain form. */
export const draws: Measure = async (browser, only) => {
  const found: Drawn[] = [];
  const plain = await openPlainForm(watchDraws);
  const base = perKey(await typeInto(plain.page, plain.field, watchOf(plain.page)));
  await plain.close();
  const seen = new Set<string>();
  const stops = screensOf('a', 'z').filter(({ name }) => only.test(name));
  const look = async (check: () => Promise<void>) => {
    try {
      await check();
    } catch (error) {
      console.error(String(error).split('\n')[0]);
    }
  };
  const walk = { stops, person: ADMIN, prepare: watchDraws };
  await showEach(browser, walk, look, ({ page }, where, floating) =>
    look(async () => {
      page.setDefaultTimeout(GONE);
      for (const field of await fieldsOf(page, floating))
        await look(async () => {
          const name = await nameOf(field);
          const key = `${where.replace(/\d+/g, '0')} ${name}`;
          if (seen.has(key)) return;
          seen.add(key);
          const counts = await typeInto(page, field, watchOf(page));
          const drawn = perKey(counts);
          found.push({ where, field: name, drawn, ratio: drawn / base, most: mostOf(counts) });
        });
      page.setDefaultTimeout(TIMEOUT);
    }),
  );
  return print(found, base);
};

/** Counts what every document draws that the page opens from now on, as soon as `drawn` is there. */
const watchDraws = async (page: Page) => {
  await page.addInitScript(countDraws);
};

type Counts = Record<string, number>;

const watchOf = (page: Page) => ({
  begin: () => page.evaluate(() => void Object.assign(window, { drawn: {} })),
  end: () =>
    page.evaluate(() => {
      const { drawn } = window as unknown as { drawn: Counts };
      Object.assign(window, { drawn: undefined });
      return drawn;
    }),
});

interface Fiber {
  tag: number;
  flags: number;
  type: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/**
 * Runs in the page before React, which tells its developer tools of what it commits. Methods, since the loader would wrap
 * functions that have a name.
 */
function countDraws() {
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      isDisabled: false,
      renderers: new Map(),
      inject() {
        return 1;
      },
      checkDCE() {},
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      onCommitFiberRoot(_renderer: number, { current }: { current: Fiber }) {
        const { drawn } = window as unknown as { drawn?: Counts };
        const waiting: Fiber[] = drawn ? [current] : [];
        for (let fiber = waiting.pop(); fiber && drawn; fiber = waiting.pop()) {
          // Functions, classes, and what forwards a ref or is memoised; the first flag says that it did something.
          if ([0, 1, 11, 14, 15].includes(fiber.tag) && fiber.flags & 1) {
            const type = fiber.type as {
              displayName?: string;
              name?: string;
              render?: { name?: string };
            } | null;
            const name = type?.displayName || type?.name || type?.render?.name || '?';
            drawn[name] = (drawn[name] ?? 0) + 1;
          }
          // What was left as it was keeps its children.
          if (fiber.alternate && fiber.alternate.child === fiber.child) continue;
          for (let child = fiber.child; child; child = child.sibling) waiting.push(child);
        }
      },
    },
  });
}

const perKey = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0) / TYPED.length;

const mostOf = (counts: Counts): string =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .slice(0, NAMED)
    .map(([name, count]) => `${name} ${(count / TYPED.length).toFixed(1)}`)
    .join(', ');

function print(found: Drawn[], base: number): boolean {
  console.log(`A key of a plain form draws ${base.toFixed(1)} components.\n`);
  printHead(['where', 'field', 'a key draws', 'of a plain form', 'most']);
  for (const { where, field, drawn, ratio, most } of found.sort((one, other) => other.ratio - one.ratio))
    printRow([where, field, drawn.toFixed(1), `×${ratio.toFixed(2)}`, most]);
  const over = found.filter(({ ratio }) => ratio > MOST);
  console.log(`\n${over.length} of ${found.length} fields draw more than ×${MOST}`);
  return over.length === 0;
}
