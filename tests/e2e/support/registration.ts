import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Helpers of the journeys for registering a customer. */

export const proceed = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true }).click();

/** Chooses the first option of a list, where any will do. */
export async function chooseFirst(page: Page, name: RegExp) {
  await page.getByRole('combobox', { name }).click();
  await page
    .getByRole('option')
    .filter({ hasNotText: /^Escolha/ })
    .first()
    .click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Waits until a group of address fields is filled in with this state, by its postal code. */
export const seeState = (address: Locator, state: string) =>
  eventually(
    () => address.getByRole('combobox', { name: /Estado/ }).inputValue(),
    (shown) => shown === state,
    `the state is ${state}`,
  );

export async function addReference(page: Page, number: number) {
  await page.getByRole('button', { name: /^Incluir refer/ }).click();
  const row = page.getByRole('group', { name: new RegExp(`^Refer.* ${number}$`) });
  await row.getByRole('textbox', { name: /Nome/ }).fill(`Atacado ${number}`);
  await row.getByRole('textbox', { name: /Telefone/ }).fill('1133224455');
  await row.getByRole('combobox', { name: /Estado|UF/ }).click();
  await page.getByRole('option', { name: 'São Paulo' }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await row.getByRole('textbox', { name: /Cidade/ }).fill('Guarulhos');
}

/** From the last step, past the warning about duplicates, to the server's message. */
export async function finish(page: Page) {
  const done = page.getByText(/Cliente cadastrado com sucesso/);
  const anyway = page.getByRole('button', { name: 'Cadastrar mesmo assim' });
  await page.getByRole('button', { name: 'Finalizar' }).click();
  await done.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await done.waitFor();
}
