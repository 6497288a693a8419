import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type AgendaSheet, agendaCount, agendaSheet, GOOD, LINES_PER_DAY } from '../support/agendaSheet.ts';
import { LOOKS, launch, openScreen, openSignedIn, SUPERVISOR, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read, send } from '../support/tickets/tickets.ts';

/** Serves the same branch as the seller to whom the sheet assigns the agendas. */
const OTHER = 'Bruno Carvalho';

describe('import of agendas from a spreadsheet', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`validates 500 lines and writes the 488 valid ones once, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, SUPERVISOR);
        const sheet = await agendaSheet(page);
        const batch = await validate(page, sheet);
        // Only on these days, because automations may create other agendas in the meantime.
        const count = () => agendaCount(page, sheet.days);
        assert.equal(await count(), 0, 'nothing is written before it is confirmed');

        await page.getByRole('button', { name: `Gravar ${GOOD} registros` }).click();
        await page
          .getByText('488 registros gravados. 12 linhas recusadas', { exact: false })
          .waitFor({ timeout: 60_000 });
        await expectAccessibleAndFitting(page, 'imported lines');
        assert.equal(await count(), GOOD);
        const again = await send(page, '/callcenter/agendas-supervisor/importar', { idLote: batch });
        assert.equal((again.contagens as { criados: number }).criados, GOOD);
        assert.equal(await count(), GOOD, 'a second confirmation writes nothing');

        await page.getByRole('link', { name: 'Ver agendas' }).click();
        await page.waitForURL(/\/agendas$|\/agendas\?/);
        await seeInCalendar(page, sheet);
        await transferOne(page, sheet);
      });
    });
  }
});

/** Drops the sheet and goes through the result; returns the import. */
async function validate(page: Page, { file, reasons }: AgendaSheet): Promise<string> {
  await page.goto('/agendas');
  await page.getByRole('button', { name: 'Mais sobre agendas' }).click();
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
  await page.getByRole('heading', { level: 1, name: 'Importar agendas' }).waitFor();
  await expectAccessibleAndFitting(page, 'start of the import');
  await drop(page, file);
  await page.getByRole('heading', { name: 'Colunas' }).waitFor();
  await page.getByRole('button', { name: 'Simular' }).click();
  await page.getByRole('button', { name: `Gravar ${GOOD} registros` }).waitFor({ timeout: 60_000 });
  for (const reason of reasons) await page.getByText(reason, { exact: true }).first().waitFor();
  await expectAccessibleAndFitting(page, 'judged lines');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar linhas recusadas' }).click(),
  ]);
  const refused = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  assert.equal(refused.length - 1, reasons.length);
  assert.match(refused[0] ?? '', /Problema/);
  return page.url().split('/').at(-1) ?? '';
}

async function drop(page: Page, file: Buffer) {
  const dataTransfer = await page.evaluateHandle((content) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'agendas do mês.xlsx'));
    return transfer;
  }, file.toString('base64'));
  await page.getByRole('group', { name: 'Arquivo de agendas' }).dispatchEvent('drop', { dataTransfer });
}

async function seeInCalendar(page: Page, { days: [first] }: AgendaSheet) {
  await openScreen(page, `/agendas/calendario?dia=${first}`);
  const day = page.locator(`[data-day="${first}"]`);
  await day.and(page.getByRole('button', { name: new RegExp(`: ${LINES_PER_DAY} `) })).waitFor();
  await page.getByText('Retorno 1', { exact: true }).first().waitFor();
  await expectAccessibleAndFitting(page, 'calendar');
}

/** Transfers the first agenda of the list to somebody else. */
async function transferOne(page: Page, { days: [first] }: AgendaSheet) {
  const filter = encodeURIComponent(JSON.stringify({ dtIni: first, dtFim: first }));
  await openScreen(page, `/agendas?displayedFilters=%7B%7D&filter=${filter}&page=1`);
  await page.getByText(`${LINES_PER_DAY} agendas`).first().waitFor();
  const boxes = page.getByRole('checkbox', { name: /^Selecionar agenda \d/ });
  await boxes.first().waitFor();
  for (const place of [0, 1, 2]) await boxes.nth(place).check();
  await expectAccessibleAndFitting(page, 'list of agendas with a selection');
  await page
    .getByRole('region', { name: 'Ações para a seleção' })
    .getByRole('button', { name: 'Transferir' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Transferir 3 agendas' });
  await dialog.getByRole('combobox', { name: 'Para quem' }).fill(OTHER);
  await page.getByRole('option', { name: OTHER }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Férias da vendedora.');
  await expectAccessibleAndFitting(page, 'transfer of agendas');
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  const done = page.getByRole('dialog', { name: 'Transferência de agendas' });
  await done.getByText('3 agendas transferidas.').waitFor();
  await done.getByRole('button', { name: 'Ok, fechar' }).click();
  assert.equal(await countOf(page, OTHER, first), 3);
}

async function countOf(page: Page, name: string, day: string): Promise<number> {
  const sellers = await read<{ id: number; nome: string }[]>(page, '/callcenter/lista-operadores');
  const seller = sellers.find(({ nome }) => nome === name);
  const found = await read<{ paginator: { total: number } }>(
    page,
    `/callcenter/agendas?take=1&dtIni=${day}&dtFim=${day}&idColab=${seller?.id}`,
  );
  return found.paginator.total;
}
