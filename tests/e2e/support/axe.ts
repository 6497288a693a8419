import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown[]; html: string; failureSummary?: string }[];
}

export interface CheckOptions {
  /** Check only what floats over the page: a dialog, a menu, a list of options. */
  floating?: boolean;
}

interface ColorCheckOptions extends CheckOptions {
  /** Check only the colours. */
  colors?: boolean;
}

/** What floats over a page. */
export const FLOATING = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role=${role}]`)
  .join(', ');

/** Time allowed for anything still loading when axe checks the page, in milliseconds. */
const SETTLE_MS = 1_000;

/**
 * Asserts that axe finds no problems on the page (WCAG 2.2 AA), in its current scheme and in the other one, where only
 * colours differ. The page stays in the other scheme, since redrawing costs as much as checking, and the next check covers
 * both again. The page must be at rest, because it may be checked twice.
 */
export async function expectAccessible(page: Page, what: string, options: CheckOptions = {}) {
  const scheme = await schemeOf(page);
  await page.evaluate(renderOffscreenItems);
  try {
    await expectNothing(page, `${what}, ${scheme}`, options);
    await inScheme(page, OTHER[scheme]);
    await expectNothing(page, `${what}, ${OTHER[scheme]}`, { ...options, colors: true });
  } finally {
    await page.evaluate(() => void document.adoptedStyleSheets.pop());
  }
}

/**
 * List items that were never scrolled into view keep the colours of their last drawing, or have none. Only list items are
 * left undrawn; a rule for every element would redraw the whole page.
 */
export function renderOffscreenItems() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('li { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
}

type Scheme = 'light' | 'dark';
const OTHER = { light: 'dark', dark: 'light' } as const;

const schemeOf = async (page: Page): Promise<Scheme> =>
  (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';

/** Light and dark follow the system, so the page does not have to be reloaded. */
async function inScheme(page: Page, colorScheme: Scheme) {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)));
  });
}

async function expectNothing(page: Page, what: string, options: ColorCheckOptions) {
  let violations = await violationsOf(page, options);
  if (violations.length > 0) {
    await page.waitForTimeout(SETTLE_MS);
    violations = await violationsOf(page, options);
  }
  if (violations.length === 0) return;
  const lines = violations.flatMap(({ id, help, nodes }) => [
    `${id}: ${help}`,
    ...nodes
      .slice(0, 4)
      .map(
        ({ target, html, failureSummary }) =>
          `   ${target.join(' ')} — ${failureSummary?.split('\n')[1]?.trim()}\n   ${html.slice(0, 300)}`,
      ),
  ]);
  throw new Error(`axe on ${what}:\n${lines.join('\n')}`);
}

/** The nodes that axe objects to on the whole page, each with its rule. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(renderOffscreenItems);
  try {
    const violations = await violationsOf(page, {});
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  } finally {
    await page.evaluate(() => void document.adoptedStyleSheets.pop());
  }
}

async function violationsOf(page: Page, { floating, colors }: ColorCheckOptions): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ({ within, rules }) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };
      };
      // A tooltip floats over the page and is not part of any landmark.
      const exclude = ['[role=tooltip]'];
      const include = within ? [...document.querySelectorAll(within)] : [document.documentElement];
      const result = await axe.run(
        { include, exclude },
        { runOnly: rules, resultTypes: ['violations'], preload: false },
      );
      return result.violations;
    },
    {
      within: floating ? FLOATING : null,
      rules: colors
        ? { type: 'rule', values: ['color-contrast'] }
        : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    },
  );
}
