import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch, openScreen, openSignedIn, SELLER, SUPERVISOR, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read, send } from '../support/tickets/tickets.ts';

const LOOK = { width: 1280, scheme: 'light' } as const;

describe('price negotiations', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('are decided by the supervisor and read by the seller', async () => {
    await visit(browser, LOOK, (patricia) =>
      visit(browser, { ...LOOK, scheme: 'dark' }, async (silvia) => {
        await Promise.all([openSignedIn(patricia, SELLER), openSignedIn(silvia, SUPERVISOR)]);
        const quote = await openQuote(patricia);
        const [cheaper, refused] = quote.products;
        await silvia.goto('/negociacoes');
        await silvia.getByRole('tab', { name: 'Pendentes', selected: true }).waitFor();
        await silvia.getByRole('table', { name: 'Preços negociados' }).getByRole('row').nth(1).waitFor();
        await askFor(patricia, cheaper, 'Concorrente oferece por menos.');
        await comesLive(silvia, cheaper);
        await askFor(patricia, refused, 'Compra o dobro do normal.');
        await notOnTheirOwn(patricia, quote);

        const weighed = await openPrices(silvia, quote, cheaper);
        const wanted = card(weighed, cheaper);
        for (const text of ['Preço de tabela', 'Preço solicitado', /^lucro /, 'Últimas compras do cliente'])
          await wanted.getByText(text).first().waitFor();
        await wanted.getByText('Concorrente oferece por menos.').waitFor();
        await expectAccessibleAndFitting(silvia, 'prices to weigh');
        await authorise(silvia, wanted);
        await deny(silvia, card(weighed, refused));
        await expectAccessibleAndFitting(silvia, 'decided prices');

        const read = await openPrices(patricia, quote, cheaper, 'Todos');
        await card(read, cheaper).getByText('Preço autorizado').waitFor();
        await card(read, refused).getByText('A margem já está no limite.').waitFor();
        await expectAccessibleAndFitting(patricia, 'decisions to read');
        for (const product of quote.products) await aware(card(read, product));

        await openScreen(patricia, `/orcamentos/${quote.id}`);
        const price = (product: Product) => line(patricia, product).getByRole('textbox', { name: 'Preço' });
        await price(cheaper).waitFor();
        assert.equal(await price(cheaper).inputValue(), brazilian(requestedPrice(cheaper)));
        assert.equal(await price(refused).inputValue(), brazilian(Number(refused.list)));
        await expectAccessibleAndFitting(patricia, 'quote with the authorised price');
      }),
    );
  });
});

interface Product {
  name: string;
  list: string;
}

interface Quote {
  id: number;
  products: readonly [Product, Product];
}

/** A discount of five percent. */
const requestedPrice = ({ list }: Product) => Math.round(Number(list) * 95) / 100;

const brazilian = (value: number) =>
  value.toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A quote of two products, added with the editor's search. */
async function openQuote(page: Page): Promise<Quote> {
  const { itens } = await read<{ itens: { id: number }[] }>(page, '/callcenter/clientes?take=1');
  const id = Number((await send(page, '/callcenter/orcamentos', { idCli: itens[0]?.id })).id);
  const offered = await read<{ itens: { idExibicao: string; descricao: string }[] }>(
    page,
    `/callcenter/orcamentos/${id}/produtos?take=2`,
  );
  await page.goto(`/orcamentos/${id}`);
  const search = page.getByRole('combobox', { name: 'Incluir produto' });
  for (const { idExibicao, descricao } of offered.itens) {
    await search.fill(idExibicao);
    await search.press('Enter');
    await line(page, { name: descricao }).waitFor();
  }
  const cart = await read<{ data: { itens: { precoTabela: string; produto: { descricao: string } }[] } }>(
    page,
    `/callcenter/orcamentos/${id}/carrinho`,
  );
  const [first, second] = cart.data.itens.map(({ precoTabela, produto }) => ({
    name: produto.descricao,
    list: precoTabela,
  }));
  assert.ok(first && second);
  await expectAccessibleAndFitting(page, 'quote of two products');
  return { id, products: [first, second] };
}

const line = (page: Page, { name }: Pick<Product, 'name'>) =>
  page.getByRole('list', { name: 'Itens do orçamento' }).getByRole('listitem').filter({ hasText: name });

