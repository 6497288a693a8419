import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { expectAccessible } from '../support/axe.ts';
import {
  CONSUMER,
  enter,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  OPERATOR,
  signIn,
  visit,
} from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { read } from '../support/tickets/tickets.ts';

describe('session', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`shows the pages before sign-in at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        for (const path of ['/login', '/nova-conta', '/esqueci-senha']) {
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await expectAccessible(page, path);
          await expectNoSidewaysScroll(page);
        }
      });
    });
  }

  it('rejects a wrong password with a message, and keeps the CPF', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await page.goto('/login');
      await page.getByLabel('CPF').fill('80000000833');
      await page.getByLabel('Senha').fill('errada');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.getByRole('alert').waitFor();
      assert.match(await page.getByLabel('CPF').inputValue(), /800\.000\.008-33/);
    });
  });

  it('returns to the requested page, clears everything at Sair, and starts the next person afresh', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      let loads = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1;
      });
      await page.goto('/tickets');
      await page.waitForURL('**/login');
      await page.getByLabel('CPF').fill(OPERATOR.cpf);
      await page.getByLabel('Senha').fill('balcao-demo');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.waitForURL('**/tickets**');
      await page.getByRole('row').nth(1).waitFor();
      assert.equal(loads, 1, 'signing in loads no page');
      await page.getByRole('button', { name: /Menu do usuário/ }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      await page.waitForURL('**/login');
      const kept = await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => /^(APP|TOKEN|TICKETS)/.test(key)),
      );
      assert.deepEqual(kept, []);
      await enter(page, CONSUMER.cpf);
      await page.getByRole('button', { name: /Menu do usuário/ }).waitFor();
      assert.equal(loads, 2, 'another person has a page of their own');
    });
  });

  it('signs in over the page when the session ends in a new ticket, and continues', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await signIn(page, OPERATOR);
      await page.getByRole('button', { name: 'NOVO TICKET' }).click();
      const again = page.getByRole('button', { name: 'Começar de novo' });
      const card = page
        .getByRole('dialog')
        .getByRole('button', { name: /Solicitação/ })
        .first();
      await again.or(card).first().waitFor();
      if (await again.isVisible()) await again.click();
      await card.click();
      await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
      await page.getByText(/Rascunho salvo às/).waitFor();
      await page.context().clearCookies();

      await page.getByRole('radio', { name: 'Troca de produto' }).check();
      const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
      await dialog.waitFor();
      await expectAccessible(page, 'sign-in over the page');
      await dialog.getByLabel('Senha').fill('balcao-demo');
      await dialog.getByRole('button', { name: 'Entrar' }).click();
      await dialog.waitFor({ state: 'detached' });

      assert.ok(await page.getByRole('radio', { name: 'Troca de produto' }).isChecked());
      await eventually(
        () => read<{ data: unknown }>(page, '/config/rascunhos/ticket-novo'),
        ({ data }) => JSON.stringify(data).includes('Troca de produto'),
        'the draft goes on after the sign-in',
      );
    });
  });

  it('offers a consumer only what concerns them', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await signIn(page, CONSUMER);
      const entries = await page.getByRole('navigation').getByRole('link').allTextContents();
      assert.deepEqual(
        entries.map((text) => text.trim()).filter((text) => ['Caixa de saída', 'Relatórios'].includes(text)),
        [],
      );
      await page.goto('/faq?q=garantia');
      await page.getByRole('link', { name: /Como acionar a garantia/ }).waitFor();
      await expectAccessible(page, 'FAQ');
      await page.getByRole('link', { name: /Como acionar a garantia/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Como acionar a garantia' }).waitFor();
      await expectAccessible(page, 'article');
    });
  });
});
