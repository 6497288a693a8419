import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openScreen, openSignedIn, SELLER, visit } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read } from '../support/tickets/tickets.ts';

interface Cart {
  versao: number;
  vlTot: string;
  vlFrete: string;
  transportadora: { id: number; nome: string } | null;
  itens: { qtde: string; preco: string; vlTot: string; produto: { descricao: string } }[];
}

describe('from a quote to an order', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('works for a seller by keyboard, with freight and a delivery address', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, SELLER);
      const customer = await buyer(page);
      const id = await openQuote(page, customer);
      await addProducts(page);
      await choosePayment(page);
      await createAddress(page);
      const carrier = await chooseFreight(page);
      const held = await eventually(
        () => cartOf(page, id),
        ({ transportadora }) => transportadora?.nome === carrier,
        `the quote is carried by ${carrier}`,
      );
      await page.getByText(/^Rascunho salvo às \d\d:\d\d/).waitFor();
      await seeTotals(page, held);
      // Wherever else the page is scrolled to, the search that stays in sight may cover half a line.
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      await expectAccessibleAndFitting(page, 'quote at work');

      await page.reload();
      await page.getByRole('heading', { level: 1, name: `Orçamento #${id}` }).waitFor();
      await lines(page).nth(1).waitFor();
      await page.getByText('Rua das Acácias', { exact: false }).first().waitFor();
      assert.deepEqual((await cartOf(page, id)).itens, held.itens);
      await seeTotals(page, held);

      await saveAsOrder(page, id);
      await seeOrder(page, id);
      await seeInPanel(page, id, customer);
    });
  });

  it('works on a phone', async () => {
    await visit(browser, { width: 360, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, SELLER);
      await openQuote(page, await buyer(page));
      await addProducts(page);
      await expectAccessibleAndFitting(page, 'quote on a phone');
    });
  });
});

/** A customer who is not prevented from buying. */
async function buyer(page: Page): Promise<number> {
  const { itens } = await read<{ itens: { id: number; bloqueado?: boolean }[] }>(
    page,
    '/callcenter/clientes?take=20',
  );
  const found = itens.find(({ bloqueado }) => !bloqueado);
  if (!found) throw new Error('the seller serves nobody');
  return found.id;
}

async function openQuote(page: Page, customer: number): Promise<number> {
  await openScreen(page, `/orcamentos/create?cliente=${customer}`);
  await page.getByRole('heading', { level: 1, name: 'Novo orçamento' }).waitFor();
  await expectAccessibleAndFitting(page, 'opening a quote');
  await page.getByRole('button', { name: 'Abrir orçamento' }).click();
  await page.waitForURL(/\/orcamentos\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await page.getByRole('heading', { level: 1, name: `Orçamento #${id}` }).waitFor();
  return id;
}

const lines = (page: Page) => page.getByRole('list', { name: 'Itens do orçamento' }).getByTestId('cart-line');

/** Adds two products using only the keyboard, then increases the first by one step of its multiple. */
async function addProducts(page: Page) {
  const search = page.getByRole('combobox', { name: 'Incluir produto' });
  for (const place of [0, 1]) {
    await search.fill('copo');
    await page.getByRole('grid', { name: 'Produtos encontrados' }).getByRole('row').nth(place).waitFor();
    if (place === 0) await expectAccessibleAndFitting(page, 'products that were found');
    for (let step = 0; step < place; step++) await search.press('ArrowDown');
    await search.press('Enter');
    await lines(page).nth(place).waitFor();
  }
  // On a phone, a line is a row that expands.
  const closed = lines(page).first().getByRole('button', { expanded: false }).first();
  if ((page.viewportSize()?.width ?? 0) < 600) await closed.click();
  const quantity = lines(page)
    .first()
    .getByRole('textbox', { name: /^Quantidade de/ });
  const before = await quantity.inputValue();
  await Promise.all([
    page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' || answer.request().method() === 'PATCH',
    ),
    quantity.press('+'),
  ]);
  await page.getByText(/^Rascunho salvo às/).waitFor();
  await eventually(
    () => quantity.inputValue(),
    (now) => now !== before,
    'the quantity goes up',
  );
  if ((page.viewportSize()?.width ?? 0) >= 600) await expectNameInSight(page);
}

/** Nothing covers the first row of the product's name while its line is edited. */
async function expectNameInSight(page: Page) {
  const seen = await lines(page)
    .first()
    .evaluate((line) => {
      const name = line.querySelector('[title]');
      if (!line.contains(document.activeElement)) return [];
      const { left, top, width } = name?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0 };
      return [0.1, 0.5, 0.9].map((part) =>
        name?.contains(document.elementFromPoint(left + width * part, top + 9)),
      );
    });
  assert.deepEqual(seen, [true, true, true], 'the name of the product that is being edited is covered');
}

