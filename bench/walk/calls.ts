import type { Page } from 'playwright-core';
import { openSignedIn, SELLER, visit } from '#tests/e2e/support/browser.ts';
import { COUNT_PRESSES, pressesOf } from '#tests/e2e/support/presses.ts';
import { type Measure, printHead, printRow } from './measure.ts';

/** What a seller does during a call. */
interface Journey {
  name: string;
  /** The most that it may take. */
  most: { clicks: number; keys: number };
  /** What the demonstration must have; it is not counted. */
  prepare: (page: Page) => Promise<(page: Page) => Promise<void>>;
}

const LOOK = { width: 1280, scheme: 'light' } as const;

/** Counts the presses of a seller's usual acts, from the screen on which the call finds them. */
export const calls: Measure = async (browser, only) => {
  printHead(['percurso', 'cliques', 'teclas', 'no máximo', 'segundos']);
  let held = true;
  for (const { name, most, prepare } of JOURNEYS) {
    if (!only.test(name)) continue;
    await visit(browser, LOOK, async (page) => {
      await openSignedIn(page, SELLER);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const run = await prepare(page);
      await page.evaluate(COUNT_PRESSES);
      const begun = Date.now();
      try {
        await run(page);
      } catch (error) {
        held = false;
        console.error(`${name}: ${String(error).split('\n')[0]}`);
      }
      const made = await pressesOf(page);
      if (made.clicks > most.clicks || made.keys > most.keys) held = false;
      const seconds = Math.round((Date.now() - begun) / 1000);
      printRow([name, made.clicks, made.keys, `${most.clicks} e ${most.keys}`, seconds]);
    });
  }
  return held;
};

const read = async <T>(page: Page, path: string): Promise<T> => {
  const answer = await page.request.get(path, { headers: { App: 'balcao' } });
  return (await answer.json()) as T;
};

const JOURNEYS: readonly Journey[] = [
  {
    name: 'último pedido repetido, da busca',
    most: { clicks: 0, keys: 8 },
    async prepare(page) {
      const { itens } = await read<{ itens: { cliente: { id: number } }[] }>(
        page,
        '/callcenter/pedidos?take=1',
      );
      await page.goto('/home');
      await page.getByRole('main').waitFor();
      return async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: /^Buscar/ }).waitFor();
        await page.keyboard.type(`${itens[0]?.cliente.id}`);
        await page.getByText('Repetir último pedido').first().waitFor();
        await page.keyboard.press('Shift+Enter');
        await page.waitForURL(/\/orcamentos\/\d+$/);
        await page.getByText(/^Repetido do pedido/).waitFor();
      };
    },
  },
  {
    name: 'lista de 40 linhas colada de uma conversa',
    // Two for each line that is asked, one to paste, one to add.
    most: { clicks: 0, keys: 30 },
    async prepare(page) {
      const customers = await read<{ itens: { id: number }[] }>(page, '/callcenter/clientes?take=1');
      const opened = await page.request.post('/callcenter/orcamentos', {
        data: { idCli: customers.itens[0]?.id },
        headers: { App: 'balcao' },
      });
      const { data } = (await opened.json()) as { data: { id: number } };
      const products = await read<{ itens: { idExibicao: string; descricao: string }[] }>(
        page,
        `/callcenter/orcamentos/${data.id}/produtos?take=40&comEstoque=true`,
      );
      const list = Array.from({ length: 40 }, (_, at) => {
        const { idExibicao, descricao } = products.itens[at % products.itens.length] ?? {
          idExibicao: '1',
          descricao: '1',
        };
        return at % 4 === 3 ? `${at} ${descricao.split(' ').slice(0, 2).join(' ')}` : `${idExibicao} - 12`;
      });
      await page.goto(`/orcamentos/${data.id}`);
      await page.getByLabel('Incluir produto').waitFor();
      await page.evaluate((text) => navigator.clipboard.writeText(text), list.join('\n'));
      return async () => {
        await page.getByLabel('Incluir produto').focus();
        await page.keyboard.press('Control+v');
        const dialog = page.getByRole('dialog', { name: 'Colar lista de produtos' });
        await dialog.getByText(/produtos? incluídos?/).waitFor();
        const asked = await dialog.locator('[data-asked]').count();
        for (let at = 0; at < asked; at += 1) {
          await page.keyboard.press('1');
          await page.keyboard.press('Enter');
        }
        if (asked > 0) await page.keyboard.press('Enter');
        await dialog.getByRole('button', { name: /^Fechar/ }).waitFor();
      };
    },
  },
  {
    name: 'três ligações do dia, com desfecho e próxima',
    // One key for who did not answer; the first two reasons are chosen and confirmed.
    most: { clicks: 0, keys: 5 },
    async prepare(page) {
      await page.goto('/agendas/ligacoes');
      await page.getByRole('list', { name: 'Ligações por valor' }).waitFor();
      return async () => {
        for (const keys of [['n'], ['1', 'Enter'], ['2', 'Enter']]) {
          const before = page.url();
          await page.getByRole('button', { name: /^Não atendeu/ }).waitFor();
          for (const key of keys) await page.keyboard.press(key);
          await page.waitForURL((address) => address.href !== before);
        }
      };
    },
  },
  quoteToOrder('orçamento de dez linhas com frete até o pedido', true),
  // As it was before a new quote began with the terms of the last order.
  quoteToOrder('o mesmo sem as condições do último pedido', false),
];

