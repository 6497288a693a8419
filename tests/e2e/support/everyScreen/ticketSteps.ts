import {
  addFirstProduct,
  attachPhoto,
  choose,
  chooseReasons,
  customerWithInvoices,
  openDetails,
  openWizard,
  proceed,
} from '../tickets/newTicket.ts';
import type { ScreenDriver } from './stage.ts';
import type { Show } from './stops.ts';

/** Opens a return, from the first question to the final review; each step is shown empty and answered. */
export async function ticketOpened({ page }: ScreenDriver, show: Show) {
  const customer = await customerWithInvoices(page);
  const on = async (what: string) => {
    await proceed(page);
    await show(what, true);
  };
  await openWizard(page, /Solicitação/);
  await show('the request', true);
  await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
  await chooseReasons(page);
  await show('the request, answered', true);

  await on('the customer');
  await choose(page, /^Origem/, 'Telefone');
  await page.getByRole('combobox', { name: 'Cliente' }).fill(String(customer));
  const found = page.getByRole('option', { name: new RegExp(`^${customer} - `) });
  await found.waitFor();
  await show('customers that were found', true);
  await found.click();
  await show('the customer, chosen', true);

  await on('the invoices');
  await addFirstProduct(page);
  await show('an invoice with a chosen product', true);
  await page
    .getByRole('button', { name: /^Itens/ })
    .first()
    .click();
  const items = page.getByRole('dialog', { name: 'Itens', exact: true });
  await items.waitFor();
  await show('the items', true);
  await page.keyboard.press('Escape');
  await items.waitFor({ state: 'detached' });

  await on('the confirmation');
  await openDetails(page);
  await page.getByRole('textbox', { name: /Mensagem/ }).fill('Três caixas amassadas.');
  await attachPhoto(page, page.getByRole('dialog'));
  await show('the details, answered', true);
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await page.getByText('Tem certeza que deseja cancelar a criação do ticket ?').waitFor();
  await show('giving it up', true);
  await page.getByRole('button', { name: 'Sim, tenho certeza' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** As a consumer: their identity is known, and the questions depend on the kind of request. */
export async function requestOpened({ page }: ScreenDriver, show: Show) {
  await openWizard(page, /Reclamação/);
  await page.getByRole('radio', { name: 'Garantia para consumidor final' }).check();
  await chooseReasons(page);
  await show('the kind of request', true);
  await proceed(page);
  await show('the next step', true);
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  const sure = page.getByRole('button', { name: 'Sim, tenho certeza' });
  await sure.waitFor();
  await show('giving it up', true);
  await sure.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
