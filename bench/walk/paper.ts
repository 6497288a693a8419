import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ADMIN, openSignedIn, visit } from '#tests/e2e/support/browser.ts';
import { createScreenDriver } from '#tests/e2e/support/everyScreen/stage.ts';
import { screensOf } from '#tests/e2e/support/everyScreen/walk.ts';
import { paperFindings } from '#tests/e2e/support/paper.ts';
import { type Measure, printHead, printRow } from './measure.ts';

const FOLDER = path.resolve('test-results/paper');

/** Every screen printed to a PDF in test-results/paper, to be looked at, and what is wrong with its layout. */
export const paper: Measure = async (browser, only) => {
  mkdirSync(FOLDER, { recursive: true });
  const results: [name: string, findings: string[]][] = [];
  await visit(browser, { width: 1440, scheme: 'dark' }, async (page) => {
    await openSignedIn(page, ADMIN, '/home');
    const stage = createScreenDriver(page);
    for (const { name, stop } of screensOf('a', 'z').filter((each) => only.test(each.name))) {
      try {
        await page.emulateMedia({ media: 'screen' });
        await page.setViewportSize({ width: 1440, height: 900 });
        const address = stop.at ? await stop.at(stage) : name;
        if (!address?.startsWith('/')) continue;
        await stage.go(address);
        const report = page.getByRole('button', { name: 'Gerar relatório' });
        if (await report.isVisible()) await report.click();
        await page.waitForTimeout(500);
        await stage.settled();
        const findings = await paperFindings(page);
        const file = path.join(FOLDER, `${name.replace(/\W+/g, '-').replace(/^-/, '')}.pdf`);
        await page.pdf({ path: file, preferCSSPageSize: true, printBackground: false });
        results.push([name, findings]);
      } catch (error) {
        results.push([name, [String(error).split('\n')[0] ?? '']]);
      }
    }
  });
  const wrong = results.filter(([, findings]) => findings.length > 0);
  printHead(['screen', 'findings']);
  for (const [name, findings] of wrong) printRow([name, findings.slice(0, 5).join('; ')]);
  console.log(`\n${results.length} screens are in ${FOLDER}; ${wrong.length} of them have findings`);
  return wrong.length === 0;
};
