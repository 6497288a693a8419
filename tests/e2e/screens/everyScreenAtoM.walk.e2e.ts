import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN, launch } from '../support/browser.ts';
import { screensOf, walk } from '../support/everyScreen/walk.ts';

/**
 * axe finds no problems on any screen, menu or dialog, in light and dark, on desktop and phone, and nothing is wider than its
 * window.
 */
describe('every screen of an administrator, a to m', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is accessible and fits its window', () => walk(browser, screensOf('a', 'm'), ADMIN));
});
