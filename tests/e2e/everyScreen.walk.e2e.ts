import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN, CONSUMER, launch, type Person, signIn, visit } from './support/browser.ts';
import { lookAt } from './support/everyScreen/lookAt.ts';
import { openEach } from './support/everyScreen/openEach.ts';
import { stageOf } from './support/everyScreen/stage.ts';
import { FURTHER, STOPS, type Stop, screenPaths } from './support/everyScreen/stops.ts';

/** axe finds nothing on any screen, menu or dialog, light and dark, and nothing is wider than its window. */

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
async function walk(browser: Browser, stops: readonly Walked[], person?: Person) {
  const findings: string[] = [];
  const look = async (judged: () => Promise<void>) => {
    try {
      await judged();
    } catch (finding) {
      findings.push(finding instanceof Error ? finding.message : String(finding));
    }
  };
  await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
    if (person) await signIn(page, person);
    const stage = stageOf(page);
    const known = new Set<string>();
    for (const { name, stop } of stops) {
      const address = stop.at ? await stop.at(stage) : name;
      if (!address) continue;
      await look(() => isPage(page, address));
      await look(() => stage.go(address));
      await lookAt(page, address, look);
      await openEach(stage, { address, named: stop.opens ?? [], known }, look);
    }
  });
  assert.equal(findings.length, 0, `\n${findings.length} findings\n${findings.join('\n\n')}`);
}

/** The walk follows links; who loads the address anew is answered by the console as well. */
async function isPage(page: Page, address: string) {
  const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
  assert.match(answer.headers()['content-type'] ?? '', /^text\/html/, `${address} is no page`);
}
