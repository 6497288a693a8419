import type { Locator, Page } from 'playwright-core';

/** The input device used by a journey. */
export type InputDevice = 'mouse' | 'keys';

/** Selects a part of a picture, by a click or by focus and Enter. */
export async function pick(part: Locator, hands: InputDevice) {
  if (hands === 'mouse') return part.click();
  // Like a mouse click, it waits until the part can be selected.
  await part.and(part.page().locator(':not(:disabled)')).focus();
  await part.page().keyboard.press('Enter');
}

/** Polls the stored draft of a definition until it is as wanted. */
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

/** Discards this journey's draft, so that others find what they expect. */
export async function discardDraft(page: Page) {
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Descartar rascunho' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar rascunho' }).click();
  await page.getByText('Rascunho descartado.').waitFor();
}
