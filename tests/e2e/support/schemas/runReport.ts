import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import type { RunNames } from './names.ts';
import { aYearAgo, chooseFound, type ReportChoice, typedDay } from './reportChoices.ts';

/** The card appears among the others; the report is generated once its filters are complete, and exported. */
export async function runReport(page: Page, { report }: RunNames, choice: ReportChoice) {
  await page.getByRole('link', { name: 'Relatórios', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Buscar relatórios' }).fill(report);
  await page.getByRole('link', { name: new RegExp(`^${report}`) }).click();
  const filters = page.getByRole('complementary', { name: 'Filtros' });
  const generate = filters.getByRole('button', { name: 'Gerar relatório' });
  const from = filters.getByRole('textbox', { name: 'De' });
  await filters.getByText('Preencha Região e Representante para gerar.').waitFor();
  assert.match(await from.inputValue(), /^01\//, 'this month');

  await from.fill(typedDay(aYearAgo()));
  await chooseFound(filters, /^Região/, choice.region);
  await chooseFound(filters, /^Representante/, choice.representative);
  await untilEnabled(generate);
  // Without its region, the representative is not among the options.
  await filters.getByRole('combobox', { name: /^Região/ }).press('Backspace');
  await filters.getByText('Preencha Região e Representante para gerar.').waitFor();
  assert.equal(await filters.getByRole('combobox', { name: /^Representante/ }).inputValue(), '');
  assert.equal(await generate.isDisabled(), true);
  await chooseFound(filters, /^Região/, choice.region);
  await filters.getByText('Preencha Representante para gerar.').waitFor();
  await chooseFound(filters, /^Representante/, choice.representative);
  await generate.click();

  const result = page.getByRole('region', { name: 'Resultado' });
  const lines = result.getByRole('region', { name: /^Linhas de/ }).locator('tbody tr');
  await lines.first().waitFor();
  const rows = await lines.allInnerTexts();
  const total = numberOf(await result.locator('tfoot td').last().innerText());
  assert.equal(sumOf(rows.map((row) => row.split('\t'))), total);
  await expectAccessibleAndFitting(page, 'the result of the report');
  assert.deepEqual(await exported(page), { rows: rows.length, total });
}

/** The downloaded file: its rows and their total. */
async function exported(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  const start = lines.indexOf('Motivo;Quantidade');
  assert.ok(start >= 0, `no header in ${text.slice(0, 300)}`);
  const rows = lines.slice(start + 1).map((line) => line.split(';'));
  const totals = rows.findIndex(([name]) => /^Tota/.test(name ?? ''));
  const own = totals < 0 ? rows : rows.slice(0, totals);
  return { rows: own.length, total: sumOf(own) };
}

const sumOf = (rows: readonly string[][]) => rows.reduce((sum, row) => sum + numberOf(row.at(-1) ?? ''), 0);
const numberOf = (text: string) => Number(text.replaceAll('.', '').replace(',', '.'));

const untilEnabled = (button: Locator) => button.and(button.page().locator(':enabled')).waitFor();
