import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import { LOOKS, launch, openSignedIn, SUPERVISOR, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { addReference, chooseFirst, finish, proceed, seeState } from '../support/registration.ts';

/** Companies known to the demonstration's tax authority that are not customers yet. */
const BASES = ['302145870001', '418830920001', '527716040001', '190482630001'];

describe('registering a customer', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const [index, look] of LOOKS.entries()) {
    it(`imports a company, adds a delivery address by its CEP, and saves at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        const base = BASES[index % BASES.length] ?? '';
        await openSignedIn(page, SUPERVISOR, '/home');
        await open(page);
        await expectAccessibleAndFitting(page, 'document step');
        await page.getByRole('textbox', { name: /CNPJ/ }).fill(`${base}${cnpjCheckDigits(base)}`);
        await page.getByText('Documento válido para cadastro.').waitFor();
        await page.getByRole('button', { name: 'Importar da Receita' }).click();
        await page.getByText(/^Dados de .* importados da Receita/).waitFor();
        await expectAccessibleAndFitting(page, 'imported');
        await page.keyboard.press('Control+Enter');

        await page.getByRole('heading', { name: 'Dados da Empresa' }).waitFor();
        await page.getByRole('checkbox', { name: /Isento/ }).check();
        for (const name of [/^Filial/, /^Atividade/, /^Como conheceu/, /^Tabela de preço/])
          await chooseFirst(page, name);
        await expectAccessibleAndFitting(page, 'company step');
        await proceed(page);

        await page.getByRole('heading', { name: 'Contatos' }).waitFor();
        await page.getByRole('textbox', { name: /Nome do contato/ }).fill('Lúcia Reis');
        await page.getByRole('textbox', { name: /E-mail para NF-e/ }).fill(`NFE${index}@exemplo.com.br`);
        await page.getByRole('textbox', { name: /E-mail para boletos/ }).fill(`b${index}@exemplo.com.br`);
        await page.getByRole('textbox', { name: /Observações/ }).fill('Entrega pela manhã.');
        for (const number of [1, 2, 3]) await addReference(page, number);
        assert.equal(await page.getByRole('button', { name: /^Incluir refer/ }).isDisabled(), true);
        await expectAccessibleAndFitting(page, 'contacts step');
        await proceed(page);

        await page.getByRole('heading', { name: 'Endereços' }).waitFor();
        await page.getByRole('switch', { name: /mesmo Endereço de Cobrança/ }).click();
        const delivery = page.getByRole('group', { name: 'Endereço de entrega' });
        await delivery.getByRole('textbox', { name: /Número/ }).fill('20');
        await page.getByText(/Os endereços foram separados/).waitFor();
        await delivery.getByRole('textbox', { name: /CEP/ }).fill('70040010');
        await seeState(delivery, 'Distrito Federal');
        await expectAccessibleAndFitting(page, 'addresses step');
        await toTheEnd(page);
        await expectAccessibleAndFitting(page, 'registered');
        await page.getByRole('button', { name: 'Fechar', exact: true }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      });
    });
  }

  it('asks before the form is lost, and restores it after the page was left', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, SUPERVISOR, '/home');
      await open(page);
      await page.getByRole('textbox', { name: /CNPJ/ }).fill('12ABC34501DE35');
      await page.getByText(/Rascunho salvo às/).waitFor();
      await page.goto('/tickets');
      await open(page, false);
      await page.getByRole('button', { name: /^Continuar o cadastro/ }).click();
      assert.equal(await page.getByRole('textbox', { name: /CNPJ/ }).inputValue(), '12.ABC.345/01DE-35');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Descartar este cadastro?' }).waitFor();
      await expectAccessibleAndFitting(page, 'discard dialog');
      await page.getByRole('button', { name: 'Descartar' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });
});

/** Using only the keyboard: Ctrl+K, the words of the action, Enter. */
async function open(page: Page, afresh = true) {
  await page.getByRole('button', { name: 'NOVO TICKET' }).waitFor();
  await page.keyboard.press('Control+k');
  // Typed at once, while the search is still loading.
  await page.keyboard.type('cadastrar cliente');
  await page.getByRole('option', { name: 'Cadastrar cliente' }).waitFor();
  assert.equal(await page.getByRole('combobox', { name: /^Buscar/ }).inputValue(), 'cadastrar cliente');
  await page.keyboard.press('Enter');
  if (!afresh) return;
  const again = page.getByRole('button', { name: 'Começar de novo' });
  const field = page.getByRole('textbox', { name: /CNPJ/ });
  await again.or(field).first().waitFor();
  if (await again.isVisible()) await again.click();
  await field.waitFor();
}

/** Passes the extra fields if there are any. */
async function toTheEnd(page: Page) {
  const last = page.getByRole('button', { name: 'Finalizar' });
  if (!(await last.isVisible())) await proceed(page);
  await last.waitFor();
  await expectAccessibleAndFitting(page, 'last step');
  await finish(page);
}
