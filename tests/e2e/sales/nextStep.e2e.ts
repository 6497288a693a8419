import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { LOOKS, launch, openSignedIn, SELLER, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read } from '../support/tickets/tickets.ts';

/**
 * Follow-up actions are offered where they are needed: an expired quote can be renewed there, an order in transit can be
 * tracked there.
 */
describe('next step in one click', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  LOOKS.forEach((look, at) => {
    it(`renews an expired quote from its own notice at ${look.width} px`, () =>
      visit(browser, look, async (page) => {
        await openSignedIn(page, SELLER);
        // Each viewport renews a different quote.
        const quote = (await listed(page, `orcamentos?st[]=VENCIDO&take=${at + 1}`))[at];
        assert.ok(quote);
        await page.goto(`/orcamentos/${quote.id}`);
        const reported = page.getByRole('alert').filter({ hasText: 'Renove-o' });
        await reported.waitFor();
        await expectAccessibleAndFitting(page, 'an expired quote');
        await reported.getByRole('button', { name: 'Renovar' }).click();
        const asked = page.getByRole('dialog', { name: `Renovar: orçamento ${quote.id}` });
        await asked.getByRole('button', { name: 'Renovar', exact: true }).click();
        await asked.waitFor({ state: 'detached' });
        await reported.waitFor({ state: 'detached' });
        await page.locator('main [data-value=ATIVO]').first().waitFor();
        await page.getByRole('combobox', { name: 'Incluir produto' }).waitFor();
        const { data } = await read<{ data: { editavel: boolean; dtVal: string } }>(
          page,
          `/callcenter/orcamentos/${quote.id}/carrinho`,
        );
        assert.ok(data.editavel, 'it is edited at once');
        assert.ok(data.dtVal > quote.dtVal, `${data.dtVal} after ${quote.dtVal}`);
      }));

    it(`tracks an order under way at ${look.width} px`, () =>
      visit(browser, look, async (page) => {
        await openSignedIn(page, SELLER);
        const order = await trackedOrder(page);
        await page.goto(`/pedidos/${order.id}`);
        await page.getByRole('button', { name: `Rastrear a nota ${order.note}` }).click();
        const dialog = page.getByRole('dialog', { name: `Rastreio #${order.code}` });
        await dialog.waitFor();
        // A column on a desktop, a line of each card on a phone.
        await dialog.getByText('Data e hora').first().waitFor();
        await expectAccessibleAndFitting(page, 'tracking');
        await dialog.getByRole('button', { name: 'Fechar' }).click();
        await dialog.waitFor({ state: 'detached' });
      }));
  });
});

const listed = async (page: Page, path: string) =>
  (await read<{ itens: { id: number; dtVal: string }[] }>(page, `/callcenter/${path}`)).itens;

interface Tracked {
  notasFiscais: { numNf: number | string; rastreio: { codigo: string } | null }[];
}

/** The oldest one, since today's orders have no tracking events yet. */
async function trackedOrder(page: Page): Promise<{ id: number; note: string; code: string }> {
  for (const { id } of await listed(page, 'pedidos?st[]=TRANSPORTE&direction=ASC&take=20')) {
    const { data } = await read<{ data: Tracked }>(page, `/callcenter/pedidos/${id}`);
    const note = data.notasFiscais.find(({ rastreio }) => rastreio);
    if (note?.rastreio) return { id, note: String(note.numNf), code: note.rastreio.codigo };
  }
  throw new Error('no order under way has a tracking code');
}