async function askFor(page: Page, product: Product, why: string) {
  await line(page, product)
    .getByRole('button', { name: /^Ações de/ })
    .click();
  await page.getByRole('menuitem', { name: 'Negociar preço' }).click();
  const dialog = page.getByRole('dialog', { name: 'Solicitar preço' });
  await dialog.getByRole('textbox', { name: 'Preço desejado' }).fill(brazilian(requestedPrice(product)));
  await dialog.getByRole('textbox', { name: 'Observação' }).fill(why);
  await expectAccessibleAndFitting(page, 'price to ask for');
  await dialog.getByRole('button', { name: 'Solicitar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await line(page, product).getByText('Preço pendente').waitFor();
}

/** Without a reload: the list announces that there is more, and shows it on request. */
async function comesLive(page: Page, { name }: Product) {
  await page.getByRole('status').getByText('1 preço novo').waitFor();
  await expectAccessibleAndFitting(page, 'news of the negotiations');
  await page.getByRole('status').getByRole('button', { name: 'Atualizar' }).click();
  await page.getByRole('row').getByText(name).first().waitFor();
  await page.getByText('1 preço novo').waitFor({ state: 'detached' });
}

/** Neither the screen nor the server allows a seller to decide. */
async function notOnTheirOwn(page: Page, quote: Quote) {
  const dialog = await openPrices(page, quote, quote.products[0]);
  await dialog.getByRole('button', { name: 'Cancelar solicitação' }).first().waitFor();
  assert.equal(await dialog.getByRole('button', { name: /^(Autorizar|Negar)/ }).count(), 0);
  await expectAccessibleAndFitting(page, 'own requests');
  const { itens } = await read<{ itens: { id: number; idPedido: number }[] }>(
    page,
    `/callcenter/precos-negociados?termo=${quote.id}`,
  );
  const own = itens.filter(({ idPedido }) => idPedido === quote.id);
  assert.equal(own.length, 2);
  const answer = await page.request.put('/callcenter/precos-negociados', {
    data: { itens: own.map(({ id }) => ({ id })) },
    headers: { App: 'balcao' },
  });
  assert.equal(answer.status(), 403);
}

/** Finds the prices of a quote in the list, by default on the tab of pending ones. */
async function openPrices(page: Page, quote: Quote, product: Product, tab = 'Pendentes'): Promise<Locator> {
  await openScreen(page, '/negociacoes');
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('searchbox', { name: 'Buscar preços negociados' }).fill(`${quote.id}`);
  await page.keyboard.press('Enter');
  // The number's own column may be hidden on a narrow screen.
  await page.getByText(`${quote.products.length} preços`, { exact: true }).waitFor();
  await expectAccessibleAndFitting(page, `${tab} of the negotiations`);
  await page.getByRole('row').getByText(product.name).click();
  const dialog = page.getByRole('dialog', { name: `Preços negociados do orçamento ${quote.id}` });
  await dialog.getByRole('heading', { name: product.name }).waitFor();
  return dialog;
}

const card = (dialog: Locator, { name }: Product) => dialog.getByRole('region', { name });

async function authorise(page: Page, price: Locator) {
  await price.getByRole('button', { name: 'Autorizar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Autorizar o preço?' });
  await dialog.getByRole('textbox', { name: 'Preço autorizado' }).waitFor();
  await expectAccessibleAndFitting(page, 'price to authorise');
  await dialog.getByRole('button', { name: 'Autorizar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await price.getByText('Preço autorizado').waitFor();
}

/** A denial requires a reason. */
async function deny(page: Page, price: Locator) {
  await price.getByRole('button', { name: 'Negar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Negar o preço?' });
  await dialog.getByRole('button', { name: 'Negar' }).click();
  await dialog.getByText('Informe por que o preço foi negado.').waitFor();
  await expectAccessibleAndFitting(page, 'price to deny');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('A margem já está no limite.');
  await dialog.getByRole('button', { name: 'Negar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await price.getByText('A margem já está no limite.').waitFor();
}

async function aware(price: Locator) {
  await price.getByRole('button', { name: 'Estou ciente' }).click();
  await price.getByRole('button', { name: 'Estou ciente' }).waitFor({ state: 'detached' });
}
