import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { tools, untilNoProblems } from '../studio.ts';
import { discardDraft, draftOf, type InputDevice, pick } from './hands.ts';

/** Adds a step in the middle of the first transition, names it, connects it with another and moves it. */
export async function buildsStep(page: Page, key: string, hands: InputDevice) {
  await page.goto(`/configuracao/flows/${key}`);
  const picture = page.getByRole('group', { name: 'Desenho do fluxo' });
  await page.getByRole('region', { name: /^Fluxo: / }).waitFor();
  const way = picture.locator('[data-at="/transicoes/0"]');
  if (hands === 'mouse') await way.locator('.hit').dispatchEvent('click');
  else await pick(way, hands);
  await page.getByRole('region', { name: /^Caminho: / }).waitFor();

  if (hands === 'mouse') await tools(page).getByRole('button', { name: 'Etapa' }).click();
  else await page.keyboard.press('Insert');
  const step = page.getByRole('region', { name: /^Etapa: / });
  if (hands === 'keys') {
    // A second Enter moves the focus to the name.
    await picture.getByRole('button', { name: 'Nova etapa 1' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await step.getByRole('textbox', { name: 'Nome' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Triagem');
  } else await step.getByRole('textbox', { name: 'Nome' }).fill('Triagem');
  const made = picture.getByRole('button', { name: /^Triagem/ });
  await made.waitFor();
  await untilNoProblems(page);
  await expectAccessibleAndFitting(page, `the picture of ${key}`);

  if (hands === 'keys') {
    await made.focus();
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  } else {
    await tools(page).getByRole('button', { name: 'Ligar' }).click();
    await picture.locator('[data-at="/etapas/3"]').click();
  }
  await page.getByRole('region', { name: /^Caminho: Ir para / }).waitFor();
  const flow = await draftOf<Flow>(
    page,
    `flows/${key}`,
    ({ transicoes }) => transicoes.filter(({ de }) => de === 'TRIAGEM').length === 2,
  );
  assert.equal(flow.etapas[1]?.chave, 'TRIAGEM', 'behind the step that the way came from');
  if (hands === 'keys') await page.keyboard.press('Delete');
  else await tools(page).getByRole('button', { name: 'Retirar' }).click();
  await draftOf<Flow>(
    page,
    `flows/${key}`,
    ({ transicoes }) => transicoes.filter(({ de }) => de === 'TRIAGEM').length === 1,
  );
  await picture.getByRole('button', { name: /^Triagem/ }).click();
  await step.waitFor();
  if (hands === 'keys') await discardDraft(page);
}
