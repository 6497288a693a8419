import type { Locator, Page } from 'playwright-core';
import { FLOATING } from '../axe.ts';
import { type Check, DESKTOP } from './checkPage.ts';
import type { ScreenDriver } from './stage.ts';
import type { Show } from './stops.ts';

/** Maximum number of a screen's declared popups that are opened. */
const MAX_POPUPS = 8;
/** Time that a dialog may take on a busy machine, in milliseconds. */
const OPENS = 10_000;
/** Time for which the result must stay the same to be accepted, in milliseconds. */
const STABLE_MS = 150;

interface Opened {
  address: string;
  /** Names of buttons that open something; those that declare it themselves are found automatically. */
  named: readonly (string | RegExp)[];
  /** Popups already opened on other screens: the same name opens the same thing. */
  known: Set<string>;
  show: Show;
}

/** Opens a screen's popups one after the other. */
export async function openEach(
  { page, go }: ScreenDriver,
  { address, named, known, show }: Opened,
  look: Check,
) {
  await page.setViewportSize(DESKTOP);
  const fresh = (await existingPopups(page)).filter((name) => {
    const kind = name.replace(/\d+/g, '0');
    return !known.has(kind) && known.add(kind);
  });
  for (const name of [...named, ...fresh.slice(0, MAX_POPUPS)]) {
    await page.setViewportSize(DESKTOP);
    await look(async () => {
      await open(page, `${address}: '${name}' opens nothing`, name);
      await show(`${address}, '${name}'`, true);
    });
    if (!(await closed(page))) await page.goto(address);
    if (new URL(page.url()).pathname !== address.split('?')[0]) await go(address);
  }
  await page.setViewportSize(DESKTOP);
}

/** What a phone folds into a menu remains for a moment after the window is resized for a desktop. */
async function existingPopups(page: Page): Promise<string[]> {
  let seen: string[];
  let now = await popups(page);
  do {
    seen = now;
    await page.waitForTimeout(STABLE_MS);
    now = await popups(page);
  } while (seen.join() !== now.join());
  return now;
}

const popups = (page: Page): Promise<string[]> =>
  page
    .locator('main [aria-haspopup]:visible:enabled')
    .evaluateAll((all) =>
      all
        .map((each) => (each.getAttribute('aria-label') || (each as HTMLElement).innerText).trim())
        .filter(Boolean),
    );

async function open(page: Page, otherwise: string, name: string | RegExp) {
  const opener = page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('combobox', { name, exact: true }));
  try {
    await opener.first().click({ timeout: OPENS });
    await floating(page).first().waitFor({ timeout: OPENS });
  } catch {
    throw new Error(otherwise);
  }
}

/** Presses Esc once per layer. */
async function closed(page: Page): Promise<boolean> {
  for (let layers = 0; layers < 3; layers++) {
    await page.keyboard.press('Escape');
    try {
      await floating(page).first().waitFor({ state: 'hidden', timeout: 1_000 });
      return true;
    } catch {
      // Continues with the next one.
    }
  }
  return (await floating(page).count()) === 0;
}

const floating = (page: Page): Locator => page.locator(FLOATING).filter({ visible: true });
