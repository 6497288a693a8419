import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from './support/axe.ts';
import { ADMIN, launch, signIn, visit } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { read } from './support/tickets.ts';

/** A company's own word for a status stands wherever the status does (document 002 section 4). */

const STANDARD = 'Faturado';
const OWN = 'Nota emitida';

describe("a company's own status", () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('goes from the parameters to every screen, and back', () =>
    visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await signIn(page, ADMIN);
      const { itens } = await read<{ itens: { id: number; cliente: { id: number } }[] }>(
        page,
        '/callcenter/pedidos?st[]=FATURADO&take=1',
      );
      const [order] = itens;
      if (!order) throw new Error('the demonstration has no such order');
      await setStatus(page);
      try {
        for (const address of [
          `/pedidos?filter=${encodeURIComponent('{"st":["FATURADO"]}')}`,
          `/pedidos/${order.id}`,
          `/clientes/${order.cliente.id}/pedidos?item=${order.id}`,
          '/acompanhamentos?tipo=PEDIDO',
        ]) {
          await page.goto(address);
          await eventually(
            () => shown(page, OWN),
            (count) => count > 0,
            `${OWN} on ${address}`,
          );
          assert.equal(await shown(page, STANDARD), 0, `${STANDARD} on ${address}`);
        }
      } finally {
        await restore(page);
      }
    }));
});

const shown = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).count();

const TITLE = 'Nomes das situações';

async function setStatus(page: Page) {
  await page.goto('/parametros');
  await page.getByRole('button', { name: `Mudar ${TITLE}` }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  const status = dialog.getByRole('group', { name: STANDARD });
  await status.getByLabel(`Nome de ${STANDARD}`).fill(OWN);
  await status.getByLabel(`Cor de ${STANDARD}`).click();
  await page.getByRole('option', { name: 'Perigo' }).click();
  await status.getByLabel(`Ícone de ${STANDARD}`).click();
  await page.getByRole('option', { name: 'Selo' }).click();
  await expectAccessible(page, 'the statuses');
  await dialog.getByRole('button', { name: 'Salvar valor' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function restore(page: Page) {
  await page.goto('/parametros');
  await page.getByRole('button', { name: `Mudar ${TITLE}` }).click();
  await page.getByRole('button', { name: 'Voltar ao padrão' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
