import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN, launch, OPERATOR, openSignedIn, visit } from '../support/browser.ts';
import { addRequiredField } from '../support/schemas/addRequiredField.ts';
import { fileDropped } from '../support/schemas/fileDropped.ts';
import { fillNewField } from '../support/schemas/fillNewField.ts';
import { makeReport } from '../support/schemas/makeReport.ts';
import { namesOfRun } from '../support/schemas/names.ts';
import { revertChanges } from '../support/schemas/revertChanges.ts';
import { runReport } from '../support/schemas/runReport.ts';

const DESKTOP = { width: 1280, scheme: 'light' } as const;

describe('definitions by an administrator', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('of a field and a report reach an operator without a restart, and can be undone', async () => {
    const names = namesOfRun();
    await visit(browser, DESKTOP, (admin) =>
      // Signed in before anything changes, and never reloaded because of it.
      visit(browser, DESKTOP, async (operator) => {
        await openSignedIn(admin, ADMIN);
        await openSignedIn(operator, OPERATOR);
        const before = await addRequiredField(admin, names);
        const customer = await fillNewField(operator, names);
        const choice = await makeReport(admin, operator, names);
        await runReport(operator, names, choice);
        await revertChanges({ admin, operator, names, customer, before });
      }),
    );
  });

  it('take effect within seconds from a dropped file, and a broken one does no harm', async () => {
    await visit(browser, DESKTOP, async (admin) => {
      await openSignedIn(admin, ADMIN);
      await fileDropped(admin, namesOfRun());
    });
  });
});
