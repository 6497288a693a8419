import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { cpfCheckDigits } from '#contract/rules/documents.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  ADMIN,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  openScreen,
  openSignedIn,
  visit,
} from '../support/browser.ts';
import { read, send } from '../support/tickets/tickets.ts';

const cpfOf = (number: number): string => {
  const base = `86420${String(number).padStart(4, '0')}`;
  return base + cpfCheckDigits(base);
};

/** Each journey has its own rule. */
const KINDS = ['Clientes com CPF', 'Contas de consumidores', 'Contatos de clientes'];

describe('request of a data subject', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const [index, look] of LOOKS.entries())
    it(`yields a file of their data, then erases them, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        const name = `Zuleica Prado ${'ABCD'[index]}`;
        await openSignedIn(page, ADMIN);
        const { id } = await send(page, '/config/cadastros/clientes', {
          dados: {
            documento: cpfOf(index + 1),
            razaoSocial: name,
            nomeFantasia: name,
            email: `zuleica${index}@exemplo.com.br`,
            telefone: '92991112222',
          },
        });

        await page.goto('/titulares');
        await page.getByLabel('CPF, e-mail, telefone ou nome').fill(cpfOf(index + 1));
        await page.getByRole('button', { name: 'Procurar' }).click();
        await expectAccessible(page, 'people found');
        await page.getByRole('link', { name }).click();
        await page.getByRole('heading', { name: 'O que o console guarda' }).waitFor();
        await expectAccessible(page, 'what is held of a person');
        await expectNoSidewaysScroll(page);

        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Baixar os dados' }).click(),
        ]);
        assert.equal(download.suggestedFilename(), `dados-de-cliente-${id}.zip`);

        await page.getByRole('button', { name: 'Eliminar os dados' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(/O pedido/).fill('Pedido por telefone, protocolo 77');
        await dialog.getByLabel(/Nome do titular/).fill(name);
        await expectAccessible(page, 'the question before an erasure');
        await dialog.getByRole('button', { name: 'Eliminar para sempre' }).click();
        await page.getByText(/^Dados eliminados.*Pedido: /).waitFor();

        const customer = await read<{ data: { razaoSocial: string; email?: string } }>(
          page,
          `/config/cadastros/clientes/${id}`,
        );
        assert.equal(customer.data.razaoSocial, `Cliente eliminado ${id}`);
        await openScreen(page, '/titulares');
        await page.getByText(`cliente ${id}`).first().waitFor();

        await openScreen(page, '/guarda');
        await expectAccessible(page, 'the rules of retention');
        await expectNoSidewaysScroll(page);
        await page.getByRole('link', { name: KINDS[index] ?? '' }).click();
        await page.getByRole('button', { name: 'Dar um prazo' }).click();
        await page.getByLabel('Tempo de guarda').fill('600');
        await page.getByRole('button', { name: 'Salvar o prazo' }).click();
        await page.getByText(/^Nada, por enquanto/).waitFor();
        await page.getByRole('button', { name: 'Confirmar a regra' }).click();
        await expectAccessible(page, 'the question before a rule acts');
        await page.getByRole('dialog').getByRole('button', { name: 'Confirmar a regra' }).click();
        await page.getByText(/^Age a partir da madrugada/).waitFor();
        await expectAccessible(page, 'a rule that waits');
        await expectNoSidewaysScroll(page);
        await page.getByRole('button', { name: 'Pausar' }).click();
        await page.getByText(/^Pausada: nada sai/).waitFor();
      });
    });
});
