import type { Browser, Page } from 'playwright-core';
import type { Person } from './browser.ts';

/** Commands of another person than the one whose screen is walked; no page is loaded for them. */
export async function asPerson<T>(
  browser: Browser,
  { cpf }: Person,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL as string });
  try {
    const page = await context.newPage();
    const answer = await page.request.post('/login/sac', {
      data: { cpf, senha: 'balcao-demo' },
      headers: { App: 'balcao' },
    });
    if (!answer.ok()) throw new Error(`sign-in of ${cpf}: ${answer.status()} ${await answer.text()}`);
    return await work(page);
  } finally {
    await context.close();
  }
}
