import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { preview, tools } from '../studio.ts';
import { discardDraft, draftOf, type InputDevice } from './hands.ts';

/**
 * Adds a field after another one that is selected in the form itself; its key follows its title, and it is still new after a
 * reload.
 */
export async function buildsField(page: Page, hands: InputDevice) {
  await page.goto('/configuracao/fields/cliente');
  const form = preview(page);
  const first = form.locator('[data-campo] input:not([aria-hidden])').first();
  await first.waitFor();
  // A field is selected when it receives focus, by a click or by Tab.
  if (hands === 'mouse') await first.click();
  else await first.focus();
  const chosen = page.getByRole('region', { name: /^Campo \w+: / });
  await chosen.waitFor();
  await expectAccessibleAndFitting(page, 'the picture of the extra fields');
  const add = tools(page).getByRole('button', { name: 'Campo' });
  if (hands === 'mouse') await add.click();
  else {
    await add.focus();
    await page.keyboard.press('Enter');
  }
  const title = chosen.getByRole('textbox', { name: 'Título' });
  await title.fill('Feito no desenho');
  await page.getByRole('region', { name: 'Campo feitoNoDesenho: Feito no desenho' }).waitFor();
  await form.getByRole('textbox', { name: 'Feito no desenho' }).waitFor();
  const before = await placeOfField(page);
  if (hands === 'mouse') await tools(page).getByRole('button', { name: 'Antes' }).click();
  else {
    await form.getByRole('textbox', { name: 'Feito no desenho' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
  }
  await draftOf<ExtraFieldsDefinition>(
    page,
    'fields/cliente',
    ({ campos }) => campos.findIndex(({ chave }) => chave === 'feitoNoDesenho') === before - 1,
  );
  await page.reload();
  await form.getByRole('textbox', { name: 'Feito no desenho' }).click();
  await chosen.getByRole('textbox', { name: 'Título' }).fill('Feito ao lado');
  await page.getByRole('region', { name: 'Campo feitoAoLado: Feito ao lado' }).waitFor();
  await tools(page).getByRole('button', { name: 'Excluir' }).click();
  const left = await draftOf<ExtraFieldsDefinition>(page, 'fields/cliente', ({ campos }) =>
    campos.every(({ titulo }) => titulo !== 'Feito ao lado'),
  );
  assert.ok(left.campos.length > 0);
  await discardDraft(page);
}

const placeOfField = async (page: Page) =>
  (
    await draftOf<ExtraFieldsDefinition>(page, 'fields/cliente', ({ campos }) =>
      campos.some(({ chave }) => chave === 'feitoNoDesenho'),
    )
  ).campos.findIndex(({ chave }) => chave === 'feitoNoDesenho');
