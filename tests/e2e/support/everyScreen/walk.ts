import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { type Person, signIn, visit } from '../browser.ts';
import { type Check, checkPage, DESKTOP } from './checkPage.ts';
import { openEach } from './openEach.ts';
import { createScreenDriver, type ScreenDriver } from './stage.ts';
import { FURTHER, SCREEN_CASES, type ScreenCase, type Show, screenPaths } from './stops.ts';

export interface Walked {
  name: string;
  stop: ScreenCase;
}

const BEFORE_SIGN_IN = /^\/(nova-conta|esqueci-senha|redefinir-senha|pagamento|descadastro|pesquisa|telao)/;

const ALL: readonly Walked[] = [
  ...screenPaths().map((name) => ({ name, stop: SCREEN_CASES[name] ?? {} })),
  ...FURTHER.map((stop) => ({ name: stop.name, stop })),
];

export const beforeSignIn: readonly Walked[] = [
  ...ALL.filter(({ name }) => BEFORE_SIGN_IN.test(name)),
  { name: '/login', stop: {} },
];

/** Screens for signed-in people, selected by the first letter of their path. */
export const screensOf = (first: string, last: string): Walked[] =>
  ALL.filter(({ name }) => {
    const letter = name.replace(/\W/g, '')[0] ?? '';
    return !BEFORE_SIGN_IN.test(name) && letter >= first && letter <= last;
  });

interface Walk {
  stops: readonly Walked[];
  person?: Person | undefined;
  /** What is done with the page before it opens anything. */
  prepare?: (page: Page) => Promise<void>;
}

/** Reports all findings at the end, each with its location. */
export async function walk(
  browser: Browser,
  stops: readonly Walked[],
  person?: Person,
  /** An additional check on every page of the walk. */
  holds?: (page: Page, what: string) => Promise<void>,
) {
  const findings: string[] = [];
  const look = async (check: () => Promise<void>) => {
    try {
      await check();
    } catch (finding) {
      findings.push(finding instanceof Error ? finding.message : String(finding));
    }
  };
  await showEach(browser, { stops, person }, look, async ({ page }, what, floating) => {
    if (!floating && what.startsWith('/')) await look(() => isPage(page, what));
    if (holds) await look(() => holds(page, what));
    await checkPage(page, what, look, floating);
  });
  assert.equal(findings.length, 0, `\n${findings.length} findings\n${findings.join('\n\n')}`);
}

/** Opens each screen, its dialogs, menus and further states on a desktop, and shows them one after the other. */
export async function showEach(
  browser: Browser,
  { stops, person, prepare }: Walk,
  look: Check,
  show: (stage: ScreenDriver, what: string, floating: boolean) => Promise<void>,
) {
  await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
    await prepare?.(page);
    if (person) await signIn(page, person);
    const stage = createScreenDriver(page);
    const known = new Set<string>();
    const shown: Show = async (what, floating = false) => {
      await stage.settled();
      await show(stage, what, floating);
      await page.setViewportSize(DESKTOP);
    };
    for (const { name, stop } of stops) {
      // A screen whose address or state cannot be had is a finding, and the others are shown all the same.
      await look(async () => {
        const address = stop.at ? await stop.at(stage) : name;
        if (!address) return;
        await look(() => stage.go(address));
        await shown(address);
        await openEach(stage, { address, named: stop.opens ?? [], known, show: shown }, look);
        await look(async () =>
          stop.further?.(stage, (what, floating) => shown(`${name}, ${what}`, floating)),
        );
      });
    }
  });
}

/** The walk follows links; reloading the address must also be answered by the console. */
async function isPage(page: Page, address: string) {
  const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
  assert.match(answer.headers()['content-type'] ?? '', /^text\/html/, `${address} is no page`);
}
