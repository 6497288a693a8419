import type { Page } from 'playwright-core';
import { expectAccessible } from './axe.ts';
import { expectNoSidewaysScroll } from './browser.ts';

/** Asserts that axe finds no problems and nothing is wider than the window. */
export async function expectAccessibleAndFitting(page: Page, what: string) {
  await page.waitForLoadState('networkidle');
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page);
}
