import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { formatPhone, isPhone } from '#contract/rules/phone.ts';
import { LOOKS, launch, OPERATOR, openScreen, openSignedIn, SELLER, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting as accessible } from '../support/expectAccessibleAndFitting.ts';
import { read } from '../support/tickets/tickets.ts';

interface Row {
  id: number;
  cliente: { id: number; fant: string; razSoc: string };
}

/** An open ticket, and the customer's number as the telephone system shows it. */
async function caller(page: Page) {
  const { itens } = await read<{ itens: Row[] }>(page, '/sac/tickets?take=100&status=ABERTO');
  for (const { id, cliente } of itens.slice(0, 20)) {
    const { data } = await read<{ data: { contato: { telefone: string } } }>(page, `/sac/tickets/${id}`);
    const { telefone } = data.contato;
    if (isPhone(telefone)) return { id, name: cliente.fant || cliente.razSoc, number: telefone };
  }
  throw new Error('no open ticket of a customer with a phone');
}

async function search(page: Page, text: string) {
  await page
    .getByRole('button', { name: /NOVO TICKET|Novo ticket/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Buscar/ });
  await field.fill(text);
  await page.getByRole('group', { name: 'Clientes' }).waitFor();
}

describe('an incoming call', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`leads from the number to the customer and the open ticket at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, OPERATOR);
        const { id, name, number } = await caller(page);
        await openScreen(page, '/tickets');
        // As the telephone network tells it: trunk zero, operator code, area and number.
        await search(page, `0 15 ${formatPhone(number)}`);
        const tickets = page.getByRole('group', { name: 'Tickets' }).getByRole('option');
        await tickets.first().waitFor();
        await page.getByRole('group', { name: 'Clientes' }).getByText(name).first().waitFor();
        await accessible(page, `call at ${look.width}`);
        await tickets.filter({ hasText: String(id) }).click();
        await page.waitForURL(`**/tickets/${id}`);
      });
    });
  }

  it('opens the customer for a seller who presses Enter', async () => {
    await visit(browser, LOOKS[0] as (typeof LOOKS)[number], async (page) => {
      await openSignedIn(page, SELLER);
      const { itens } = await read<{ itens: { id: number; telefone: string }[] }>(
        page,
        '/sac/clientes?take=50',
      );
      const { id, telefone } = itens.find((one) => isPhone(one.telefone)) ?? assert.fail();
      await openScreen(page, '/clientes');
      await search(page, formatPhone(telefone));
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/clientes/${id}`);
    });
  });
});
