import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/**
 * End consumers read 'solicitação': no visible text or accessible label may say 'ticket', and no word on its own may
 * agree with it ('Todos 12').
 */
export async function expectConsumersWords(page: Page, what: string) {
  assert.deepEqual(await page.evaluate(staffWords), [], `${what}, read by a consumer`);
}

function staffWords() {
  const said = [document.title, document.body.innerText];
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      said.push(element.getAttribute(name) ?? '');
  const lines = said.flatMap((text) => text.split('\n'));
  return [...new Set(lines.filter((line) => /\btickets?\b|^(Todos|Movimentados)\b/i.test(line)))];
}
