import type { Browser, Locator, Page } from 'playwright-core';
import { FLOATING } from '#tests/e2e/support/axe.ts';
import { launch } from '#tests/e2e/support/browser.ts';
import { serveForms } from '../forms/serveForms.ts';

const PLAIN_FIELDS = 30;
/** Fields of one screen or dialog that are typed in: those at both ends and in the middle. */
const MAX_FIELDS = 3;
/** Between two keys, in milliseconds. */
const DELAY = 60;
/** Within which the search that the first keys began has been answered and drawn: it is no key's cost. */
const SEARCHED = 1_500;
/** In which what a key started late counts too, in milliseconds; less than the pause after which a list searches. */
const AFTER = 350;
export const TYPED = 'distribuidora';

const FIELDS = [
  'input:not([type]), input[type=text], input[type=search], input[type=email], input[type=tel], input[type=url]',
  'textarea:not([aria-hidden])',
  '[contenteditable=true]',
].join(', ');

/** The fields in what floats on top, or on the page itself. */
export async function fieldsOf(page: Page, floating: boolean): Promise<Locator[]> {
  const within = floating
    ? page.locator(FLOATING).filter({ visible: true }).last()
    : page.locator('#conteudo');
  const fields = within.locator(FIELDS).locator('visible=true');
  const usable: Locator[] = [];
  for (const field of await fields.all()) if (await field.isEditable().catch(() => false)) usable.push(field);
  const last = usable.length - 1;
  const chosen = last < MAX_FIELDS ? usable : [0, Math.floor(last / 2), last].map((at) => usable[at]);
  return chosen.filter((field) => field !== undefined);
}

export const nameOf = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    const { labels, placeholder } = element as HTMLInputElement;
    const name = element.getAttribute('aria-label') || labels?.[0]?.textContent || placeholder;
    const role = element.getAttribute('role') === 'combobox' ? ' (lista)' : '';
    return `${(name || element.tagName).replace(/\s+/g, ' ').trim().slice(0, 40)}${role}`;
  });

/** What is measured while somebody types: `begin` before the first key that counts, `end` once the last has had its effect. */
export interface Watch<T> {
  begin: () => Promise<void>;
  end: () => Promise<T>;
}

/** Types into the field and leaves it as it was. */
export async function typeInto<T>(page: Page, field: Locator, { begin, end }: Watch<T>): Promise<T> {
  await field.focus();
  const before = await field.evaluate((element) =>
    'value' in element ? String(element.value) : (element.textContent ?? ''),
  );
  await page.keyboard.press('End');
  // What is loaded or compiled with the first keys is not what a key costs.
  await page.keyboard.type('ab', { delay: DELAY });
  await page.waitForTimeout(SEARCHED);
  await begin();
  await page.keyboard.type(TYPED, { delay: DELAY });
  await page.waitForTimeout(AFTER);
  const measured = await end();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  if (before) await page.keyboard.insertText(before);
  return measured;
}

export interface PlainForm {
  page: Page;
  field: Locator;
  close: () => Promise<void>;
}

/** The form of the benchmark `forms` that a careful programmer would write by hand, in a browser of its own. */
export async function openPlainForm(
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<PlainForm> {
  const served = await serveForms([]);
  const browser: Browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await prepare(page);
  await page.goto(served.address);
  await page.waitForFunction(() => 'formsBench' in window);
  await page.evaluate((count) => window.formsBench.mount('plain', count), PLAIN_FIELDS);
  return {
    page,
    field: page.locator('input').nth(7),
    close: async () => {
      await browser.close();
      await served.close();
    },
  };
}
