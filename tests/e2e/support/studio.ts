import type { Locator, Page } from 'playwright-core';
import { read } from './tickets/tickets.ts';

/** Helpers of the journeys for the studio. */

/** Opens the list of all parts, including those that the picture does not show; returns the button that closes it. */
export async function openParts(page: Page): Promise<Locator> {
  const all = page.getByRole('button', { name: 'Todas as partes' });
  if ((await all.getAttribute('aria-expanded')) === 'false') await all.click();
  return all;
}

/** Selects a part of the definition being edited, by its list and name. */
export async function choosePart(page: Page, list: string, name: RegExp) {
  const all = await openParts(page);
  await page
    .getByRole('list', { name: list, exact: true })
    .locator('button[data-part]', { hasText: name })
    .click();
  await all.click();
}

/** The toolbar for the part selected in the picture. */
export const tools = (page: Page) => page.getByRole('toolbar', { name: 'Mudar o desenho' });

/** Opens a select and chooses one of its options. */
export async function choose(within: Page | Locator, name: RegExp, option: string | RegExp) {
  const page = 'page' in within ? within.page() : within;
  await within.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** The input for a place in the definition. */
export const placeOf = (page: Page, pointer: string) => page.locator(`[data-pointer="${pointer}"]`);

export const preview = (page: Page) => page.getByRole('region', { name: 'Prévia', exact: true });

/** Waits until the server's checks have found no problems. */
export const untilNoProblems = (page: Page) => page.getByText('Nenhum problema', { exact: true }).waitFor();

/** Publishes through the dialog with a note; returns the sentences about what changes. */
export async function publish(page: Page, note: string): Promise<string> {
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publicar/ });
  await dialog.getByRole('textbox', { name: 'Nota' }).fill(note);
  const go = dialog.getByRole('button', { name: /^Publicar versão \d+$/ });
  const warned = dialog.getByRole('checkbox', { name: 'Li os avisos e quero publicar assim' });
  await dialog.locator('section', { hasText: 'O que muda' }).getByRole('listitem').first().waitFor();
  if (await warned.isVisible()) await warned.check();
  const changes = await dialog.innerText();
  await go.click();
  await page.getByText(/^Versão \d+ publicada\. Já vale para todos\.$/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  return changes;
}

/** Rolls back to an older version from the list of versions. */
export async function rollBack(page: Page, version: number, note: string) {
  await page.getByRole('tab', { name: 'Versões' }).click();
  const entry = page.getByRole('list', { name: 'Versões' }).getByRole('listitem');
  await entry
    .filter({ has: page.getByText(`Versão ${version}`, { exact: true }) })
    .getByRole('button', { name: 'Voltar a esta versão' })
    .click();
  const dialog = page.getByRole('dialog', { name: `Voltar à versão ${version}?` });
  await dialog.getByRole('textbox', { name: 'Nota' }).fill(note);
  await dialog.getByRole('button', { name: 'Voltar a esta versão' }).click();
  await page.getByText(new RegExp(`publicada com o conteúdo da ${version}\\.$`)).waitFor();
  await dialog.waitFor({ state: 'detached' });
}

export async function publishedVersion(page: Page, definition: string): Promise<number> {
  const { data } = await read<{ data: { versaoPublicada: number } }>(
    page,
    `/config/definicoes/${definition}`,
  );
  return data.versaoPublicada;
}
