import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { asPerson } from '../support/asPerson.ts';
import { ADMIN, LOOKS, launch, openScreen, openSignedIn, SELLER, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read, send } from '../support/tickets/tickets.ts';

interface Cart {
  versao: number;
  vlSubTot: string;
  vlImpostos: string;
  vlTot: string;
}

const PRODUCT = { unidade: 'UN', preco: '100', impostos: { ipi: '0' } };

describe('a quote whose facts move while it is open', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS.filter(({ width, scheme }) => width < 600 === (scheme === 'dark')))
    it(`says what moved, keeps or takes it, and adds up: ${look.width} ${look.scheme}`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, SELLER);
        const { id: customer, filial } = await buyer(page);
        const codigo = `MOVE-${look.width}-${look.scheme}`;
        const product = await asPerson(browser, ADMIN, async (admin) => {
          const made = await send(admin, '/config/cadastros/produtos', {
            dados: { codigo, descricao: `Produto ${codigo}`, ...PRODUCT },
          });
          const branch = await recordOf(admin, 'filiais', filial);
          await send(admin, '/config/cadastros/estoque', {
            dados: { produto: codigo, filial: branch.cnpj, quantidade: '50' },
          });
          return Number(made.id);
        });

        const opened = await send(page, '/callcenter/orcamentos', { idCli: customer });
        const id = Number(opened.id);
        await change(page, `/callcenter/orcamentos/${id}/autosave`, {
          versao: 1,
          itens: [{ idProd: product, qtde: '10' }],
        });
        await openScreen(page, `/orcamentos/${id}`);
        await page.getByRole('heading', { level: 1, name: `Orçamento #${id}` }).waitFor();

        await asPerson(browser, ADMIN, async (admin) => {
          await changeRecord(admin, 'produtos', product, { preco: '130', impostos: { ipi: '10' } });
          const { itens } = await read<{ itens: { id: number }[] }>(
            admin,
            `/config/cadastros/estoque?q=${codigo}`,
          );
          await changeRecord(admin, 'estoque', itens[0]?.id ?? 0, { quantidade: '4' });
        });
        await page.reload();
        const box = page.getByRole('region', { name: 'O que mudou desde a proposta' });
        await box.getByText(/^A tabela passou de R\$\s100,00 para R\$\s130,00 em /).waitFor();
        await box.getByText('IPI passou de 0,00% para 10,00% e soma ao total.').waitFor();
        await box.getByText(/10 unidades no orçamento, 4 unidades em estoque\./).waitFor();
        await box.getByText(/Vale o preço proposto\./).waitFor();
        await expectAccessibleAndFitting(page, 'a quote whose facts moved');
        // What was offered, with the taxes of today.
        await adds(page, id, ['1000', '100']);
        await seeTotal(page, '1.100,00');

        await box.getByRole('button', { name: /^Usar o de hoje/ }).click();
        await seeTotal(page, '1.430,00');
        await adds(page, id, ['1300', '130']);
        // The box speaks of the stock only, which nobody can decide.
        await box.getByText(/em estoque\./).waitFor();
        assert.equal(await box.getByRole('button').count(), 0);
      });
    });
});

/** A customer who may buy, and the branch that serves them. */
async function buyer(page: Page): Promise<{ id: number; filial: number }> {
  const { itens } = await read<{ itens: { id: number; bloqueado?: boolean }[] }>(
    page,
    '/callcenter/clientes?take=20',
  );
  const found = itens.find(({ bloqueado }) => !bloqueado);
  if (!found) throw new Error('the seller serves nobody');
  const probe = await send(page, '/callcenter/orcamentos', { idCli: found.id });
  const { data } = await read<{ data: { filial: { id: number } } }>(
    page,
    `/callcenter/orcamentos/${probe.id}/carrinho`,
  );
  return { id: found.id, filial: data.filial.id };
}

async function change(page: Page, path: string, data: object) {
  const answer = await page.request.put(path, { data, headers: { App: 'balcao' } });
  if (!answer.ok()) throw new Error(`PUT ${path}: ${answer.status()} ${await answer.text()}`);
}

async function recordOf(page: Page, type: string, id: number) {
  const { data } = await read<{ data: { versao: number; cnpj?: string } }>(
    page,
    `/config/cadastros/${type}/${id}`,
  );
  return data;
}

async function changeRecord(page: Page, type: string, id: number, dados: object) {
  const { versao } = await recordOf(page, type, id);
  await change(page, `/config/cadastros/${type}/${id}`, { versao, dados });
}

/** The quote's own figures: its total is its lines and the taxes on top. */
async function adds(page: Page, id: number, [lines, taxes]: [string, string]) {
  const { data } = await read<{ data: Cart }>(page, `/callcenter/orcamentos/${id}/carrinho`);
  assert.deepEqual(
    [Number(data.vlSubTot), Number(data.vlImpostos), Number(data.vlTot)],
    [Number(lines), Number(taxes), Number(lines) + Number(taxes)],
  );
}

/** The strip of totals folds on a phone, where its sum stays in the foot. */
const seeTotal = (page: Page, amount: string) =>
  page
    .getByText(new RegExp(`R\\$\\s${amount.replaceAll('.', '\\.')}`))
    .filter({ visible: true })
    .first()
    .waitFor();
