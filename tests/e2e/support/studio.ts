import type { Locator, Page } from 'playwright-core';
import { read } from './tickets.ts';

/** What the journeys touch of the studio. */

/** The list of every part, also of those that the picture does not show; answers what closes it. */
export async function openParts(page: Page): Promise<Locator> {
  const all = page.getByRole('button', { name: 'Todas as partes' });
  if ((await all.getAttribute('aria-expanded')) === 'false') await all.click();
  return all;
}

/** A part of the definition that is edited, by its list and its name. */
export async function choosePart(page: Page, list: string, name: RegExp) {
  const all = await openParts(page);
  await page
    .getByRole('list', { name: list, exact: true })
    .locator('button[data-part]', { hasText: name })
    .click();
  await all.click();
}

/** What is done to the part that is chosen in the picture. */
export const tools = (page: Page) => page.getByRole('toolbar', { name: 'Mudar o desenho' });

/** Opens a select and takes an option of it. */
export async function choose(within: Page | Locator, name: RegExp, option: string | RegExp) {
  const page = 'page' in within ? within.page() : within;
  await within.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** The input of a place of the definition. */
export const placeOf = (page: Page, pointer: string) => page.locator(`[data-pointer="${pointer}"]`);

export const preview = (page: Page) => page.getByRole('region', { name: 'Prévia', exact: true });

/** What was written holds: the checks of the server found nothing. */
export const sound = (page: Page) => page.getByText('Nenhum problema', { exact: true }).waitFor();

/** Through the dialog, with a note; answers the sentences of what changes. */
export async function publish(page: Page, note: string): Promise<string> {
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publicar/ });
  await dialog.getByRole('textbox', { name: 'Nota' }).fill(note);
  const go = dialog.getByRole('button', { name: /^Publicar versão \d+$/ });
  const warned = dialog.getByRole('checkbox', { name: 'Li os avisos e quero publicar assim' });
  await dialog.getByRole('listitem').first().waitFor();
  if (await warned.isVisible()) await warned.check();
  const changes = await dialog.innerText();
  await go.click();
  await page.getByText(/^Versão \d+ publicada\. Já vale para todos\.$/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  return changes;
}

/** Goes back to an older version from the list of versions. */
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
