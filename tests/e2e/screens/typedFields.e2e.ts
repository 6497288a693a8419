import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch, openSignedIn, SELLER, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read } from '../support/tickets/tickets.ts';

const WIDTHS = [1280, 360];

describe('invalid input', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const width of WIDTHS) {
    it(`blocks the form for an invalid day, at ${width} px`, async () => {
      await visit(browser, { width, scheme: 'light' }, async (page) => {
        const form = await openSettings(page);
        const writes = writesOf(page);
        const contact = form.getByRole('switch', { name: 'Não contatar' });
        await contact.click();
        const day = form.getByRole('textbox', { name: 'Dia', exact: true });
        await retype(day, '31/11/2027');
        await save(form).click();
        assert.equal(await day.inputValue(), '31/11/2027');
        await form.getByText('Data inválida').waitFor();
        await page
          .getByRole('alert')
          .getByText(/Corrija antes de continuar: Dia\. Data inválida/)
          .waitFor();
        assert.ok(await day.evaluate((field) => field === document.activeElement));
        assert.equal(writes.length, 0);
        await expectAccessibleAndFitting(page, `an invalid day at ${width}`);
        await retype(day, '30/11/2027');
        await save(form).click();
        await page.getByText('Configurações de atendimento atualizadas com sucesso!').waitFor();
        assert.equal(writes.length, 1);
        assert.match(String(writes[0]?.dtProximoContatoCobranca), /^2027-11-30/);
      });
    });

    it(`keeps an invalid number as it was typed, at ${width} px`, async () => {
      await visit(browser, { width, scheme: 'dark' }, async (page) => {
        const form = await openSettings(page);
        const writes = writesOf(page);
        const days = form.getByRole('textbox', { name: 'Dias entre contatos' });
        // Another number than before, also when the journey runs again: nothing is sent where nothing has changed.
        const next = (Number(await days.inputValue()) % 90) + 1;
        for (const text of ['1,5', '1e309', '1000000000', '-1', '1.5', '15 dias']) {
          await retype(days, text);
          await form.getByRole('switch', { name: 'Sábado' }).click();
          await save(form).click();
          assert.equal(await days.inputValue(), text);
          assert.equal(await days.getAttribute('aria-invalid'), 'true', text);
        }
        assert.equal(writes.length, 0);
        await expectAccessibleAndFitting(page, `a wrong number at ${width}`);
        await retype(days, String(next));
        const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
        await save(form).click();
        assert.equal((await saved).status(), 200);
        assert.deepEqual(
          writes.map(({ frequenciaAtendimento }) => frequenciaAtendimento),
          [next],
        );
      });
    });
  }
});

async function openSettings(page: Page): Promise<Locator> {
  await openSignedIn(page, SELLER);
  const { itens } = await read<{ itens: { id: number }[] }>(page, '/callcenter/clientes?take=1');
  await page.goto(`/clientes/${itens[0]?.id}/frequencia`);
  const form = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByText('Dias entre contatos') });
  await form.waitFor();
  return form;
}

const save = (form: Locator) => form.getByRole('button', { name: 'Salvar Configurações' });

async function retype(field: Locator, text: string) {
  await field.click();
  await field.press('Control+a');
  await field.press('Delete');
  await field.pressSequentially(text);
}

/** The bodies of all writes from here on. */
function writesOf(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/clientes/'))
      bodies.push(request.postDataJSON() as Record<string, unknown>);
  });
  return bodies;
}
