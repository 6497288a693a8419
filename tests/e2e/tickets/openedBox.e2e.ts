import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { parseDecimal } from '#contract/rules/decimal.ts';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import type { InvoiceProduct } from '#contract/sac/invoices.ts';
import type { Mirror, TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import { keyOf, type NoteOptions, nfeProc } from '#tests/support/nfe/nfeFiles.ts';
import { asPerson } from '../support/asPerson.ts';
import {
  ADMIN,
  dropSession,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  OPERATOR,
  openScreen,
  openSignedIn,
  visit,
} from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import {
  choose,
  chooseReasons,
  openDetails,
  openWizard,
  proceed,
  unfold,
} from '../support/tickets/newTicket.ts';
import { read, send } from '../support/tickets/tickets.ts';

/** One box of twelve bottles for 100,06, of which three are 25,015; its IPI of 10,01 gives 2,5025 for them. */
const BOX = { price: '100.06', ipi: '10.01' };
const THREE = { products: '25.02', ipi: '2.50', total: '27.52' };
/** In the unit that was given, with that of the invoice. */
const TOLD = '3 UN (0,25 CX)';
const DESCRIPTION = 'Suco de uva integral 1 L';
const DAYS_AGO = 5;

interface Sale {
  customer: number;
  note: NoteOptions;
  number: string;
}

describe('an opened box', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS)
    it(`comes back bottle by bottle, from the invoice to the credit, at ${look.width} px`, async () => {
      const sale = await asPerson(browser, ADMIN, (page) => prepare(page, look.width));
      await visit(browser, look, async (page) => {
        await openSignedIn(page, ADMIN, '/cadastros/notas/importar-xml');
        await importSale(page, sale);
        await dropSession(page);

        await openSignedIn(page, OPERATOR, '/home');
        const id = await openReturn(page, sale);
        await analyse(page);
        assert.deepEqual(await mirrorOf(page, id), { ...THREE, quantity: '3', unit: 'UN' });
        await sendNote(page);
        await pickUp(page, id);
        await checkIn(page);
        await credit(page);

        const [line] = await read<TicketItem[]>(page, `/sac/tickets/${id}/produtos`);
        assert.deepEqual(figuresOf(line as TicketItem), { ...THREE, quantity: '3', unit: 'UN' });
        await seeProducts(page);
        await seeRest(page, sale);
      });
    });
});

/** A product sold by the bottle and by the box, and the sale of one box to a company that the operator serves. */
async function prepare(page: Page, width: number): Promise<Sale> {
  const code = `SUCO${width}`;
  await send(page, '/config/cadastros/produtos', {
    dados: {
      ...{ codigo: code, descricao: DESCRIPTION, unidade: 'UN', marca: 'Vale' },
      embalagens: [{ nome: 'Caixa', unidade: 'CX', fator: '12' }],
    },
  });
  const { customer, document, cnpj } = await buyer(page);
  const number = String(700_000 + width);
  const issuedAt = new Date(Date.now() - DAYS_AGO * 24 * 60 * 60 * 1000).toISOString().slice(0, 19);
  const note = {
    emitter: cnpj,
    receiver: document,
    number,
    issuedAt: `${issuedAt}-03:00`,
    lines: [
      {
        ...{ code, description: DESCRIPTION, unit: 'CX', quantity: '1.0000' },
        ...{ unitPrice: '100.0600000000', amount: BOX.price },
        taxes: `<IPI><cEnq>999</cEnq><IPITrib><CST>50</CST><vBC>${BOX.price}</vBC><pIPI>10.0000</pIPI><vIPI>${BOX.ipi}</vIPI></IPITrib></IPI>`,
      },
    ],
  };
  return { customer, note, number };
}

/** A company with a CNPJ that is served by a single branch. */
async function buyer(page: Page) {
  const { itens: branches } = await read<{ itens: { id: number; cnpj: string }[] }>(
    page,
    '/config/cadastros/filiais?take=60',
  );
  const { itens } = await read<{
    itens: { id: number; documento: string; filiaisSac: { idFil: number }[] }[];
  }>(page, '/sac/clientes?take=60');
  for (const { id, documento, filiaisSac } of itens) {
    const document = documento.replace(/[^0-9A-Z]/g, '');
    const [served, ...more] = filiaisSac;
    const branch = branches.find((each) => each.id === served?.idFil);
    if (document.length === 14 && branch && more.length === 0)
      return { customer: id, document, cnpj: branch.cnpj.replace(/[^0-9A-Z]/g, '') };
  }
  throw new Error('no company of the demonstration is served by a single branch');
}

