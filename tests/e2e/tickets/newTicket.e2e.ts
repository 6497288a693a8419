import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { CONSUMER, LOOKS, launch, OPERATOR, openScreen, openSignedIn, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import {
  addFirstProduct,
  attachPhoto,
  choose,
  chooseReasons,
  customerWithInvoices,
  openDetails,
  openWizard,
  proceed,
  stepTitle,
} from '../support/tickets/newTicket.ts';

describe('opening a ticket', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`an operator opens a return with a photo at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, OPERATOR, '/home');
        await expectAccessibleAndFitting(page, 'home');
        await openScreen(page, '/tickets');
        await page
          .getByText(/\d+ tickets/)
          .first()
          .waitFor();
        await expectAccessibleAndFitting(page, 'ticket list');

        const customer = await customerWithInvoices(page);
        await openWizard(page, /Solicitação/);
        await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
        await chooseReasons(page);
        await expectAccessibleAndFitting(page, 'request step');
        await proceed(page);

        await choose(page, /^Origem/, 'Telefone');
        await page.getByRole('combobox', { name: 'Cliente' }).fill(String(customer));
        await page.getByRole('option', { name: new RegExp(`^${customer} - `) }).click();
        await expectAccessibleAndFitting(page, 'customer step');
        await proceed(page);

        const product = await addFirstProduct(page);
        await expectAccessibleAndFitting(page, 'products step');
        await proceed(page);

        await page.getByRole('heading', { name: 'Confirme as informações' }).waitFor();
        await expectAccessibleAndFitting(page, 'confirmation');
        await openDetails(page);
        await page
          .getByRole('textbox', { name: /Mensagem/ })
          .fill('Três caixas <b>amassadas</b> na entrega.');
        await attachPhoto(page, page.getByRole('dialog'));
        await expectAccessibleAndFitting(page, 'confirmation with details');
        await page.getByRole('button', { name: 'Enviar solicitação' }).click();
        await page.getByRole('button', { name: 'Ir para o ticket' }).click();

        await page.waitForURL(/\/tickets\/\d+$/);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('main').getByText('Três caixas <b>amassadas</b> na entrega.').waitFor();
        await seeTimeline(page);
        await expectAccessibleAndFitting(page, 'ticket');
        await page.getByRole('tab', { name: /Produtos/ }).click();
        await page.getByText(product).first().waitFor();
        await page.getByRole('button', { name: /Anexos \(\d\)/ }).click();
        await page.getByRole('dialog', { name: 'Anexos do Ticket' }).getByText('caixa.jpg').first().waitFor();
        await expectAccessibleAndFitting(page, 'attachments');
      });
    });
  }

  for (const look of LOOKS) {
    it(`an end consumer opens a ticket of their own at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, CONSUMER, '/home');
        await openWizard(page, /Reclamação/);
        await page.getByRole('radio', { name: 'Garantia para consumidor final' }).check();
        await chooseReasons(page);
        await proceed(page);
        assert.equal(await page.getByRole('combobox', { name: 'Cliente' }).count(), 0);
        await expectAccessibleAndFitting(page, 'consumer step');
        const sent = page.getByRole('button', { name: 'Enviar solicitação' });
        for (let step = 0; step < 6 && !(await sent.isVisible()); step++) {
          const title = await stepTitle(page).innerText();
          await fillStep(page);
          await stepTitle(page).filter({ hasNotText: title }).waitFor();
        }
        await expectAccessibleAndFitting(page, 'consumer confirmation');
        await sent.click();
        await page.getByRole('button', { name: 'Ir para a solicitação' }).click();
        await page.waitForURL(/\/tickets\/\d+$/);
        await seeTimeline(page);
      });
    });
  }

  it('restores the draft, also after the page was closed', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, OPERATOR, '/home');
      await openWizard(page, /Dúvida/);
      await page.getByRole('radio', { name: 'Dúvida sobre produto' }).check();
      await page.getByText(/Rascunho salvo às/).waitFor();
      await page.goto('/tickets');
      await page.getByRole('button', { name: 'NOVO TICKET' }).click();
      await page.getByRole('button', { name: 'Continuar de onde parou' }).click();
      await page
        .getByRole('dialog', { name: 'Abrir novo ticket' })
        .getByText('Dúvida sobre produto')
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Fechar', exact: true }).click();
      await page.getByText('Tem certeza que deseja cancelar a criação do ticket ?').waitFor();
      await expectAccessibleAndFitting(page, 'cancel dialog');
      await page.getByRole('button', { name: 'Sim, tenho certeza' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });
});

/** Fills in whatever the consumer's step asks for. */
async function fillStep(page: Page) {
  const search = page.getByPlaceholder('Digite Código ou Descrição');
  if (await search.isVisible()) {
    await search.fill('copo');
    await page
      .getByRole('button', { name: /^Adicionar / })
      .first()
      .click();
  }
  const message = page.getByRole('textbox', { name: /Mensagem/ });
  if (await message.isVisible()) await message.fill('O liquidificador parou de funcionar.');
  await proceed(page);
}

/** On a phone, the timeline is on a separate tab. */
async function seeTimeline(page: Page) {
  const details = page.getByRole('tab', { name: 'Detalhes' });
  const history = page.getByRole('tab', { name: /Histórico/ });
  await history.waitFor();
  if (await details.isVisible()) await details.click();
  await page
    .getByText(/^(Ticket aberto|Solicitação aberta)$/)
    .first()
    .waitFor();
  if (await details.isVisible()) await history.click();
}
