import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openScreen } from '../browser.ts';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { choose, choosePart, placeOf, preview, publish, tools, untilNoProblems } from '../studio.ts';
import type { RunNames } from './names.ts';
import { aYearAgo, chooseFound, type ReportChoice, someChoice, typedDay } from './reportChoices.ts';

/** Builds a report with a period and dependent lists, starting from an empty one and without JSON. */
export async function makeReport(admin: Page, operator: Page, { report }: RunNames): Promise<ReportChoice> {
  const choice = await someChoice(operator);
  await openScreen(admin, '/configuracao/reports');
  await admin.getByRole('button', { name: 'Novo', exact: true }).click();
  const requested = admin.getByRole('dialog', { name: /^Novo/ });
  await requested.getByRole('textbox', { name: 'Título' }).fill(report);
  await requested.getByRole('button', { name: 'Criar rascunho' }).click();
  await admin.getByRole('heading', { name: report, level: 1 }).waitFor();

  // It begins with a period, as all that grows needs one.
  await choosePart(admin, 'Filtros', /Período/);
  await choose(admin, /^Começa com/, 'Este mês, até hoje');
  await addFilter(admin, 'Região', 'Escolha em lista');
  await choose(admin, /^De onde vêm as opções/, 'Regiões');
  await addFilter(admin, 'Representante', 'Escolha em lista');
  await choose(admin, /^De onde vêm as opções/, 'Representantes');
  const follows = admin.getByRole('combobox', { name: /^As opções seguem: região/ });
  assert.match(await follows.innerText(), /Região/);
  await writeQuery(admin);
  await writeColumns(admin);
  await untilNoProblems(admin);
  await seePreview(admin, choice);
  await expectAccessibleAndFitting(admin, 'the editor of reports');
  await acceptRefusal(admin);
  const changes = await publish(admin, 'Para a reunião de segunda com os representantes.');
  assert.match(changes, /O que muda/);
  return choice;
}

/** The example that it began with is refused without the new filters, as it should be; publishing says so. */
async function acceptRefusal(page: Page) {
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publicar/ });
  const accept = dialog.getByRole('button', { name: 'Aceitar os novos resultados' });
  await accept.click();
  await dialog.getByRole('button', { name: /^Inverter/ }).click();
  await accept.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function addFilter(page: Page, label: string, type: string) {
  await tools(page).getByRole('button', { name: 'Filtro', exact: true }).click();
  await page
    .getByRole('region', { name: /^Filtro :/ })
    .getByRole('textbox', { name: 'Rótulo', exact: true })
    .fill(label);
  const own = page.getByRole('region', { name: new RegExp(`^Filtro :.*: ${label}$`) });
  await choose(own, /^Tipo/, type);
  await own.getByRole('switch', { name: 'Obrigatório' }).check();
}

/** The product reasons given by the chosen representative's customers, with their quantities. */
async function writeQuery(page: Page) {
  await choosePart(page, 'Relatório', /Consulta/);
  // Reason, count and period go along to the other entity.
  await choose(page, /^Conjunto de dados/, 'Itens de tickets');
  const columns = '/consulta/colunas';
  await choose(placeOf(page, `${columns}/1/campo`), /^Campo/, 'Quantidade pedida');
  await choose(placeOf(page, `${columns}/1/agregacao`), /^Cálculo/, 'Soma');
  const conditions = [
    ['Região (código)', 'é igual a', 'Região'],
    ['Representante (código)', 'é igual a', 'Representante'],
  ] as const;
  for (const [index, [field, condition, filter]] of conditions.entries()) {
    const at = `/consulta/filtros/${index + 1}`;
    await page.getByRole('button', { name: 'Condição com filtro', exact: true }).click();
    await choose(placeOf(page, `${at}/campo`), /^Campo/, field);
    await choose(placeOf(page, `${at}/operador`), /^Condição/, condition);
    await choose(placeOf(page, `${at}/parametro`), /^Compara com/, `Filtro: ${filter}`);
  }
}

async function writeColumns(page: Page) {
  await choosePart(page, 'Colunas', /Motivo/);
  await placeOf(page, '/colunas/0/titulo').getByRole('textbox').fill('Motivo');
  await choosePart(page, 'Colunas', /Quantidade pedida/);
  await placeOf(page, '/colunas/1/titulo').getByRole('textbox').fill('Quantidade');
}

/** Real figures, within the scope of the report's author. */
async function seePreview(page: Page, { region, representative }: ReportChoice) {
  const shown = preview(page);
  await chooseFound(shown, /^Região/, region);
  await chooseFound(shown, /^Representante/, representative);
  await shown.getByRole('textbox', { name: 'De' }).fill(typedDay(aYearAgo()));
  await shown.getByRole('row', { name: /^Totais / }).waitFor();
}
