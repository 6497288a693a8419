import type { Page } from 'playwright-core';
import { openScreen } from './browser.ts';

const open = async (page: Page) => {
  await openScreen(page, '/primeiros-passos');
  await page.getByRole('list').filter({ hasText: 'Cadastrar as filiais' }).waitFor();
};

/** Presses the button of a step. */
export async function nextStep(page: Page, step: string, action: string) {
  await open(page);
  await page.getByRole('listitem', { name: step }).getByRole('link', { name: action, exact: true }).click();
}

/** Follows an alternative way of a step. */
export async function stepWay(page: Page, step: string, way: string) {
  await open(page);
  await page.getByRole('link', { name: `${step}: ${way}` }).click();
}

/** Loads the page, because an open one shows the last count until it has asked again. */
export async function stepCount(page: Page): Promise<string> {
  await page.goto('/primeiros-passos');
  return page.getByText(/^\d+ de \d+ feitos$/).innerText();
}
