import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { LOOKS, launch, openScreen, openSignedIn, visit } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';

const DEMO = { cpf: '10000000108', senha: 'balcao-demo' };
const OWN = { cpf: '52998224725', senha: 'correto cavalo' };

/** A company that tried the console with the demonstration and keeps using it. */
describe('own data after the demonstration', () => {
  let browser: Browser;
  let server: RunningConsole;
  before(async () => {
    server = await startConsole({ env: { DEMO: 'on' } });
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });

  for (const look of LOOKS)
    it(`lists what will be removed at ${look.width} px`, async () => {
      await visit(browser, { ...look, url: server.url }, async (page) => {
        await openSignedIn(page, DEMO);
        await openDialog(page);
        await expectAccessibleAndFitting(page, 'removal of the demonstration');
      });
    });

  it('starts with an account of the company and nothing else', async () => {
    await visit(browser, { width: 1280, scheme: 'light', url: server.url }, async (page) => {
      await openSignedIn(page, DEMO);
      const dialog = await openDialog(page);
      await dialog.getByText('400 clientes').waitFor();
      await dialog.getByLabel('CPF').fill(OWN.cpf);
      await dialog.getByLabel(/^Nome/).fill('Helena Prado');
      await dialog.getByLabel('E-mail').fill('helena@exemplo.com.br');
      await dialog.getByLabel('Senha').fill(OWN.senha);
      await dialog.getByLabel(/^Para confirmar/).fill('Horizonte Distribuidora');
      await dialog.getByRole('button', { name: 'Remover a demonstração' }).click();
      // The new account is signed in, and nobody of the demonstration comes in any more.
      await page.getByText('Helena Prado').first().waitFor();
      assert.equal(await page.getByText('Ana Ribeiro').count(), 0);
      const status = await page.evaluate(
        async (body) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch('/login/sac', { method: 'POST', headers, body })).status;
        },
        JSON.stringify({ cpf: DEMO.cpf, senha: DEMO.senha }),
      );
      assert.equal(status, 401);
      await page.goto('/home');
      await page.getByRole('heading', { level: 1, name: 'Primeiros passos' }).waitFor();
      await openScreen(page, '/cadastros/clientes');
      await page
        .getByText(/^Nenhum cliente/)
        .first()
        .waitFor();
    });
  });
});

async function openDialog(page: Page) {
  await page.goto('/primeiros-passos');
  await page.getByRole('button', { name: 'Remover a demonstração' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remover a demonstração?' });
  await dialog.waitFor();
  return dialog;
}
