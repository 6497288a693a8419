import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openSignedIn, SELLER, visit } from '../support/browser.ts';
import { openPanel, openTab, panelTab, rail, settled, tabNames } from '../support/customerPanel.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read } from '../support/tickets/tickets.ts';

describe('call of a seller', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('finds the customer by keyboard and opens every tab of the panel', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      const failed = failedCalls(page);
      await openSignedIn(page, SELLER, '/home');
      const customer = await openPanel(page);
      await expectAccessibleAndFitting(page, 'panel');
      const tabs = await tabNames(page);
      assert.ok(tabs.length >= 8, `only ${tabs.join(', ')}`);
      for (const name of tabs) {
        await openTab(page, name);
        await hasContent(page, name);
        await expectAccessibleAndFitting(page, `tab ${name} of ${customer.id}`);
      }
      assert.deepEqual(failed, []);
    });
  });

  it('adds a contact, dials, schedules the next call and records the conversation', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, SELLER, '/home');
      await openPanel(page);
      await begin(page);
      await addContact(page);
      await call(page);
      await schedule(page);
      await register(page);

      await openTab(page, 'Histórico de Atendimento');
      const reported = panelTab(page, 'Histórico de Atendimento');
      await reported.getByText('Pediu catálogo e prazo de entrega.').first().waitFor();
      await openTab(page, 'Dados Cadastrais');
      const log = page.getByRole('complementary', { name: 'Registro de atividade' });
      await log
        .getByRole('button', { name: /^Atendimento/ })
        .first()
        .click();
      await page.waitForURL(/\/historico/);
      await reported.getByText('Pediu catálogo e prazo de entrega.').first().waitFor();
      await expectAccessibleAndFitting(page, 'service record in the history');

      await log
        .getByRole('button', { name: /Ligar com a nova tabela/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Ligar com a nova tabela').first().waitFor();
      await expectAccessibleAndFitting(page, 'agenda of the activity log');
    });
  });

  it('shows the same panel on a phone', async () => {
    await visit(browser, { width: 360, scheme: 'light' }, async (page) => {
      await openSignedIn(page, SELLER);
      const { itens } = await read<{ itens: { id: number }[] }>(page, '/callcenter/clientes?take=1');
      await page.goto(`/clientes/${itens[0]?.id}`);
      const choice = page.getByRole('combobox', { name: 'Aba' });
      await choice.waitFor();
      await expectAccessibleAndFitting(page, 'panel on a phone');
      for (const name of [/^Contatos/, /^Pedidos/, /^Histórico de Atendimento/, /^Registro de atividade/]) {
        await choice.click();
        await page.getByRole('option', { name }).click();
        await page.getByRole('listbox').waitFor({ state: 'detached' });
        await expectAccessibleAndFitting(page, `${name} on a phone`);
      }
      assert.equal(await rail(page).count(), 0);
    });
  });
});

/** Server responses that no screen of this journey should receive. */
function failedCalls(page: Page): string[] {
  const failed: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      failed.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a tab cancels its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(`failed ${request.url()}`);
  });
  return failed;
}

/** Asserts that the tab shows either content or its own empty state, and neither an error nor a missing permission. */
async function hasContent(page: Page, name: string) {
  const tab = panelTab(page, name);
  await tab.filter({ hasText: /\S/ }).waitFor();
  await settled(page);
  assert.equal(await tab.getByRole('button', { name: 'Tentar novamente' }).count(), 0, name);
  assert.equal(await tab.getByText(/não tem permissão|sem permissão/i).count(), 0, name);
}

/** From here on, every screen shows the conversation in progress. */
async function begin(page: Page) {
  await page.getByRole('button', { name: 'Registrar atendimento' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar agora e registrar depois' }).click();
  await page.getByRole('region', { name: 'Atendimento em andamento' }).waitFor();
  await expectAccessibleAndFitting(page, 'conversation under way');
}

async function addContact(page: Page) {
  await openTab(page, 'Contatos');
  await panelTab(page, 'Contatos').getByRole('button', { name: 'Novo contato' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar novo contato' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Regina Prado');
  await dialog.getByRole('textbox', { name: 'Cargo' }).fill('Compradora');
  await dialog.getByRole('textbox', { name: 'Celular' }).fill('11987654321');
  await expectAccessibleAndFitting(page, 'new contact');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await panelTab(page, 'Contatos').getByText('Regina Prado').first().waitFor();
}

/** Calls with the company's dialer or with the computer's phone; the number can be copied in both cases. */
async function call(page: Page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const tab = panelTab(page, 'Contatos');
  const dial = tab.getByLabel('Ligar para (11) 98765-4321').first();
  if ((await dial.getAttribute('href')) === null) {
    await dial.click();
    const told = tab.getByText('Enviado para discadora').first();
    // On a day on which the customer is not served, the console asks why they are called.
    const why = page.getByRole('textbox', { name: 'Por que contatar mesmo assim' });
    await told.or(why).waitFor();
    if (await why.isVisible()) {
      await why.fill('Pediu retorno');
      await page.getByRole('button', { name: 'Ligar', exact: true }).click();
    }
    await told.waitFor();
  } else assert.equal(await dial.getAttribute('href'), 'tel:+5511987654321');
  await tab.getByRole('button', { name: 'Copiar (11) 98765-4321' }).first().click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '(11) 98765-4321');
}

/** Days until a Wednesday, on which every customer of the demonstration is served; counted where the company is. */
const untilWednesday = () =>
  [7, 8, 9, 10, 11, 12, 13].find((days) => weekday(days) === 'Wed') ?? assert.fail();

async function schedule(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Agendar', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova agenda' });
  await dialog.getByRole('textbox', { name: 'Assunto' }).fill('Ligar com a nova tabela');
  await dialog.getByRole('textbox', { name: 'Dia' }).fill(inDays(untilWednesday()));
  await dialog.getByLabel('Hora').fill('10:30');
  await expectAccessibleAndFitting(page, 'new agenda');
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function register(page: Page) {
  const strip = page.getByRole('region', { name: 'Atendimento em andamento' });
  await strip.getByRole('button', { name: 'Registrar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar atendimento' });
  await dialog.getByText(/Continuando o atendimento/).waitFor();
  await dialog.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await dialog.getByRole('textbox', { name: 'Descrição' }).fill('Pediu catálogo e prazo de entrega.');
  await expectAccessibleAndFitting(page, 'service record');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await strip.waitFor({ state: 'detached' });
}

const weekday = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en', {
    weekday: 'short',
    timeZone: 'America/Sao_Paulo',
  });

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
