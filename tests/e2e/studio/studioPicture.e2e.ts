import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN, launch, openSignedIn, visit } from '../support/browser.ts';
import { buildsColumn } from '../support/studio/buildsColumn.ts';
import { buildsField } from '../support/studio/buildsField.ts';
import { buildsStep } from '../support/studio/buildsStep.ts';

describe("building in the studio's picture, without JSON", () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('works with the mouse at 1280 px', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await buildsStep(page, 'DUVIDA', 'mouse');
      await buildsColumn(page, 'devolucoes-por-motivo', 'mouse');
      await buildsField(page, 'mouse');
    });
  });

  it('works by keyboard in dark mode', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await buildsStep(page, 'RECLAMACAO_GERAL', 'keys');
      await buildsColumn(page, 'devolucoes-por-produto', 'keys');
      await buildsField(page, 'keys');
    });
  });

  it('works on a phone', async () => {
    await visit(browser, { width: 360, scheme: 'light' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await buildsStep(page, 'PRORROGACAO', 'mouse');
      assert.ok(await page.getByRole('region', { name: /^Etapa: / }).isVisible());
    });
  });
});
