import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN, LOOKS, launch, openScreen, openSignedIn, visit } from '../support/browser.ts';
import { paperFindings } from '../support/paper.ts';

const LISTS = ['/tickets', '/clientes', '/orcamentos', '/pedidos', '/coletas', '/objetivos', '/dashboard'];

describe('printed lists and dashboards', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const look of LOOKS)
    it(`keep their headings and carry the company's head, from ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, ADMIN);
        const findings: string[] = [];
        for (const address of LISTS) {
          await page.emulateMedia({ media: 'screen' });
          await page.setViewportSize({ width: look.width, height: 800 });
          await openScreen(page, address);
          await drawn(page);
          findings.push(...(await paperFindings(page)).map((finding) => `${address}: ${finding}`));
        }
        assert.deepEqual(findings, []);
      });
    });

  it('says what the rows were filtered by, and draws the bars in colour', async () => {
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await openScreen(page, `/clientes?filter=${encodeURIComponent(JSON.stringify({ q: 'Mercado' }))}`);
      await drawn(page);
      assert.deepEqual(await paperFindings(page), []);
      assert.match(await page.locator('main').innerText(), /Busca: Mercado/);
      await page.emulateMedia({ media: 'screen' });
      await openScreen(page, '/objetivos');
      await drawn(page);
      await page.emulateMedia({ media: 'print' });
      const ground = await page
        .locator('.MuiLinearProgress-bar')
        .first()
        .evaluate((bar) => getComputedStyle(bar).backgroundColor);
      assert.notEqual(ground, 'rgba(0, 0, 0, 0)');
      await page.emulateMedia({ media: 'screen' });
      await page.waitForFunction(() => document.documentElement.dataset.tema === 'dark');
    });
  });
});

/** The rows are there, and so is the head, which is fetched after everything else. */
async function drawn(page: Page) {
  await page.locator('main :is([data-rows], tbody tr td, figure, svg)').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[data-paper-head]').waitFor({ state: 'attached' });
  await page.waitForFunction(() => !document.querySelector('main :is(.MuiSkeleton-root, [aria-busy=true])'));
}