async function choose(page: Page, name: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${name}`) }).click();
  const option = page.getByRole('option').filter({ hasNotText: 'A definir' }).first();
  await option.click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

async function choosePayment(page: Page) {
  await choose(page, 'Cobrança');
  await choose(page, 'Plano de pagamento');
  await choose(page, 'Tipo de frete');
  await page.waitForLoadState('networkidle');
}

async function createAddress(page: Page) {
  await page.getByRole('button', { name: 'Endereço de entrega' }).click();
  const dialog = page.getByRole('dialog', { name: /^Selecionar endereço de entrega/ });
  await dialog.getByRole('button', { name: 'Criar novo' }).click();
  await dialog.getByRole('textbox', { name: /^CEP/ }).fill('01310100');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Avenida Paulista'),
  );
  await dialog.getByRole('textbox', { name: /^Rua/ }).fill('Rua das Acácias');
  await dialog.getByRole('textbox', { name: /^Número/ }).fill('120');
  await expectAccessibleAndFitting(page, 'new address of delivery');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/Rua das Acácias, 120/).waitFor();
}

/** Looks at the details of the cheapest carrier and chooses it; returns its name. */
async function chooseFreight(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Calcular frete' }).click();
  const dialog = page.getByRole('dialog', { name: /^Calcular Frete - / });
  const offers = dialog.getByRole('region', { name: 'Cotações de frete' });
  const button = dialog.getByRole('button', { name: /^Calcular/ });
  await button.waitFor();
  await expectAccessibleAndFitting(page, 'freight to be calculated');
  if (!(await offers.isVisible())) await button.click();
  await offers.getByText('Menor preço').first().waitFor();
  await offers.getByText('Mais rápida').first().waitFor();
  await expectAccessibleAndFitting(page, 'quotes of freight');
  const card = offers
    .getByRole('listitem')
    .filter({ hasText: 'Menor preço' })
    .filter({ has: page.getByRole('button', { name: /^Selecionar/, disabled: false }) })
    .first();
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('button', { name: /^Detalhes/ }).click();
  const details = page.getByRole('dialog', { name: `Detalhes ${name}` });
  await details.waitFor();
  await expectAccessibleAndFitting(page, 'details of a carrier');
  await Promise.all([
    page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/autosave'),
    ),
    details.getByRole('button', { name: 'Selecionar' }).click(),
  ]);
  await dialog.waitFor({ state: 'detached' });
  return name;
}

async function cartOf(page: Page, id: number): Promise<Cart> {
  return (await read<{ data: Cart }>(page, `/callcenter/orcamentos/${id}/carrinho`)).data;
}

/** The strip shows the server's total, which is the sum of its parts. */
async function seeTotals(page: Page, { vlTot, vlFrete, itens }: Cart) {
  const strip = page.getByRole('region', { name: 'Totais' });
  const money = (text: string) =>
    Number(text).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }).replace(/\s/g, ' ');
  await strip.getByText(money(vlTot), { exact: true }).first().waitFor();
  await strip.getByText(money(vlFrete), { exact: true }).first().waitFor();
  const sum = itens.reduce((total, item) => total + Number(item.vlTot), Number(vlFrete));
  assert.ok(Number(vlTot) - sum > -0.005, `${vlTot} is less than ${sum}`);
}

async function saveAsOrder(page: Page, id: number) {
  await page.getByRole('button', { name: 'Salvar como pedido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar como pedido?' });
  await expectAccessibleAndFitting(page, 'question before the order');
  await dialog.getByRole('button', { name: 'Salvar como pedido' }).click();
  await page.waitForURL(`**/pedidos/${id}`);
  await page.getByRole('heading', { level: 1, name: `Pedido #${id}` }).waitFor();
}

/** Nothing in it can be changed; its PDF can be downloaded. */
async function seeOrder(page: Page, id: number) {
  await page.getByText('Rua das Acácias', { exact: false }).first().waitFor();
  assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0);
  await expectAccessibleAndFitting(page, 'order');
  await page.getByRole('button', { name: /^(Mais ações|Ações)/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /PDF/ }).click(),
  ]);
  assert.match(download.suggestedFilename(), new RegExp(`${id}.*\\.pdf$`));
}

async function seeInPanel(page: Page, id: number, customer: number) {
  await openScreen(page, `/clientes/${customer}/pedidos`);
  await page.getByText(String(id), { exact: true }).first().waitFor();
  await expectAccessibleAndFitting(page, 'orders of the customer');
  await openScreen(page, '/pedidos');
  await page.getByRole('heading', { level: 1, name: /Pedidos/ }).waitFor();
  const search = page.getByPlaceholder('Número, cliente ou ordem de compra');
  await search.fill(String(id));
  await search.press('Enter');
  await page.getByRole('row').nth(1).getByText(String(id), { exact: true }).waitFor();
  await expectAccessibleAndFitting(page, 'list of orders');
}
