import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { choose, preview, publish, publishedVersion, tools, untilNoProblems } from '../studio.ts';
import type { RunNames } from './names.ts';

/** Adds a required list with two options for customers, without JSON. Returns the version published before. */
export async function addRequiredField(page: Page, { field, fieldKey }: RunNames): Promise<number> {
  await page.goto('/configuracao/fields');
  await page.getByRole('link', { name: /Campos adicionais de clientes/ }).click();
  await tools(page).getByRole('button', { name: 'Campo' }).click();
  const properties = page.getByRole('region', { name: /^Campo \w+: / });
  await properties.getByRole('textbox', { name: 'Título' }).fill(field);
  await properties.getByRole('textbox', { name: 'Chave' }).fill(fieldKey);
  await page.keyboard.press('Enter');
  const own = page.getByRole('region', { name: `Campo ${fieldKey}: ${field}` });
  await choose(own, /^Tipo/, 'Escolha');
  await own.getByRole('switch', { name: 'Obrigatório' }).check();
  const label = (option: string) =>
    own.getByRole('group', { name: option, exact: true }).getByRole('textbox', { name: 'Rótulo' });
  await label('Opção 1').fill('Loja');
  await own.getByRole('button', { name: 'Incluir opção' }).click();
  await label('Opção 2').fill('Site');
  await own.getByRole('switch', { name: 'Filtro da lista' }).check();
  // The set's examples do not contain the field yet.
  await page.getByRole('button', { name: 'Aceitar os novos resultados' }).click();
  await page.getByRole('button', { name: /^Inverter/ }).click();
  await untilNoProblems(page);

  const shown = preview(page);
  const validate = shown.getByRole('button', { name: 'Conferir como quem preenche' });
  await shown.getByRole('combobox', { name: new RegExp(field) }).waitFor();
  await validate.click();
  await shown.getByText('Há o que corrigir acima.').waitFor();
  await choose(shown, new RegExp(field), 'Site');
  await validate.click();
  await shown.getByText('Tudo certo: seria aceito.').waitFor();
  await expectAccessibleAndFitting(page, 'the editor of fields');

  const before = await publishedVersion(page, 'fields/cliente');
  const changes = await publish(page, 'O comercial precisa saber por onde cada cliente compra.');
  assert.match(changes, new RegExp(field));
  return before;
}
