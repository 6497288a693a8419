import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../support/servers/freePort.ts';
import {
  enter,
  launch,
  OPERATOR,
  openScreen,
  openSession,
  openSignedIn,
  SUPERVISOR,
  signIn,
  visit,
} from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { openQuestion, someParty } from '../support/questions.ts';

const LOOK = { width: 1280, scheme: 'light' } as const;
const SOUTH = 'Filial Sul';

describe('two businesses in one console', () => {
  let browser: Browser;
  let home: RunningConsole;
  let south: RunningConsole;
  before(async () => {
    const port = await freePort();
    south = await startConsole({ env: { CONSOLE_ORIGINS: `http://localhost:${port}` } });
    home = await startConsole({
      port,
      env: { BUSINESSES: JSON.stringify([{ NAME: SOUTH, API_URL: south.url }]) },
    });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await home?.stop();
    await south?.stop();
  });

  it('are not offered where there is only one', async () => {
    await visit(browser, { ...LOOK, url: south.url }, async (page) => {
      await openSignedIn(page, OPERATOR, '/home');
      await page.waitForLoadState('networkidle');
      assert.equal(await switcher(page).count(), 0);
    });
  });

  it('are switched with a sign-in for each, and show nothing of one another', async () => {
    const ticket = await southernTicket(browser, south.url);
    await visit(browser, { ...LOOK, url: home.url }, async (page) => {
      await signIn(page, SUPERVISOR);
      await openScreen(page, '/tickets');
      await firstRow(page).waitFor();
      assert.equal(await rowOf(page, ticket).count(), 0);

      await switchTo(page, SOUTH);
      await page.waitForURL('**/login**');
      await page.getByRole('button', { name: `Alternar Negócio: ${SOUTH}` }).waitFor();
      await expectAccessibleAndFitting(page, 'sign-in of the other business');
      const requested = requestedServers(page);
      await enter(page, OPERATOR.cpf);
      await openScreen(page, '/tickets');
      await rowOf(page, ticket).waitFor();
      await expectAccessibleAndFitting(page, 'tickets of the other business');
      await page.getByRole('navigation').getByRole('link', { name: 'Clientes', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor();
      await firstRow(page).waitFor();
      await expectAccessibleAndFitting(page, 'customers of the other business');
      assert.deepEqual([...requested], [new URL(south.url).origin]);

      await switchTo(page, /^(?!Filial Sul)/);
      await page.waitForURL('**/home');
      await openScreen(page, '/tickets');
      await firstRow(page).waitFor();
      assert.equal(await rowOf(page, ticket).count(), 0);
      await shownName(page, 'Sílvia Moura').waitFor();
      await expectAccessibleAndFitting(page, 'tickets of the first business again');

      await switchTo(page, SOUTH);
      await page.waitForURL('**/home');
      await shownName(page, 'Bruno Carvalho').waitFor();
    });
  });
});

/** Who is signed in. The head that is only printed names them too, once it has loaded. */
const shownName = (page: Page, name: string) => page.getByText(name).filter({ visible: true }).first();

/** A ticket that exists only on the other server. */
async function southernTicket(browser: Browser, url: string): Promise<number> {
  let id = 0;
  await visit(browser, { ...LOOK, url }, async (page) => {
    await openSession(page, OPERATOR);
    id = await openQuestion(page, await someParty(page), 'Vale para o sul?');
  });
  return id;
}

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Alternar Negócio/ });

async function switchTo(page: Page, name: string | RegExp) {
  await switcher(page).click();
  const menu = page.getByRole('menu', { name: 'Alternar Negócio' });
  await menu.getByRole('menuitem', { name }).click();
}

const firstRow = (page: Page) => page.getByRole('row').nth(1);
const rowOf = (page: Page, id: number) =>
  page.getByRole('row').filter({ has: page.getByText(`${id}`, { exact: true }) });

/** The servers that answer API calls from here on, not counting the console's own assets. */
function requestedServers(page: Page): Set<string> {
  const requested = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (['fetch', 'xhr'].includes(request.resourceType()) && pathname !== '/env.json') requested.add(origin);
  });
  return requested;
}
