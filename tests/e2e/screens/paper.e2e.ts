import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { ADMIN, LOOKS, launch, openScreen, openSignedIn, visit } from '../support/browser.ts';
import { read } from '../support/tickets/tickets.ts';

/** Parts for the screen only: the shell, controls and inputs. */
const SCREEN_ONLY = [
  'header',
  'nav',
  '[role=tablist]',
  '.MuiTabScrollButton-root',
  '[role=search]',
  '#conteudo .MuiButton-root',
  'section[aria-label="Escrever mensagem"]',
  'input[placeholder="Código, descrição ou código de barras"]',
];
/** What a customer who is given the paper must not read. */
const INTERNAL = ['Situação da venda', 'Lucro de', 'Crédito liberado'];
/** Smaller gaps are normal line spacing, in pixels. */
const BAND = 28;

describe('printed record', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const look of LOOKS)
    it(`shows every part, no controls, nothing cut off and no pale text, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, ADMIN);
        for (const [path, list, parts] of [
          ['tickets', '/sac/tickets?status[]=EM_ATENDIMENTO&take=1', ['Situação e etapa', 'Mensagens']],
          ['orcamentos', '/callcenter/orcamentos?st[]=ATIVO&take=1', ['Total']],
          ['pedidos', '/callcenter/pedidos?take=1', ['Total']],
        ] as const) {
          const { itens } = await read<{ itens: { id: number }[] }>(page, list);
          const address = `/${path}/${itens[0]?.id}`;
          await page.emulateMedia({ media: 'screen' });
          await openScreen(page, address);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          const words = await shownWords(page);
          await page.emulateMedia({ media: 'print' });
          for (const hidden of SCREEN_ONLY)
            assert.equal(await visibleCount(page, hidden), 0, `${hidden} of ${address} on paper`);
          const printed = await shownWords(page);
          for (const part of parts)
            assert.ok(!words.includes(part) || printed.includes(part), `'${part}' of ${address} on paper`);
          for (const part of INTERNAL) assert.ok(!printed.includes(part), `'${part}' of ${address} on paper`);
          if (path === 'tickets')
            for (const part of ['Aberto por', 'Origem'])
              assert.ok(printed.includes(part), `'${part}' of ${address} on paper`);
          assert.deepEqual(await cutOff(page), [], `cut off on the paper of ${address}`);
          assert.deepEqual(await pale(page), [], `not in ink on the paper of ${address}`);
        }
      });
    });
});

describe('composer and footer', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const look of LOOKS)
    it(`have no empty band at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, ADMIN);
        const ticket = await firstId(page, '/sac/tickets?status[]=EM_ATENDIMENTO&take=1');
        await page.goto(`/tickets/${ticket}`);
        const composer = page.getByRole('region', { name: 'Escrever mensagem' });
        // The editor loads later and leaves its place empty until then.
        await composer.getByRole('textbox').waitFor();
        await page.waitForLoadState('networkidle');
        await expectNoBand(composer, 'composer');
        const quote = await firstId(page, '/callcenter/orcamentos?st[]=ATIVO&take=1');
        await openScreen(page, `/orcamentos/${quote}`);
        const save = page.getByRole('button', { name: 'Salvar como pedido' });
        await save.waitFor();
        await page.waitForLoadState('networkidle');
        await expectNoBand(page.locator('.MuiPaper-root').filter({ has: save }).last(), 'foot of the quote');
        await page.getByRole('button', { name: 'NOVO TICKET' }).first().click();
        const again = page.getByRole('button', { name: 'Começar de novo' });
        const card = page
          .getByRole('dialog')
          .getByRole('button', { name: /Solicitação/ })
          .first();
        await again.or(card).first().waitFor();
        if (await again.isVisible()) await again.click();
        await card.click();
        const foot = page.getByRole('dialog').locator('footer');
        await foot.waitFor();
        await expectNoBand(foot, 'foot of the wizard');
      });
    });
});

const firstId = async (page: Page, list: string) =>
  (await read<{ itens: { id: number }[] }>(page, list)).itens[0]?.id;

const shownWords = (page: Page) => page.locator('#conteudo').innerText();

const visibleCount = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.filter((element) => element.getClientRects().length > 0).length);

/** Texts of the record that are cut off by a box of fixed size. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#conteudo, #conteudo *')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element);
        if (!/div|section|ul|ol|table|main/i.test(element.tagName) || overflowY === 'visible') return false;
        return element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 4;
      })
      .filter((element) => !element.querySelector('input, textarea') && element.innerText.trim() !== '')
      .map(({ tagName, className, innerText }) => `${tagName}.${className}: ${innerText.slice(0, 60)}`),
  );

/** Text in any colour other than black. */
const pale = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#conteudo *')]
      .filter(
        (element) =>
          element.getClientRects().length > 0 &&
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()) &&
          getComputedStyle(element).color !== 'rgb(0, 0, 0)',
      )
      .map(({ textContent }) => textContent?.slice(0, 60)),
  );

/** Asserts that there is no empty band of a line's height between the top and bottom edges. */
async function expectNoBand(box: Locator, what: string) {
  const widest = await box.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const spans = [...element.querySelectorAll('*')]
      .filter(
        (each) =>
          /^(INPUT|TEXTAREA|BUTTON|SVG|IMG)$/i.test(each.tagName) ||
          each.getAttribute('role') === 'textbox' ||
          [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      )
      .map((each) => each.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .sort((one, other) => one.top - other.top);
    let [reached, gap] = [top, 0];
    for (const span of spans) {
      gap = Math.max(gap, span.top - reached);
      reached = Math.max(reached, span.bottom);
    }
    return Math.max(gap, bottom - reached);
  });
  assert.ok(widest <= BAND, `${what} holds an empty band of ${Math.round(widest)} px`);
}
