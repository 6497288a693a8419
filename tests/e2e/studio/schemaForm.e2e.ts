import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN, LOOKS, launch, openSignedIn, visit } from '../support/browser.ts';

const schema = {
  type: 'object',
  properties: { tipo: { type: 'string', enum: ['PF', 'PJ'] } },
  required: ['tipo'],
  allOf: [
    {
      if: { properties: { tipo: { const: 'PJ' } }, required: ['tipo'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema
      then: { properties: { cnpj: { type: 'string', format: 'cnpj' } }, required: ['cnpj'] },
    },
  ],
};

describe('compiled rules of a form', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('run as our own module under the content security policy, which blocks eval', async () => {
    const [look] = LOOKS;
    assert.ok(look);
    await visit(browser, look, async (page) => {
      await openSignedIn(page, ADMIN, '/home');
      const verdicts = await page.evaluate(async (draft) => {
        const answer = await fetch('/config/formularios/previa', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', App: 'balcao' },
          body: JSON.stringify({ schema: draft, ui: {} }),
        });
        const { validador } = (await answer.json()) as { validador: string };
        const { validar, c0 } = (await import(validador)) as Record<string, (data: unknown) => boolean>;
        return [
          validar?.({ tipo: 'PJ', cnpj: '12ABC34501DE35' }),
          validar?.({ tipo: 'PJ', cnpj: '11222333000180' }),
          c0?.({ tipo: 'PJ' }),
          c0?.({}),
        ];
      }, schema);
      assert.deepEqual(verdicts, [true, false, true, false]);
    });
  });
});
