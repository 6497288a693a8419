import type { Page } from 'playwright-core';
import type { Invoice, InvoiceProduct, ReadReturn } from '#contract/sac/invoices.ts';
import type { TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import { NEW_TICKET } from './newTicket.ts';
import { read, send } from './tickets.ts';

/** A customer who returned something before, and three products of two of their invoices. */
export interface ReturnOfThree {
  customer: number;
  /** As a sheet or an e-mail holds it. */
  list: string;
}

interface Customer {
  id: number;
  motivoBloqueio: string | null;
  filiaisSac: { idFil: number }[];
}

/** Finds such a customer in the demonstration and opens the ticket that is their last one. */
export async function prepareReturn(page: Page): Promise<ReturnOfThree> {
  await page.request.delete('/config/rascunhos/ticket-novo', { headers: { App: 'balcao' } });
  const { itens: customers } = await read<{ itens: Customer[] }>(page, '/sac/clientes?take=60');
  for (const { id, motivoBloqueio, filiaisSac } of customers) {
    const [served, ...others] = filiaisSac;
    if (!served || others.length > 0 || motivoBloqueio) continue;
    const goods = await plainGoods(page, id, served.idFil);
    const [first, second] = [...new Set(goods.map(({ nota }) => nota))];
    const ofFirst = goods.filter(({ nota }) => nota === first);
    const ofSecond = goods.find(({ nota }) => nota === second);
    if (ofFirst.length < 3 || !ofSecond) continue;
    await openBefore(page, { customer: id, branch: served.idFil, good: ofFirst[2] as Good });
    const rows = [...ofFirst.slice(0, 2), ofSecond].map(({ code }) => `${code}*1`);
    return { customer: id, list: rows.join('\n') };
  }
  throw new Error('no customer of the demonstration can return three products of two invoices');
}

interface Good {
  nota: string;
  code: string;
  productId: number;
}

/** Products that stand in a single invoice and need no photo. */
async function plainGoods(page: Page, customer: number, branch: number): Promise<Good[]> {
  const path = `${customer}/${branch}`;
  const { itens } = await read<{ itens: Invoice[] }>(page, `/sac/tickets/notasfiscais/${path}?take=8`);
  const codes: string[] = [];
  for (const { chave } of itens) {
    const products = await read<InvoiceProduct[]>(page, `/sac/tickets/notasfiscais/${chave}`);
    codes.push(...products.map(({ idExibicao }) => idExibicao));
  }
  if (codes.length === 0) return [];
  const answer = await page.request.post(`/sac/consultas/notasfiscais/${path}`, {
    data: { texto: [...new Set(codes)].map((code) => `${code}*1`).join('\n') },
    headers: { App: 'balcao' },
  });
  const lines = (await answer.json()) as ReadReturn[];
  return lines.flatMap(({ candidatos: [only, second] }) => {
    if (!only || second || only.produto.anexo_obrigatorio) return [];
    const { nota, produto } = only;
    return [{ nota: nota.chave, code: produto.idExibicao, productId: produto.produto_id }];
  });
}

interface Before {
  customer: number;
  branch: number;
  good: Good;
}

/** The ticket from which reasons and origin are proposed, with reasons that ask neither for a photo nor for words. */
async function openBefore(page: Page, { customer, branch, good }: Before) {
  const menus = await read<TicketMenu[]>(page, '/sac/tickets/menus');
  const type = menus.flatMap(({ tipos }) => tipos).find(({ chave }) => chave === 'DEVOLUCAO');
  const plain = type?.motivosProdutos.find(
    ({ anexo_obrigatorio, informa }) => !anexo_obrigatorio && !informa,
  );
  await send(page, '/sac/tickets', {
    ...{ origem: 'TELEFONE', tipo: 'DEVOLUCAO', idCli: customer, idFil: branch },
    ...{ motivo1: 1001, motivo2: 1011 },
    itens: [{ produto_id: good.productId, nfe: good.nota, qtd_solicitada: '1', motivo_id: plain?.id }],
  });
}

/** From any page to the page of the new ticket. */
export async function returnThree(page: Page, { customer, list }: ReturnOfThree) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), list);
  await page.getByRole('button', { name: NEW_TICKET }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Cliente' }).click();
  await page.keyboard.type(String(customer));
  await page.getByRole('option', { name: new RegExp(`^${customer} - `) }).click();
  await dialog.getByRole('button', { name: /^Solicitação/ }).click();
  await page.getByRole('radio', { name: 'Devolução de mercadoria' }).click();
  await page.getByText(/^O mesmo do ticket \d+, o último deste cliente\.$/).waitFor();
  await page.getByRole('button', { name: 'Prosseguir' }).click();
  await page.getByRole('textbox', { name: 'Chave da nota ou produtos' }).click();
  await page.keyboard.press('Control+v');
  await page.getByText('3 itens incluídos.').waitFor();
  await page.getByRole('button', { name: 'Prosseguir' }).click();
  await page.getByRole('button', { name: 'Enviar solicitação' }).click();
  await page.getByRole('button', { name: 'Ir para o ticket' }).click();
  await page.waitForURL(/\/tickets\/\d+$/);
  await page.getByRole('tab', { name: 'Produtos (3)' }).waitFor();
}