async function importSale(page: Page, { note, number }: Sale) {
  const file = { name: `nota-${number}.xml`, mimeType: 'text/xml', buffer: Buffer.from(nfeProc(note)) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page
    .getByRole('row', { name: new RegExp(file.name) })
    .or(page.getByRole('listitem').filter({ hasText: file.name }))
    .getByText('Nota criada')
    .first()
    .waitFor();
}

/** The wizard offers the box of the invoice first, and the bottle beside it. */
async function openReturn(page: Page, { customer, number }: Sale): Promise<number> {
  await openWizard(page, /Solicitação/);
  await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
  await chooseReasons(page);
  await proceed(page);
  await choose(page, /^Origem/, 'Telefone');
  await page.getByRole('combobox', { name: 'Cliente' }).fill(String(customer));
  await page.getByRole('option', { name: new RegExp(`^${customer} - `) }).click();
  await proceed(page);
  await unfold(page.getByRole('button', { name: new RegExp(`^NF ${number}`) }));
  const line = page.getByRole('group', { name: DESCRIPTION, exact: true });
  const unit = line.getByRole('combobox', { name: `Unidade da quantidade de ${DESCRIPTION}` });
  await unit.waitFor();
  assert.deepEqual(await unit.locator('option').allInnerTexts(), ['CX com 12', 'UN']);
  await unit.selectOption({ label: 'UN' });
  await line.getByRole('textbox', { name: `Quantidade de ${DESCRIPTION}` }).fill('3');
  await line.getByRole('combobox', { name: /^Motivo/ }).click();
  await page.getByRole('option', { name: 'Produto trocado' }).click();
  await line.getByRole('button', { name: /^Adicionar/ }).click();
  await line.getByText('Adicionado').waitFor();
  await expectAccessibleAndFitting(page, 'bottles of a box');
  await proceed(page);
  await openDetails(page);
  await page.getByRole('textbox', { name: /Mensagem/ }).fill('Três garrafas quebradas.');
  await page.getByText(TOLD).first().waitFor();
  await page.getByRole('button', { name: 'Enviar solicitação' }).click();
  await page.getByRole('button', { name: 'Ir para o ticket' }).click();
  await page.waitForURL(/\/tickets\/\d+$/);
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** Sends the ticket to the analysis and approves the bottles as requested. */
async function analyse(page: Page) {
  await sendDialog(await nextStep(page, 'Enviar para análise'), 'Enviar para análise');
  const dialog = await nextStep(page, 'Analisar a devolução');
  await dialog.getByText(TOLD).first().waitFor();
  await dialog.getByRole('button', { name: /^Aprovar como solicitado: / }).click();
  await dialog.getByText('Todos os produtos analisados').waitFor();
  await expectAccessibleAndFitting(page, 'analysis of bottles');
  await sendDialog(dialog, 'Pedir a nota de devolução');
}

async function sendNote(page: Page) {
  const dialog = await nextStep(page, 'Registrar a nota de devolução');
  const mirror = dialog.getByRole('region', { name: 'Comparação com o espelho' });
  for (const amount of [/R\$\s25,02/, /R\$\s2,50/, /R\$\s27,52/]) await mirror.getByText(amount).waitFor();
  await dialog.getByRole('textbox', { name: /^Chave de acesso/ }).fill(returnKey());
  await dialog.getByRole('textbox', { name: /^Valor total da nota/ }).fill('27,52');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'devolucao.pdf', mimeType: 'application/pdf', buffer: PDF });
  await page.getByRole('button', { name: /Remover.*devolucao\.pdf/ }).waitFor();
  await dialog.getByText('A nota confere com o espelho.').waitFor();
  await expectAccessibleAndFitting(page, 'note of bottles');
  await sendDialog(dialog, 'Solicitar coleta');
}

/** The driver reads how many bottles to take, not a quarter of a box. */
async function pickUp(page: Page, id: number) {
  await openScreen(page, '/coletas');
  await page.getByRole('button', { name: 'Gerar coletas' }).first().click();
  const waiting = page.getByRole('dialog', { name: 'Gerar coletas' });
  await waiting.getByRole('checkbox', { name: new RegExp(`^Ticket ${id} `) }).check();
  // The invoice names no carrier.
  await waiting.getByRole('combobox', { name: 'Transportadora' }).click();
  await page.getByRole('option', { name: 'Entrega Certa' }).click();
  await waiting.getByRole('button', { name: 'Gerar coleta de 1 ticket' }).click();
  const generated = page.getByRole('dialog', { name: 'Geração de coletas' });
  await generated.getByRole('link', { name: /^Coleta \d+$/ }).click();
  const pickup = page.getByRole('dialog', { name: /^Coleta \d+/ });
  await pickup
    .getByRole('table', { name: `Produtos do ticket ${id}` })
    .getByText(TOLD)
    .waitFor();
  await expectAccessibleAndFitting(page, 'pickup of bottles');
  await pickup.getByRole('button', { name: 'Confirmar coleta' }).click();
  await page
    .getByRole('dialog', { name: /^Confirmar a coleta \d+\?$/ })
    .getByRole('button', { name: 'Confirmar' })
    .click();
  await pickup.getByText('Confirmada').first().waitFor();
  await openScreen(page, `/tickets/${id}`);
  await sendDialog(await nextStep(page, 'Registrar chegada'), 'Registrar chegada');
}

