import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { addDecimals } from '#contract/rules/decimal.ts';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { launch, OPERATOR, openScreen, openSignedIn, SUPERVISOR, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { advance, type InvoiceLine, openExtension, openReturn, read } from '../support/tickets/tickets.ts';

interface Line {
  id: number;
  idExibicao: string;
  descricao: string;
  qtd_solicitada: string;
}

describe('return flow', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('runs from opening to finish through every dialog', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, OPERATOR);
      const { id, invoice, bought } = await openReturn(page);
      await page.goto(`/tickets/${id}`);

      await nextStep(page, 'Enviar para análise');
      await sendDialog(page, 'Enviar para análise');

      await nextStep(page, 'Analisar a devolução');
      await analyse(page, await linesOf(page, id));
      await sendDialog(page, 'Pedir a nota de devolução');

      await nextStep(page, 'Registrar a nota de devolução');
      await sendNote(page, id);

      await pickUp(page, id);

      await nextStep(page, 'Registrar chegada');
      await sendDialog(page, 'Registrar chegada');

      await nextStep(page, 'Conferir a devolução');
      const checkIn = page.getByRole('dialog', { name: 'Conferência da devolução' });
      await checkIn.getByRole('button', { name: 'Receber tudo como autorizado' }).click();
      await checkIn.getByText('Todos os produtos conferidos').waitFor();
      await sendDialog(page, 'Enviar ao financeiro');

      await nextStep(page, 'Finalizar');
      await finish(page, /^Devolução concluída em parte/);

      const statusRegion = page.getByRole('region', { name: 'Situação e etapa' });
      await statusRegion.getByText('Finalizado').first().waitFor();
      await statusRegion.getByText('Parcialmente procedente').waitFor();
      await page.getByRole('button', { name: 'Exibir todas as atividades' }).click();
      await expectTimeline(page, [
        /Financeiro → Finalizado\. Devolução concluída em parte/,
        /Conferência da devolução → Financeiro\. Conferência: 2 produtos, sem diferença/,
        /Coleta → Conferência da devolução\. Coleta \d+ confirmada/,
        /Coleta \d+ confirmada/,
        /Coleta \d+ gerada/,
        /Envio da nota de devolução → Coleta\. Nota de devolução \d+/,
        /Análise da devolução → Envio da nota de devolução\. Análise: 2 produtos aprovados/,
        /Abertura → Análise da devolução/,
        /Ticket aberto/,
      ]);
      await expectAccessibleAndFitting(page, 'finished ticket');
      await page.getByRole('tab', { name: 'Produtos (2)' }).click();
      await page.getByText('Aprovado').first().waitFor();
      await expectAccessibleAndFitting(page, 'products of a finished ticket');

      // Two pieces of each line came back; the third of the second line was cut. None of them is held any more.
      const invoiced = await read<InvoiceLine[]>(page, `/sac/tickets/notasfiscais/${invoice}`);
      for (const { produto_id, qtd_devolvida, qtd_em_tickets } of bought) {
        const line = invoiced.find((each) => each.produto_id === produto_id);
        assert.equal(Number(line?.qtd_devolvida), Number(qtd_devolvida) + 2);
        assert.equal(Number(line?.qtd_em_tickets), Number(qtd_em_tickets));
      }
    });
  });

  it('allows a supervisor to release an invoice beyond the tolerance, with the reason', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, SUPERVISOR);
      const { id } = await openReturn(page);
      await bringToNote(page, id);
      await page.goto(`/tickets/${id}`);
      await nextStep(page, 'Registrar a nota de devolução');
      const dialog = page.getByRole('dialog', { name: 'Envio da nota de devolução' });
      await fillNote(page, dialog, addDecimals(await mirrorTotal(page, id), '5'));
      await dialog.getByRole('switch', { name: 'Liberar a diferença' }).click();
      await dialog.getByRole('button', { name: 'Solicitar coleta' }).click();
      await dialog.getByText('Informe por que a diferença foi liberada.').first().waitFor();
      await dialog.getByRole('textbox', { name: 'Motivo da liberação' }).fill('Frete cobrado na nota.');
      await sendDialog(page, 'Solicitar coleta');
      await page.getByText('Liberada por Sílvia Moura: Frete cobrado na nota.').waitFor();
    });
  });

  it('extends titles through logistics and finance', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, OPERATOR);
      const id = await openExtension(page);
      await page.goto(`/tickets/${id}`);
      await nextStep(page, 'Enviar para a logística');
      await sendDialog(page, 'Enviar para a logística');

      await nextStep(page, 'Responder pela logística');
      const logistics = page.getByRole('dialog', { name: 'Confirmação da logística' });
      await logistics.getByRole('radio', { name: 'Confirmar o atraso' }).check();
      await logistics.getByRole('textbox', { name: 'Dias de atraso' }).fill('7');
      await sendDialog(page, 'Enviar ao financeiro');

      await nextStep(page, 'Decidir a prorrogação');
      const finance = page.getByRole('dialog', { name: 'Prorrogação no financeiro' });
      await finance.getByRole('button', { name: 'Conceder 7 dias a todos' }).click();
      await finance.getByText('Todos os títulos em aberto decididos').waitFor();
      await finish(page, /^Boletos prorrogados/);

      const statusRegion = page.getByRole('region', { name: 'Situação e etapa' });
      await statusRegion.getByText('Finalizado').first().waitFor();
      await expectTimeline(page, [
        /Prorrogação no financeiro → Finalizado/,
        /Confirmação da logística → Prorrogação no financeiro/,
        /Abertura → Confirmação da logística/,
        /Ticket aberto/,
      ]);
      const titles = await read<{ pagoEm: string | null; decisao: { decisao: string } | null }[]>(
        page,
        `/sac/tickets/${id}/titulos`,
      );
      const open = titles.filter(({ pagoEm }) => pagoEm === null);
      assert.ok(open.length > 0);
      assert.ok(open.every(({ decisao }) => decisao?.decisao === 'CONCEDIDA'));
    });
  });

  it('can be analysed on a phone in dark mode', async () => {
    await visit(browser, { width: 360, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, OPERATOR);
      const { id } = await openReturn(page);
      await advance(page, id);
      await page.goto(`/tickets/${id}`);
      await nextStep(page, 'Analisar a devolução');
      await analyse(page, await linesOf(page, id));
      await sendDialog(page, 'Pedir a nota de devolução');
      await expectAccessibleAndFitting(page, 'ticket after the analysis');
    });
  });
});

