import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { openHome } from '#server/db/embedded/home.ts';
import { addVirtualAuthenticator } from '../support/addVirtualAuthenticator.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  ADMIN,
  dropSession,
  expectNoSidewaysScroll,
  launch,
  openScreen,
  openSignedIn,
  visit,
} from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';

const MANAGER = { cpf: '20000000299', name: 'gerente' };
const PASSWORD = 'balcao-demo';

describe('recent proof of identity', () => {
  let browser: Browser;
  let console: RunningConsole;
  before(async () => {
    [browser, console] = await Promise.all([launch(), startConsole()]);
  });
  after(async () => {
    await browser.close();
    await console.stop();
  });
  const walk = (width: number, journey: (page: Page) => Promise<void>) =>
    visit(browser, { width, scheme: 'light', url: console.url }, journey);

  /** Simulates a quarter of an hour passing, after which the sign-in no longer counts as recent proof. */
  async function later() {
    const database = new pg.Client({ host: openHome(console.data).socket, user: 'balcao' });
    await database.connect();
    await database.query(`update sessions set proved_at = now() - interval '16 minutes'`);
    await database.end();
  }

  const question = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });

  async function prove(page: Page) {
    await question(page).getByLabel('Sua senha').fill(PASSWORD);
    await question(page).getByRole('button', { name: 'Confirmar' }).click();
    await question(page).waitFor({ state: 'detached' });
  }

  it('is required before a key, the outbox and a role, and nothing typed is lost', async () => {
    await walk(1280, async (page) => {
      await openSignedIn(page, ADMIN);

      await page.goto('/chaves');
      await page.getByRole('button', { name: 'Criar chave' }).click();
      const form = page.getByRole('dialog', { name: 'Criar chave de integração' });
      await form.getByLabel('Nome').fill('Loja virtual');
      await form.getByRole('group', { name: 'produtos', exact: true }).getByLabel('Ler').check();
      await later();
      await form.getByRole('button', { name: 'Criar chave' }).click();
      await question(page).waitFor();
      await expectAccessible(page, 'the proof over a form');
      await question(page).getByLabel('Sua senha').fill('errada');
      await question(page).getByRole('button', { name: 'Confirmar' }).click();
      await question(page).getByText('A senha não confere.').waitFor();
      await question(page).getByRole('button', { name: 'Cancelar' }).click();
      assert.equal(await form.getByLabel('Nome').inputValue(), 'Loja virtual');
      await form.getByRole('button', { name: 'Criar chave' }).click();
      await prove(page);
      await page.getByRole('dialog', { name: 'Copie a chave' }).locator('code').waitFor();

      await later();
      await page.goto('/emails');
      await question(page).waitFor();
      await prove(page);
      await page.getByRole('heading', { level: 1 }).waitFor();

      await openScreen(page, '/perfis');
      await page.getByRole('link', { name: 'Gerente' }).first().click();
      await page.getByLabel('Exigir verificação em duas etapas').check();
      await later();
      await page.getByRole('button', { name: 'Salvar perfil' }).click();
      await prove(page);
      await page.getByText('Perfil salvo', { exact: false }).waitFor();
    });
  });

  it('begins with a passkey where the role requires a second factor, also on a phone', async () => {
    await walk(360, async (page) => {
      await addVirtualAuthenticator(page);
      await page.goto('/login');
      await page.getByLabel('CPF').fill(MANAGER.cpf);
      await page.getByLabel('Senha').fill(PASSWORD);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Ative a verificação em duas etapas' });
      await dialog.getByRole('img', { name: /QR code/ }).waitFor();
      await expectAccessible(page, 'the second factor that a role demands');
      await expectNoSidewaysScroll(page);
      await dialog.getByRole('button', { name: 'Usar o dedo, o rosto ou o PIN deste aparelho' }).click();
      await dialog.getByLabel('Nome do aparelho').fill('Celular da gerente');
      await expectAccessible(page, 'a passkey that a role demands');
      await expectNoSidewaysScroll(page);
      await dialog.getByRole('button', { name: 'Continuar' }).click();
      const codes = dialog.getByRole('list', { name: 'Códigos de recuperação' });
      await codes.waitFor();
      assert.equal(await dialog.getByRole('button', { name: 'Sair' }).count(), 0);
      await dialog.getByRole('button', { name: 'Já guardei os códigos' }).click();
      await page.waitForURL('**/home');

      // From now on, the passkey replaces the code.
      await dropSession(page);
      await page.goto('/login');
      await page.getByLabel('CPF').fill(MANAGER.cpf);
      await page.getByLabel('Senha').fill(PASSWORD);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
      await page.waitForURL('**/home');
    });
  });
});
