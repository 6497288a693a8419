import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { expectAccessible } from './support/axe.ts';
import {
  CONSUMER,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  OPERATOR,
  openPage,
  signIn,
} from './support/browser.ts';

describe('session', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`shows the pages before sign-in at ${look.width} px, ${look.scheme}`, async () => {
      const { page, close } = await openPage(browser, look);
      for (const path of ['/login', '/nova-conta', '/esqueci-senha']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(page, path);
        await expectNoSidewaysScroll(page);
      }
      await close();
    });
  }

  it('refuses a wrong password in a sentence, and keeps the CPF', async () => {
    const { page, close } = await openPage(browser, { width: 1280, scheme: 'light' });
    await page.goto('/login');
    await page.getByLabel('CPF').fill('80000000833');
    await page.getByLabel('Senha').fill('errada');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByLabel('CPF').inputValue(), /800\.000\.008-33/);
    await close();
  });

  it('returns to the page that was asked for, and forgets everything at Sair', async () => {
    const { page, close } = await openPage(browser, { width: 1280, scheme: 'light' });
    await page.goto('/tickets');
    await page.waitForURL('**/login');
    await page.getByLabel('CPF').fill(OPERATOR.cpf);
    await page.getByLabel('Senha').fill('balcao-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL('**/tickets**');
    await page.getByRole('button', { name: /Menu do usuário/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    const kept = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /^(APP|TOKEN|TICKETS)/.test(key)),
    );
    assert.deepEqual(kept, []);
    await close();
  });

  it('offers a consumer only what is theirs', async () => {
    const { page, close } = await openPage(browser, { width: 1280, scheme: 'dark' });
    await signIn(page, CONSUMER);
    const entries = await page.getByRole('navigation').getByRole('link').allTextContents();
    assert.deepEqual(
      entries.map((text) => text.trim()).filter((text) => ['Caixa de saída', 'Relatórios'].includes(text)),
      [],
    );
    await close();
  });
});