/** Opens the dialog of the ticket's main button. */
async function nextStep(page: Page, name: string) {
  const button = page.getByRole('group', { name: 'Próxima etapa' }).getByRole('button', { name });
  await button.click();
  await page.getByRole('dialog').waitFor();
}

/** Submits the open dialog after checking it with axe. */
async function sendDialog(page: Page, button: string) {
  const dialog = page.getByRole('dialog');
  const go = dialog.getByRole('button', { name: button, exact: true });
  await go.and(page.locator(':enabled')).waitFor();
  await expectAccessibleAndFitting(page, `dialog '${button}'`);
  await go.click();
  await dialog.waitFor({ state: 'detached' });
}

const linesOf = (page: Page, id: number) => read<Line[]>(page, `/sac/tickets/${id}/produtos`);

/** One line as requested, one reduced by a piece: the reason is required before submitting. */
async function analyse(page: Page, [first, second]: Line[]) {
  const dialog = page.getByRole('dialog', { name: 'Análise da devolução' });
  const [whole, cut] = [first, second].map((line) => `${line?.idExibicao} - ${line?.descricao}`);
  await dialog.getByRole('button', { name: `Aprovar como solicitado: ${whole}` }).click();
  await dialog.getByText('Falta 1 produto de 2').waitFor();
  await dialog.getByRole('textbox', { name: `Avaria de ${cut}` }).fill('1');
  const authorised = dialog.getByRole('textbox', { name: `Autorizado de ${cut}` });
  assert.equal(await authorised.inputValue(), '2');
  await dialog.getByText('falta o motivo').waitFor();
  await expectAccessibleAndFitting(page, 'analysis without the reason');
  const reason = dialog.getByRole('combobox', { name: 'Motivo do que não foi autorizado' });
  await reason.fill('Embalagem aberta pelo cliente');
  await dialog.getByText('Todos os produtos analisados').waitFor();
}

