import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN, arrive, launch, OPERATOR, visit } from './support/browser.ts';
import { addRequiredField } from './support/schemas/addRequiredField.ts';
import { fileDropped } from './support/schemas/fileDropped.ts';
import { makeReport } from './support/schemas/makeReport.ts';
import { meetsTheField } from './support/schemas/meetsTheField.ts';
import { namesOfRun } from './support/schemas/names.ts';
import { takenBack } from './support/schemas/takenBack.ts';
import { usesTheReport } from './support/schemas/usesTheReport.ts';

const DESK = { width: 1280, scheme: 'light' } as const;

describe('what an administrator defines', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('a field and a report are published, used by an operator with no reload of the server, and taken back', async () => {
    const names = namesOfRun();
    await visit(browser, DESK, (admin) =>
      // Signed in before anything changes, and never reloaded because of it.
      visit(browser, DESK, async (operator) => {
        await arrive(admin, ADMIN);
        await arrive(operator, OPERATOR);
        const before = await addRequiredField(admin, names);
        const customer = await meetsTheField(operator, names);
        const choice = await makeReport(admin, operator, names);
        await usesTheReport(operator, names, choice);
        await takenBack({ admin, operator, names, customer, before });
      }),
    );
  });

  it('a file that is dropped into the folder holds within seconds, and a broken one does no harm', async () => {
    await visit(browser, DESK, async (admin) => {
      await arrive(admin, ADMIN);
      await fileDropped(admin, namesOfRun());
    });
  });
});
