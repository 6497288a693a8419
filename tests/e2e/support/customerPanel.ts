import type { Page } from 'playwright-core';
import { read } from './tickets/tickets.ts';

/** Helpers of the journeys for the customer panel. */

interface Customer {
  id: number;
  razSoc: string;
}

export const rail = (page: Page) => page.getByRole('navigation', { name: 'Abas do cliente' });

export const panelTab = (page: Page, name: string) =>
  page.getByRole('region', { name: `Aba ${name}`, exact: true });

/** Finds one of the person's customers by name from any screen, without the mouse. */
export async function openPanel(page: Page): Promise<Customer> {
  const { itens } = await read<{ itens: Customer[] }>(page, '/callcenter/clientes?take=1');
  const customer = itens[0];
  if (!customer) throw new Error('nobody sells to a customer');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Buscar tickets, clientes, telas e ações' });
  await field.pressSequentially(customer.razSoc);
  const hit = page.getByRole('group', { name: 'Clientes' }).getByRole('option').first();
  await hit.waitFor();
  while ((await hit.getAttribute('aria-selected')) !== 'true') await field.press('ArrowDown');
  await field.press('Enter');
  await page.waitForURL(`**/clientes/${customer.id}`);
  await rail(page).waitFor();
  return customer;
}

/** Opens every group of the rail, so that all tabs are there. */
export async function openGroups(page: Page) {
  // `count` does not wait for the rail.
  await rail(page).waitFor();
  const closed = rail(page).locator('button[aria-expanded=false]');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** As shown in the rail, without the counter. */
export async function tabNames(page: Page): Promise<string[]> {
  await openGroups(page);
  return rail(page).getByRole('listitem').locator('.title').allInnerTexts();
}

export async function openTab(page: Page, name: string) {
  await openGroups(page);
  await rail(page)
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
  await panelTab(page, name).waitFor();
  await settled(page);
}

/** Waits until nothing is loading. */
export const settled = (page: Page) =>
  page.getByRole('main').locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
