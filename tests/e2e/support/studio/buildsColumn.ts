import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { choose, tools } from '../studio.ts';
import { discardDraft, draftOf, type InputDevice, pick } from './hands.ts';

/** Shows a column of the query with one press, gives it a title, and moves it to the front within the table. */
export async function buildsColumn(page: Page, key: string, hands: InputDevice) {
  await page.goto(`/configuracao/reports/${key}`);
  await page.getByRole('region', { name: /^Cartão: / }).waitFor();
  const table = page.getByRole('region', { name: 'Tabela do relatório' });
  const first = table.getByRole('columnheader').first().getByRole('button');
  await pick(first, hands);
  await page.getByRole('region', { name: /^Coluna: / }).waitFor();
  await expectAccessibleAndFitting(page, `the picture of ${key}`);

  await pick(page.getByRole('button', { name: /^Consulta/ }), hands);
  const query = page.getByRole('region', { name: /^Consulta: / });
  const added = query.getByRole('combobox', { name: 'Incluir uma coluna' });
  await added.click();
  await page.keyboard.type('Aviso da nota');
  await page.getByRole('option', { name: 'Aviso da nota', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await pick(table.getByRole('button', { name: 'Aviso da nota', exact: true }), hands);
  const column = page.getByRole('region', { name: /^Coluna: / });
  await column.getByRole('textbox', { name: 'Título' }).fill('Feita no desenho');
  const made = table.getByRole('button', { name: 'Feita no desenho' });
  await made.focus();
  const headers = await table.getByRole('columnheader').allInnerTexts();
  const count = headers.length;
  // It stands before the figures.
  const place = headers.findIndex((text) => text.includes('Feita no desenho'));
  for (let turn = 0; turn < place; turn += 1)
    if (hands === 'keys') await page.keyboard.press('Alt+ArrowLeft');
    else await tools(page).getByRole('button', { name: 'Antes' }).click();
  const report = await draftOf<ReportDefinition>(
    page,
    `reports/${key}`,
    ({ colunas }) => colunas[0]?.titulo === 'Feita no desenho',
  );
  assert.equal(report.colunas.length, count);
  await choose(page, /^Total/, 'Contagem');
  await discardDraft(page);
}
