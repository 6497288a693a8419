import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../support/axe.ts';
import { ADMIN, launch, openSignedIn, visit } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { read } from '../support/tickets/tickets.ts';

/** A company's own label for a status is shown wherever the status appears (document 002 section 4). */

const STANDARD = 'Faturado';
const OWN = 'Nota emitida';
const ORDERS = `/pedidos?filter=${encodeURIComponent('{"st":["FATURADO"]}')}`;

describe("company's own order status", () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is shown on every screen once set in the parameters, and can be reset', () =>
    visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, ADMIN);
      const { itens } = await read<{ itens: { id: number; cliente: { id: number } }[] }>(
        page,
        '/callcenter/pedidos?st[]=FATURADO&take=1',
      );
      const [order] = itens;
      if (!order) throw new Error('the demonstration has no such order');
      const standard = await drawnOn(page, ORDERS, STANDARD);
      await setStatus(page);
      try {
        const own = await drawnOn(page, ORDERS, OWN);
        assert.notEqual(own.icon, standard.icon, `${OWN} has the icon that was chosen`);
        assert.equal(own.colour, await colourOf(page, 'perigo'), `${OWN} has the colour that was chosen`);
        for (const address of [
          ORDERS,
          `/pedidos/${order.id}`,
          `/clientes/${order.cliente.id}/pedidos?item=${order.id}`,
          '/acompanhamentos?tipo=PEDIDO',
        ]) {
          assert.deepEqual(await drawnOn(page, address, OWN), own, `${OWN} on ${address}`);
          assert.equal(await shown(page, STANDARD), 0, `${STANDARD} on ${address}`);
        }
      } finally {
        await restore(page);
      }
    }));
});

const shown = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).count();

interface Drawn {
  icon: string;
  colour: string;
}

/** Icon and colour next to the label, on a chip or in a column header: the same wherever the label appears. */
async function drawnOn(page: Page, address: string, word: string): Promise<Drawn> {
  await page.goto(address);
  const ways = await eventually(
    () =>
      page
        .getByText(word, { exact: true })
        .filter({ visible: true })
        .evaluateAll((words) => {
          const icons = words.flatMap(
            (one) => one.querySelector('svg') ?? one.parentElement?.querySelector('svg') ?? [],
          );
          const ways = icons.map((svg) =>
            JSON.stringify({ icon: svg.innerHTML, colour: getComputedStyle(svg).color }),
          );
          return [...new Set(ways)].map((way) => JSON.parse(way) as { icon: string; colour: string });
        }),
    // The place of an icon that is still loading is reserved beforehand.
    (found) => found.length > 0 && found.every(({ icon }) => icon !== ''),
    `${word} with its icon on ${address}`,
  );
  const [way, ...others] = ways;
  if (!way || others.length > 0) throw new Error(`${word} is drawn in ${ways.length} ways on ${address}`);
  return way;
}

const colourOf = (page: Page, tone: string) =>
  page.evaluate((variable) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, `--b-palette-actions-${tone}-text`);

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
