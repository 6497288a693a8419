import type { Browser, Page } from 'playwright-core';
import { openSession, type Person } from './browser.ts';

/** Runs commands as a person other than the one whose screen is tested; no page is loaded for them. */
export async function asPerson<T>(
  browser: Browser,
  person: Person,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL as string });
  try {
    const page = await context.newPage();
    await openSession(page, person);
    return await work(page);
  } finally {
    await context.close();
  }
}
