import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openScreen } from '../browser.ts';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { openParts, publishedVersion, rollBack } from '../studio.ts';
import type { RunNames } from './names.ts';

interface Taken {
  admin: Page;
  operator: Page;
  names: RunNames;
  /** A customer with a value in the field. */
  customer: number;
  /** The version published before the field was added. */
  before: number;
}

/** The previous version is restored and the report archived; no entered data is lost. */
export async function revertChanges({ admin, operator, names, customer, before }: Taken) {
  await openScreen(admin, '/configuracao/fields/cliente');
  await rollBack(admin, before, 'O comercial desistiu da pergunta.');
  await expectAccessibleAndFitting(admin, 'the versions');
  assert.equal(await publishedVersion(admin, 'fields/cliente'), before + 2);
  await admin.getByRole('tab', { name: 'Visual' }).click();
  // The field is no longer asked for, so the preview's form omits it, while the list of parts keeps it.
  await openParts(admin);
  const field = admin.locator(`[data-part="${names.fieldKey}"]`);
  await field.filter({ hasText: 'arquivado' }).waitFor();
  await archiveReport(admin, names.report);

  await operator.getByRole('link', { name: 'Relatórios', exact: true }).first().click();
  await operator.getByRole('searchbox', { name: 'Buscar relatórios' }).fill(names.report);
  await operator.getByText(`Nenhum relatório com "${names.report}"`).waitFor();
  await openScreen(operator, `/clientes/${customer}/dados`);
  const facts = operator.getByRole('region', { name: 'Campos adicionais' });
  await facts.getByText(`${names.field} (arquivado)`, { exact: true }).waitFor();
  await facts.getByText('Loja', { exact: true }).waitFor();
  await facts.getByRole('button', { name: 'Alterar campos adicionais' }).click();
  await facts.getByRole('button', { name: 'Salvar' }).waitFor();
  assert.equal(await facts.getByRole('combobox', { name: names.field }).count(), 0);
  await facts.getByRole('button', { name: 'Cancelar' }).click();
}

async function archiveReport(page: Page, report: string) {
  await openScreen(page, '/configuracao/reports');
  await page.getByRole('searchbox', { name: 'Buscar definições' }).fill(report);
  await page.getByRole('link', { name: report }).click();
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Arquivar' }).click();
  const dialog = page.getByRole('dialog', { name: `Arquivar “${report}”?` });
  await dialog.getByRole('button', { name: 'Arquivar' }).click();
  await page.getByText('Arquivada: só leitura.').waitFor();
}
