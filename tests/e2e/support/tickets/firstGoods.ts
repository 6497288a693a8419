import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { nfeProc } from '#tests/support/nfe/nfeFiles.ts';
import { openScreen } from '../browser.ts';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { nextStep, stepWay } from '../firstSteps.ts';
import { openDetails, unfold } from './newTicket.ts';

/** The branch created by the journey. */
const BRANCH = { cnpj: '11222333000181', nome: 'Prado Matriz' };
const COFFEE = { code: '7001', description: 'Café torrado 500 g' };
const CUSTOMER = /MERCEARIA DO ZÉ/;
const DAYS_AGO = 5;

/** Imports an invoice of the branch with the authority's approval, which creates the customer and the products. */
export async function importNote(page: Page) {
  const issuedAt = new Date(Date.now() - DAYS_AGO * 24 * 60 * 60 * 1000);
  const xml = nfeProc({
    emitter: BRANCH.cnpj,
    issuedAt: `${issuedAt.toISOString().slice(0, 19)}-03:00`,
    lines: [
      { ...COFFEE, quantity: '10.0000', amount: '105.00' },
      {
        code: '7002',
        description: 'Açúcar cristal 1 kg',
        quantity: '20.0000',
        unitPrice: '4.50',
        amount: '90.00',
      },
    ],
  });
  await nextStep(page, 'Trazer as notas de venda', 'Importar XMLs');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'nota.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await page.getByText('1 arquivo lido').waitFor();
  await page
    .getByRole('row', { name: /nota\.xml/ })
    .getByText('Nota criada')
    .waitFor();
  await expectAccessibleAndFitting(page, 'imported note');
}

/** From the wizard to the ticket: two of ten units are returned. */
export async function sendReturn(page: Page) {
  await openScreen(page, '/home');
  await page.getByRole('button', { name: 'NOVO TICKET' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Solicitação/ })
    .first()
    .click();
  await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
  const proceed = page.getByRole('button', { name: 'Prosseguir' });
  for (let level = 0; level < 5 && !(await proceed.isEnabled()); level++) {
    await page.getByRole('combobox', { name: /otivo/ }).nth(level).click();
    await page.getByRole('option').nth(1).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }
  await proceed.click();
  await page.getByRole('combobox', { name: /^Origem/ }).click();
  await page.getByRole('option', { name: 'Telefone' }).click();
  await page.getByRole('combobox', { name: 'Cliente' }).fill('mercearia');
  await page.getByRole('option', { name: CUSTOMER }).click();
  await proceed.click();
  await unfold(page.getByRole('button', { name: /^NF / }).first());
  const line = page
    .getByRole('list', { name: /^Produtos da nota/ })
    .locator('fieldset')
    .filter({ hasText: COFFEE.description });
  await line.getByRole('button', { name: 'Aumentar' }).click();
  await line.getByRole('button', { name: 'Aumentar' }).click();
  await line.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Produto trocado' }).click();
  await line.getByRole('button', { name: /^Adicionar/ }).click();
  await line.getByText('Adicionado').waitFor();
  await proceed.click();
  await openDetails(page);
  await page.getByRole('textbox', { name: /Mensagem/ }).fill('Veio outro café.');
  await page.getByRole('button', { name: 'Enviar solicitação' }).click();
  await page.getByRole('button', { name: 'Ir para o ticket' }).click();
  await page.waitForURL(/\/tickets\/\d+$/);
  await page.getByRole('heading', { level: 1, name: /Devolução de mercadoria/ }).waitFor();
  await page.getByRole('tab', { name: 'Produtos (1)' }).click();
  await page.getByText(COFFEE.description).first().waitFor();
  await expectAccessibleAndFitting(page, 'return of a first company');
}

/** Enters what the invoice does not contain: the selling price and the stock. */
export async function priceAndStock(page: Page) {
  await stepWay(page, 'Dar preço e estoque', 'À mão, em cada produto');
  await page.getByRole('link', { name: COFFEE.description }).click();
  await page.getByRole('textbox', { name: 'Preço', exact: true }).fill('12,9');
  await page.getByRole('button', { name: 'Salvar produto' }).click();
  await page.getByText('Produto salvo.').waitFor();
  await openScreen(page, '/cadastros/estoque/create');
  for (const [field, words, name] of [
    ['Produto', 'café', COFFEE.description],
    ['Filial', 'prado', BRANCH.nome],
  ] as const) {
    await page.getByRole('combobox', { name: field }).fill(words);
    await page.getByRole('option', { name: new RegExp(name) }).click();
  }
  await page.getByRole('textbox', { name: 'Quantidade' }).fill('48');
  await page.getByRole('button', { name: 'Criar saldo de estoque' }).click();
  await page.getByText('Saldo de estoque criado.').waitFor();
}

/** Creates a quote by keyboard, with payment and delivery from the standard lists, and turns it into an order. */
export async function sellOne(page: Page) {
  await openScreen(page, '/orcamentos/create');
  await page.getByRole('combobox', { name: 'Cliente', exact: true }).fill('mercearia');
  await page.getByRole('option', { name: CUSTOMER }).click();
  await page.getByRole('button', { name: 'Abrir orçamento' }).click();
  await page.waitForURL(/\/orcamentos\/\d+$/);
  const search = page.getByRole('combobox', { name: 'Incluir produto' });
  await search.fill('2*7001');
  await search.press('Enter');
  await page.getByTestId('cart-line').getByText(COFFEE.description).waitFor();
  for (const name of ['Cobrança', 'Plano de pagamento', 'Tipo de frete']) {
    await page.getByRole('combobox', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('option').filter({ hasNotText: 'A definir' }).first().click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }
  await page.getByRole('switch', { name: 'Cliente retira' }).check();
  await page.getByText(/^Rascunho salvo às/).waitFor();
  await page.getByRole('button', { name: 'Salvar como pedido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar como pedido?' });
  await dialog.getByRole('button', { name: 'Salvar como pedido' }).click();
  await page.waitForURL(/\/pedidos\/\d+$/);
  await page.getByRole('heading', { level: 1, name: /^Pedido #/ }).waitFor();
  // Two at 12,90: a company begins without discounts and fees.
  const shown = await page.getByRole('main').innerText();
  assert.match(shown, /(?<!SUB)TOTAL\s+R\$\s25,80/);
  await expectAccessibleAndFitting(page, 'order of a first company');
}
