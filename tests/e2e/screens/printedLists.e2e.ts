import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { formatMoney } from '#contract/rules/format.ts';
import { ADMIN, LOOKS, launch, openScreen, openSession, openSignedIn, visit } from '../support/browser.ts';
import { chosenHeadings, paperFindings } from '../support/paper.ts';
import { read } from '../support/tickets/tickets.ts';

const LISTS = ['/tickets', '/clientes', '/orcamentos', '/pedidos', '/coletas'];
const OTHERS = ['/objetivos', '/dashboard'];

describe('printed lists and dashboards', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const look of LOOKS)
    it(`keep their headings and carry the company's head, from ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, ADMIN);
        const findings: string[] = [];
        for (const address of [...LISTS, ...OTHERS]) {
          await page.emulateMedia({ media: 'screen' });
          await page.setViewportSize({ width: look.width, height: 800 });
          await openScreen(page, address);
          await drawn(page);
          if (LISTS.includes(address)) {
            const headings = await chosenHeadings(page);
            assert.ok(headings.length > 3, `${address} has the headings ${headings.join(', ')}`);
          }
          findings.push(...(await paperFindings(page)).map((finding) => `${address}: ${finding}`));
        }
        assert.deepEqual(findings, []);
      });
    });

  it('would be found out if they lost a column that only a wider window shows', async () => {
    await visit(browser, { width: 360, scheme: 'light' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await openScreen(page, '/pedidos');
      await drawn(page);
      const last = (await chosenHeadings(page)).at(-1);
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('@media print { thead th:last-of-type { display: none } }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      });
      assert.deepEqual(await paperFindings(page), [`the heading '${last}' is lost`]);
    });
  });

  it('keep the figures of a report, which are buttons on the screen, and leave out its filters', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await openScreen(page, REPORT);
      await page.getByRole('button', { name: 'Gerar relatório' }).click();
      await page.getByRole('region').locator('[data-figure]').first().waitFor();
      await drawn(page);
      assert.deepEqual(await paperFindings(page), []);
      const row = await page.getByRole('row', { name: /^Horizonte São Paulo Grande São Paulo/ }).innerText();
      assert.match(row, /\t\d+\t[\d.,]+\tR\$/);
      assert.equal(await page.locator('aside[aria-label=Filtros]').isVisible(), false);
    });
  });

  it('show what is to be paid by a link, item by item, below the name of the company', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSession(page, ADMIN);
      const { url, valor } = await openLink(page);
      await page.goto(url);
      await page.getByText('Ver itens do pedido').waitFor();
      await page.emulateMedia({ media: 'print' });
      const words = await page.locator('main').innerText();
      assert.match(words, /Horizonte/);
      assert.ok(words.includes(formatMoney(valor, 2)), words);
      assert.match(words, /\d+ × \S/);
      assert.equal(await page.getByRole('button', { name: /^Pagar/ }).isVisible(), false);
    });
  });

  it("open with the brand of the order's branch when it is printed from its dialog", async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, ADMIN);
      const { itens } = await read<{ itens: { id: number; emitente: { desc: string } }[] }>(
        page,
        '/callcenter/pedidos?take=100',
      );
      const order = itens.find(({ emitente }) => emitente.desc.endsWith('Manaus'));
      await openScreen(
        page,
        `/pedidos?filter=${encodeURIComponent(JSON.stringify({ q: String(order?.id) }))}`,
      );
      await drawn(page);
      const head = page.locator('[data-paper-head] strong');
      assert.doesNotMatch((await head.textContent()) ?? '', /Manaus/);
      await page
        .getByRole('row', { name: new RegExp(`${order?.id}`) })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Data Programada').waitFor();
      await head.filter({ hasText: 'Manaus' }).waitFor({ state: 'attached' });
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).first().click();
      await head.filter({ hasNotText: 'Manaus' }).waitFor({ state: 'attached' });
    });
  });

  it('says what the rows were filtered by, and draws the bars in colour', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await openScreen(page, `/clientes?filter=${encodeURIComponent(JSON.stringify({ q: 'Mercado' }))}`);
      await drawn(page);
      assert.deepEqual(await paperFindings(page), []);
      assert.match(await page.locator('main').innerText(), /Busca: Mercado/);
      await page.emulateMedia({ media: 'screen' });
      await openScreen(page, '/objetivos');
      await drawn(page);
      await page.emulateMedia({ media: 'print' });
      const ground = await page
        .locator('.MuiLinearProgress-bar')
        .first()
        .evaluate((bar) => getComputedStyle(bar).backgroundColor);
      assert.notEqual(ground, 'rgba(0, 0, 0, 0)');
      await page.emulateMedia({ media: 'screen' });
      await page.waitForFunction(() => document.documentElement.dataset.tema === 'dark');
    });
  });
});

/** A report with figures that lead to their rows, and with a chart. */
const REPORT = '/relatorios/devolucoes-por-filial-e-regiao';

/** The payment link of an order that waits for its payment. */
async function openLink(page: Page): Promise<{ url: string; valor: string }> {
  const orders = '/callcenter/pedidos?st[]=PAGAMENTO_PENDENTE&take=1';
  const { itens } = await read<{ itens: { id: number; versao: number }[] }>(page, orders);
  const [order] = itens;
  const answer = await page.request.put(`/callcenter/link-pagamento/pedido/${order?.id}`, {
    data: { versao: order?.versao },
    headers: { App: 'balcao' },
  });
  return ((await answer.json()) as { data: { url: string; valor: string } }).data;
}

/** The rows are there, and so is the head, which is fetched after everything else. */
async function drawn(page: Page) {
  await page.locator('main :is([data-rows], tbody tr td, figure, svg)').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[data-paper-head]').waitFor({ state: 'attached' });
  await page.waitForFunction(() => !document.querySelector('main :is(.MuiSkeleton-root, [aria-busy=true])'));
}
