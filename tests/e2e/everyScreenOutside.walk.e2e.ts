import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { CONSUMER, launch } from './support/browser.ts';
import { STOPS, screenPaths } from './support/everyScreen/stops.ts';
import { beforeSignIn, walk } from './support/everyScreen/walk.ts';

/** As everyScreenAtoM, of those who have not signed in, and of consumers. */
describe('every screen of people from outside', () => {
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

  it('stands before the sign-in', () => walk(browser, beforeSignIn));

  it('stands for a consumer', () =>
    walk(
      browser,
      ['/home', '/tickets', '/faq', '/conta/dados'].map((name) => ({ name, stop: {} })),
      CONSUMER,
    ));
});
