import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openSignedIn, SELLER, SUPERVISOR, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';

const PICTURE = path.resolve(import.meta.dirname, '../../../public/icon-512.png');

describe('home page of a seller', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('shows a banner as written, opens its target, and drops it when it is removed', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, (silvia) =>
      visit(browser, { width: 360, scheme: 'dark' }, async (patricia) => {
        await Promise.all([openSignedIn(silvia, SUPERVISOR), openSignedIn(patricia, SELLER)]);
        const title = `Semana do arroz ${Date.now()}`;
        await write(silvia, title);
        await seen(patricia, title);
        await remove(silvia, title);
        // Loaded: an open page shows for a while what it has read.
        await patricia.goto('/home');
        await patricia.getByRole('list', { name: 'Banners' }).waitFor();
        await patricia.getByText(title, { exact: true }).waitFor({ state: 'detached' });
      }),
    );
  });

  it('cannot be edited by a seller', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (patricia) => {
      await openSignedIn(patricia, SELLER);
      await patricia.goto('/pagina-inicial');
      await patricia.getByText('Seu perfil não dá acesso a Página inicial').waitFor();
    });
  });
});

async function write(page: Page, title: string) {
  await page.goto('/pagina-inicial');
  await page.getByRole('table', { name: 'Banners' }).waitFor();
  await expectAccessibleAndFitting(page, 'banners and showcases');
  await page.getByRole('link', { name: 'Criar banner' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await page.getByRole('textbox', { name: 'Texto' }).fill('Preço de campanha até sexta.');
  await page
    .getByRole('group', { name: 'Imagem do banner' })
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'arroz.png', mimeType: 'image/png', buffer: await readFile(PICTURE) });
  await page.getByRole('button', { name: 'Remover arroz.png' }).waitFor();
  await page.getByRole('combobox', { name: 'O que abre' }).click();
  await page.getByRole('option', { name: 'Uma tela do console' }).click();
  await page.getByRole('textbox', { name: 'Caminho da tela' }).fill('/agendas');
  await expectAccessibleAndFitting(page, 'a new banner');
  await page.getByRole('button', { name: 'Criar banner' }).click();
  await page.waitForURL('**/pagina-inicial');
  await page.getByRole('link', { name: title }).first().waitFor();
}

async function seen(page: Page, title: string) {
  await page.goto('/home');
  const banner = page.getByRole('list', { name: 'Banners' }).getByRole('listitem').filter({ hasText: title });
  await banner.getByText('Preço de campanha até sexta.').waitFor();
  await banner.locator('img').waitFor();
  await expectAccessibleAndFitting(page, 'home page with the banner');
  await banner.getByRole('link').click();
  await page.waitForURL('**/agendas**');
}

async function remove(page: Page, title: string) {
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('button', { name: /^Excluir/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir este banner?' });
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await page.waitForURL('**/pagina-inicial');
}