/** Ten codes, freight and the order; without terms that are proposed, payment, plan and type of freight are chosen. */
function quoteToOrder(name: string, proporCondicoes: boolean): Journey {
  return {
    name,
    most: proporCondicoes ? { clicks: 3, keys: 62 } : { clicks: 9, keys: 62 },
    async prepare(page) {
      const idCli = await sold(page);
      const opened = await page.request.post('/callcenter/orcamentos', {
        data: { idCli, proporCondicoes },
        headers: { App: 'balcao' },
      });
      const { data } = (await opened.json()) as { data: { id: number } };
      const products = await read<{ itens: { idExibicao: string }[] }>(
        page,
        `/callcenter/orcamentos/${data.id}/produtos?take=10&comEstoque=true`,
      );
      await page.goto(`/orcamentos/${data.id}`);
      const search = page.getByRole('combobox', { name: 'Incluir produto' });
      await search.waitFor();
      await search.focus();
      return async () => {
        for (const { idExibicao } of products.itens) {
          await page.keyboard.type(idExibicao);
          await page.keyboard.press('Enter');
        }
        await page.getByTestId('cart-line').nth(9).waitFor();
        await page.getByText(/^Rascunho salvo às/).waitFor();
        if (!proporCondicoes)
          for (const term of ['Cobrança', 'Plano de pagamento', 'Tipo de frete']) await choose(page, term);
        await page.keyboard.press('F6');
        await page.keyboard.press('F6');
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: /^Calcular Frete/ });
        const offer = dialog.getByRole('button', { name: /^Selecionar/, disabled: false }).first();
        const calculate = dialog.getByRole('button', { name: /^Calcular/ });
        await calculate.waitFor();
        await page.waitForLoadState('networkidle');
        if (!(await offer.isVisible())) await calculate.click();
        await offer.click();
        await dialog.waitFor({ state: 'detached' });
        await page.waitForLoadState('networkidle');
        await page.getByRole('button', { name: 'Salvar como pedido' }).click();
        await page
          .getByRole('dialog', { name: 'Salvar como pedido?' })
          .getByRole('button', { name: 'Salvar como pedido' })
          .click();
        await page.waitForURL(/\/pedidos\/\d+$/);
      };
    },
  };
}

async function choose(page: Page, name: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('option').filter({ hasNotText: 'A definir' }).first().click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** A customer with an order whose terms a new quote may begin with, and who is not prevented from buying. */
async function sold(page: Page): Promise<number> {
  const { itens } = await read<{ itens: { cliente: { id: number } }[] }>(page, '/callcenter/pedidos?take=25');
  for (const { cliente } of itens) {
    const { data } = await read<{ data?: { motivoBloqueio: string | null } }>(
      page,
      `/callcenter/clientes/${cliente.id}`,
    );
    if (data?.motivoBloqueio === null) return cliente.id;
  }
  throw new Error('the seller has sold to nobody');
}
