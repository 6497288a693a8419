import type { Page } from 'playwright-core';
import { expectAccessible } from '../axe.ts';
import { eventually } from '../eventually.ts';

/** Records what a check finds, and continues. */
export type Check = (validated: () => Promise<void>) => Promise<void>;

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 320, height: 780 };
/** Widths in between at which the layout changes; only the width is checked. */
const WIDTHS_BETWEEN = [1440, 1024, 768, 360];

/**
 * Checks the current page on a desktop and on a phone, in both schemes; `floating` restricts this to what has opened over it.
 */
export async function checkPage(page: Page, what: string, look: Check, floating = false) {
  await look(() => expectAccessible(page, `${what} at 1280`, { floating }));
  await look(() => endsOnce(page, what));
  for (const width of floating ? [] : WIDTHS_BETWEEN) {
    await page.setViewportSize({ width, height: 800 });
    await look(() => fits(page, `${what} at ${width}`));
  }
  await page.setViewportSize(PHONE);
  await look(() => fits(page, `${what} at 320`));
  await look(() => expectAccessible(page, `${what} at 320`, { floating }));
}

/** The layout may adapt to the window a moment later. */
async function fits(page: Page, what: string) {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await eventually(wider, (by) => by <= 0, `${what} is wider than its window, by`, 2_000);
}

/**
 * Truncated text must end in a single ellipsis: not one from the text and one from its box, and not one after its own dots.
 */
async function endsOnce(page: Page, what: string) {
  const twice = await page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { textOverflow, overflowX } = getComputedStyle(element);
      const ends = textOverflow === 'ellipsis' && overflowX !== 'visible';
      return ends && element.clientWidth > 0 && element.scrollWidth > element.clientWidth;
    });
    const within = cut.filter((element) => cut.some((other) => other !== element && other.contains(element)));
    const dots = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      ({ children, textContent }) =>
        children.length === 0 && /(…|\.\.\.)\s*(…|\.{2,})/.test(textContent ?? ''),
    );
    return [...within, ...dots].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  if (twice.length > 0) throw new Error(`${what} ends in two ellipses:\n${twice.join('\n')}`);
}
