import type { Locator, Page } from 'playwright-core';

/** How a journey acts. */
export type Hands = 'mouse' | 'keys';

/** Chooses a part of a picture: by a press, or by focus and Enter. */
export async function pick(part: Locator, hands: Hands) {
  if (hands === 'mouse') return part.click();
  // Like a press by mouse, it waits for what cannot be chosen yet.
  await part.and(part.page().locator(':not(:disabled)')).focus();
  await part.page().keyboard.press('Enter');
}

/** What the server keeps of a definition, once it says what is wanted. */
export async function draftOf<T>(page: Page, address: string, wanted: (draft: T) => boolean): Promise<T> {
  for (let turn = 0; turn < 60; turn += 1) {
    const draft = await page.evaluate(
      async (url) => (await (await fetch(url)).json()).data.rascunho,
      `/config/definicoes/${address}`,
    );
    if (draft && wanted(draft as T)) return draft as T;
    await page.waitForTimeout(250);
  }
  throw new Error(`the draft of ${address} is not what it should be`);
}

/** What this journey wrote goes, so that another finds what it expects. */
export async function discards(page: Page) {
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Descartar rascunho' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar rascunho' }).click();
  await page.getByText('Rascunho descartado.').waitFor();
}
