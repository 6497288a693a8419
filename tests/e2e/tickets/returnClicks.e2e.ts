import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, OPERATOR, openSignedIn, visit } from '../support/browser.ts';
import { COUNT_PRESSES, pressesOf } from '../support/presses.ts';
import { prepareReturn, returnThree } from '../support/tickets/returnOfThree.ts';

/** Of three products from two invoices, without a photo. */
const MOST_CLICKS = 12;

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

it(`a return of three products takes at most ${MOST_CLICKS} clicks`, async () => {
  await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
    await openSignedIn(page, OPERATOR, '/home');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const given = await prepareReturn(page);
    await page.evaluate(COUNT_PRESSES);
    await returnThree(page, given);
    const { clicks } = await pressesOf(page);
    assert.ok(clicks > 0 && clicks <= MOST_CLICKS, `${clicks} clicks`);
  });
});
