import type { Page } from 'playwright-core';
import { OPERATOR, openSignedIn, type Person, SUPERVISOR, visit } from '#tests/e2e/support/browser.ts';
import { COUNT_PRESSES, pressesOf } from '#tests/e2e/support/presses.ts';
import { prepareReturn, returnThree } from '#tests/e2e/support/tickets/returnOfThree.ts';
import { type Measure, printHead, printRow } from './measure.ts';

/** What an operator, or who leads them, does with the queue. */
interface Journey {
  name: string;
  who: Person;
  /** The most that it may take; what is typed into a message counts too. */
  most: { clicks: number; keys: number };
  /** What the demonstration must have; it is not counted. */
  prepare: (page: Page) => Promise<(page: Page) => Promise<void>>;
}

const LOOK = { width: 1280, scheme: 'light' } as const;

/** Counts the presses of an hour at the queue, from the screen on which the work begins. */
export const operator: Measure = async (browser, only) => {
  printHead(['percurso', 'cliques', 'teclas', 'no máximo', 'segundos']);
  let held = true;
  for (const { name, who, most, prepare } of JOURNEYS) {
    if (!only.test(name)) continue;
    await visit(browser, LOOK, async (page) => {
      await openSignedIn(page, who);
      const run = await prepare(page);
      await page.evaluate(COUNT_PRESSES);
      const begun = Date.now();
      try {
        await run(page);
      } catch (error) {
        held = false;
        console.error(`${name}: ${String(error).split('\n')[0]}`);
      }
      const made = await pressesOf(page);
      if (made.clicks > most.clicks || made.keys > most.keys) held = false;
      const seconds = Math.round((Date.now() - begun) / 1000);
      printRow([name, made.clicks, made.keys, `${most.clicks} e ${most.keys}`, seconds]);
    });
  }
  return held;
};

const ANSWER = 'Feito';
const WAITING = '/tickets?filter=%7B%22semOperador%22%3A%22true%22%7D';

const JOURNEYS: readonly Journey[] = [
  {
    name: 'devolução de três produtos de duas notas',
    who: OPERATOR,
    // The customer's code, and the list from the clipboard.
    most: { clicks: 12, keys: 8 },
    async prepare(page) {
      await page.goto('/home');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const given = await prepareReturn(page);
      return () => returnThree(page, given);
    },
  },
  {
    name: 'responder dois tickets seguidos',
    who: OPERATOR,
    // R, the answer and Ctrl+Shift+Enter; on the second ticket the text field is ready.
    most: { clicks: 0, keys: 3 + 2 * ANSWER.length },
    async prepare(page) {
      await page.goto('/tickets?filter=%7B%22status%22%3A%5B%22EM_ATENDIMENTO%22%5D%7D');
      await page.locator('[data-rows] [data-open]').first().click();
      const message = page.getByRole('textbox', { name: 'Mensagem' });
      await message.waitFor();
      return async () => {
        await page.keyboard.press('r');
        for (let at = 0; at < 2; at += 1) {
          const before = page.url();
          await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
          await page.keyboard.type(ANSWER);
          await page.keyboard.press('Control+Shift+Enter');
          await page.waitForURL((address) => address.href !== before);
          await page.getByRole('heading', { name: page.url().split('/').at(-1) ?? '' }).waitFor();
        }
      };
    },
  },
  {
    name: 'tickets sem responsável distribuídos',
    who: SUPERVISOR,
    // Select the page, select all, Mais ações, Distribuir, confirm.
    most: { clicks: 5, keys: 0 },
    async prepare(page) {
      await page.goto(WAITING);
      await page.locator('[data-rows] [data-open]').first().waitFor();
      return async () => {
        await page.getByRole('checkbox', { name: /^Selecionar tod/ }).click();
        await page.getByRole('button', { name: /^Selecionar todos os/ }).click();
        await page.getByRole('button', { name: 'Mais ações' }).click();
        await page.getByRole('menuitem', { name: 'Distribuir' }).click();
        const dialog = page.getByRole('dialog', { name: /^Distribuir/ });
        await dialog.getByRole('list', { name: 'Quem recebe' }).waitFor();
        await dialog.getByRole('button', { name: 'Distribuir' }).click();
        await dialog.getByText(/distribuídos?/).waitFor({ timeout: 120_000 });
      };
    },
  },
];
