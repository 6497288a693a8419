import type { Page } from 'playwright-core';

/**
 * Counts presses of the pointer and of keys by the page's own events, over the pages of a tab, so that nothing that a person does is
 * forgotten. A key that is held down counts once, and those that only change others do not. As text, because a page has none of the
 * helpers that a compiled function calls.
 */
export const COUNT_PRESSES = `
  const add = (key) => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
  addEventListener('pointerdown', (event) => event.isTrusted && add('presses:clicks'), true);
  addEventListener('keydown', (event) => {
    const isOwn = event.isTrusted && !event.repeat;
    if (isOwn && !['Alt', 'Control', 'Meta', 'Shift'].includes(event.key)) add('presses:keys');
  }, true);`;

export const pressesOf = (page: Page) =>
  page.evaluate(() => ({
    clicks: Number(sessionStorage.getItem('presses:clicks') ?? 0),
    keys: Number(sessionStorage.getItem('presses:keys') ?? 0),
  }));