/** Told in the invoice's unit, the bottles are a quarter of a box; they are counted one by one. */
async function checkIn(page: Page) {
  const dialog = await nextStep(page, 'Conferir a devolução');
  await dialog.getByText(`Autorizado ${TOLD}`).waitFor();
  const unit = dialog.getByRole('combobox', { name: /^Unidade da conferência de / });
  await unit.selectOption({ label: 'CX com 12' });
  await dialog.getByText('Autorizado 0,25 CX').waitFor();
  await unit.selectOption({ label: 'UN' });
  await dialog.getByText(`Autorizado ${TOLD}`).waitFor();
  await dialog.getByRole('textbox', { name: /^Recebido de / }).fill('3');
  await dialog.getByText('Todos os produtos conferidos').waitFor();
  await expectAccessibleAndFitting(page, 'check-in of bottles');
  await sendDialog(dialog, 'Enviar ao financeiro');
}

async function credit(page: Page) {
  const dialog = await nextStep(page, 'Finalizar');
  await dialog.getByRole('combobox', { name: /^Motivo de finalização/ }).click();
  await page
    .getByRole('option', { name: /^Devolução concluída/ })
    .first()
    .click();
  await sendDialog(dialog, 'Finalizar');
  await page.getByRole('region', { name: 'Situação e etapa' }).getByText('Finalizado').first().waitFor();
}

async function seeProducts(page: Page) {
  await page.getByRole('tab', { name: 'Produtos (1)' }).click();
  const table = page.getByRole('table', { name: 'Produtos do ticket' });
  await table.getByText(TOLD).waitFor();
  await page.getByText(/^Total R\$\s27,52$/).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessibleAndFitting(page, 'products of an opened box');
}

/** Nine bottles, told as three quarters of the box, can still be returned. */
async function seeRest(page: Page, { customer, number, note }: Sale) {
  const [line] = await read<InvoiceProduct[]>(page, `/sac/tickets/notasfiscais/${keyOf(note)}`);
  assert.deepEqual(
    [line?.qtd, line?.qtd_base, line?.qtd_devolvida, line?.qtd_em_tickets].map((each) =>
      parseDecimal(each ?? ''),
    ),
    ['0.75', '9', '0.25', '0'],
  );
  await openScreen(page, '/home');
  await openWizard(page, /Solicitação/);
  await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
  await chooseReasons(page);
  await proceed(page);
  await choose(page, /^Origem/, 'Telefone');
  await page.getByRole('combobox', { name: 'Cliente' }).fill(String(customer));
  await page.getByRole('option', { name: new RegExp(`^${customer} - `) }).click();
  await proceed(page);
  await unfold(page.getByRole('button', { name: new RegExp(`^NF ${number}`) }));
  await page
    .getByRole('group', { name: DESCRIPTION, exact: true })
    .getByText(/Comprado 1, devolvido 0,25, disponível 0,75 \(9 UN\)/)
    .waitFor();
}

/** Opens the dialog of the ticket's main button. */
async function nextStep(page: Page, name: string): Promise<Locator> {
  await page.getByRole('group', { name: 'Próxima etapa' }).getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

async function sendDialog(dialog: Locator, button: string) {
  await dialog.getByRole('button', { name: button, exact: true, disabled: false }).click();
  await dialog.waitFor({ state: 'detached' });
}

type Figures = Pick<TicketItem, 'unidade' | 'vlProdutos' | 'impostos' | 'vlTot'>;
const figuresOf = (line: Figures & { qtde: string }) => ({
  ...{ quantity: parseDecimal(line.qtde), unit: line.unidade },
  ...{ products: line.vlProdutos, ipi: line.impostos.ipi?.valor, total: line.vlTot },
});

async function mirrorOf(page: Page, id: number) {
  const { itens, totais } = await read<Mirror>(page, `/sac/tickets/${id}/produtos-nf`);
  const [line] = itens;
  assert.ok(line);
  assert.equal(totais.total, line.vlTot);
  return figuresOf({ ...line, qtde: line.qtd });
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** A valid key that is not used by any other ticket. */
const returnKey = () =>
  buildAccessKey({
    ...{ stateCode: '35', yearMonth: '2611', cnpj: '11222333000181', model: '55', series: '2' },
    ...{ number: String(Date.now() % 1_000_000_000), emissionType: '1', code: '12345678' },
  });
