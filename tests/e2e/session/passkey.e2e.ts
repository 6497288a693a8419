import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { addVirtualAuthenticator } from '../support/addVirtualAuthenticator.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  dropSession,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  openSignedIn,
  visit,
} from '../support/browser.ts';

const MANAGER = { cpf: '20000000299', name: 'gerente' };
const PASSWORD = 'balcao-demo';

describe('passkey', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`is created, signs in, replaces a code and is removed at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        const { knowsOwner } = await addVirtualAuthenticator(page);
        await openSignedIn(page, MANAGER);
        await page.goto('/conta/dados');
        await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Nome do aparelho').fill('Notebook da gerente');
        await expectAccessible(page, 'naming a passkey');
        await dialog.getByRole('button', { name: 'Continuar' }).click();
        await dialog.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
        await dialog.getByRole('button', { name: 'Já guardei os códigos' }).click();
        await page.getByText('Notebook da gerente').waitFor();
        await expectAccessible(page, 'Minha conta with a passkey');
        await expectNoSidewaysScroll(page);

        await dropSession(page);
        await page.goto('/login');
        await page.getByRole('button', { name: 'Usar chave de acesso' }).waitFor();
        await expectAccessible(page, 'the sign-in with a passkey');
        await expectNoSidewaysScroll(page);
        await knowsOwner(false);
        await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
        await page.getByText('A chave de acesso não foi usada', { exact: false }).waitFor();
        await knowsOwner(true);
        await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
        await page.waitForURL('**/home');

        await dropSession(page);
        await page.goto('/login');
        // Offered beside the password too; the step after it has one of its own, and only that one.
        await page.getByRole('button', { name: 'Usar chave de acesso' }).waitFor();
        await page.getByLabel('CPF').fill(MANAGER.cpf);
        await page.getByLabel('Senha').fill(PASSWORD);
        await page.getByRole('button', { name: 'Entrar', exact: true }).click();
        await page.getByRole('button', { name: 'Voltar' }).waitFor();
        await expectAccessible(page, 'the passkey after the password');
        await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
        await page.waitForURL('**/home');

        await page.goto('/conta/dados');
        await page.getByRole('button', { name: 'Retirar Notebook da gerente' }).click();
        await page.getByText('Chave de acesso retirada.').waitFor();
        await page.getByText('Notebook da gerente').waitFor({ state: 'detached' });
      });
    });
  }
});