/** An operator cannot submit a difference beyond the tolerance, but can submit an amount equal to the mirror. */
async function sendNote(page: Page, id: number) {
  const dialog = page.getByRole('dialog', { name: 'Envio da nota de devolução' });
  const total = await mirrorTotal(page, id);
  await fillNote(page, dialog, addDecimals(total, '5'));
  await dialog.getByText(/A nota está R\$\s5,00 acima do espelho/).waitFor();
  assert.equal(await dialog.getByRole('switch', { name: 'Liberar a diferença' }).count(), 0);
  await dialog.getByRole('button', { name: 'Solicitar coleta' }).click();
  await dialog
    .getByText(/Peça a um supervisor que a libere/)
    .first()
    .waitFor();
  await expectAccessibleAndFitting(page, 'note beyond the tolerance');
  await totalField(dialog).fill(total.replace('.', ','));
  await dialog.getByText('A nota confere com o espelho.').waitFor();
  await sendDialog(page, 'Solicitar coleta');
}

async function fillNote(page: Page, dialog: Locator, total: string) {
  await dialog.getByRole('textbox', { name: /^Chave de acesso/ }).fill(returnKey());
  await totalField(dialog).fill(total.replace('.', ','));
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'devolucao.pdf', mimeType: 'application/pdf', buffer: PDF });
  await page.getByRole('button', { name: /Remover.*devolucao\.pdf/ }).waitFor();
}

const totalField = (dialog: Locator) => dialog.getByRole('textbox', { name: /^Valor total da nota/ });

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const mirrorTotal = async (page: Page, id: number) =>
  (await read<{ totais: { total: string } }>(page, `/sac/tickets/${id}/produtos-nf`)).totais.total;

let notes = 0;
/** A valid key that is not used by any other ticket. */
const returnKey = () =>
  buildAccessKey({
    stateCode: '35',
    yearMonth: '2611',
    cnpj: '11222333000181',
    model: '55',
    series: '1',
    number: String((Date.now() % 100_000_000) * 10 + (notes++ % 10)),
    emissionType: '1',
    code: '12345678',
  });

/** Brings a ticket through the analysis to the step that waits for its invoice. */
async function bringToNote(page: Page, id: number) {
  await advance(page, id);
  const linhas = (await linesOf(page, id)).map((line) => ({ id: line.id, autorizada: line.qtd_solicitada }));
  await advance(page, id, { analise: { linhas } });
}

/** The next step is blocked until the ticket's pickup is confirmed. */
async function pickUp(page: Page, id: number) {
  await page.getByText('Este ticket ainda não está em nenhuma coleta.').waitFor();
  await page.getByRole('button', { name: 'Registrar chegada', disabled: true }).waitFor();
  await expectAccessibleAndFitting(page, 'ticket that waits for its pickup');

  await openScreen(page, '/coletas');
  await page.getByRole('button', { name: 'Gerar coletas' }).first().click();
  const waiting = page.getByRole('dialog', { name: 'Gerar coletas' });
  await waiting.getByRole('checkbox', { name: new RegExp(`^Ticket ${id} `) }).check();
  await expectAccessibleAndFitting(page, 'tickets that wait for a pickup');
  await waiting.getByRole('button', { name: 'Gerar coleta de 1 ticket' }).click();
  const generated = page.getByRole('dialog', { name: 'Geração de coletas' });
  await generated.getByText('1 coleta gerada de 1 ticket.').waitFor();
  await expectAccessibleAndFitting(page, 'generated pickups');
  await generated.getByRole('link', { name: /^Coleta \d+$/ }).click();

  const pickup = page.getByRole('dialog', { name: /^Coleta \d+/ });
  await pickup.getByRole('button', { name: 'Confirmar coleta' }).waitFor();
  await expectAccessibleAndFitting(page, 'pickup');
  await assert.rejects(advance(page, id), /COLETA_NAO_CONFIRMADA/);
  await pickup.getByRole('button', { name: 'Confirmar coleta' }).click();
  await page
    .getByRole('dialog', { name: /^Confirmar a coleta \d+\?$/ })
    .getByRole('button', { name: 'Confirmar' })
    .click();
  await pickup.getByText('Confirmada').first().waitFor();
  await openScreen(page, `/tickets/${id}`);
}

/** Finishes the ticket with the given reason. */
async function finish(page: Page, reason: RegExp) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Motivo de finalização/ }).click();
  await page.getByRole('option', { name: reason }).click();
  await sendDialog(page, 'Finalizar');
}

/** Newest first, each identified by its text. */
async function expectTimeline(page: Page, reported: RegExp[]) {
  const entries = page.getByRole('region', { name: 'Atividades' }).getByRole('listitem');
  await entries.nth(reported.length - 1).waitFor();
  const texts = await entries.allInnerTexts();
  assert.equal(texts.length, reported.length);
  reported.forEach((words, at) => {
    assert.match(texts[at] ?? '', words);
  });
}
