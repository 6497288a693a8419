import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Locator, Page } from 'playwright-core';
import { expectAccessible } from '../support/axe.ts';
import {
  dropSession,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  openSignedIn,
  visit,
} from '../support/browser.ts';

const MANAGER = { cpf: '20000000299', name: 'gerente' };
const PASSWORD = 'balcao-demo';
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** A code from an unused half minute, since no code is accepted twice. */
async function nextCode(secret: string, used: string): Promise<string> {
  for (;;) {
    const code = codeOf(secret);
    if (code !== used) return code;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

describe('second factor', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  /** Reads the key and the recovery codes in the setup dialog. */
  async function enrol(page: Page, dialog: Locator) {
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    await expectAccessible(page, 'setting up the second factor');
    await expectNoSidewaysScroll(page);
    const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
    const code = codeOf(secret);
    await dialog.getByLabel('Código do aplicativo').fill(code);
    await dialog.getByRole('button', { name: 'Ativar a verificação' }).click();
    const list = dialog.getByRole('list', { name: 'Códigos de recuperação' });
    await list.waitFor();
    await expectAccessible(page, 'recovery codes');
    const recovery = await list.getByRole('listitem').allTextContents();
    assert.equal(recovery.length, 10);
    await dialog.getByRole('button', { name: 'Já guardei os códigos' }).click();
    await dialog.waitFor({ state: 'detached' });
    return { secret, code, recovery };
  }

  async function password(page: Page, cpf: string) {
    await page.goto('/login');
    await page.getByLabel('CPF').fill(cpf);
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
  }

  for (const look of LOOKS) {
    it(`is set up, signs in, and is switched off at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, MANAGER);
        await page.goto('/conta/dados');
        await page.getByRole('button', { name: 'Ativar', exact: true }).click();
        const { secret, code, recovery } = await enrol(page, page.getByRole('dialog'));
        await page.getByText('10 códigos de recuperação por usar').waitFor();
        await expectAccessible(page, 'Minha conta');

        await dropSession(page);
        await password(page, MANAGER.cpf);
        await page.getByLabel('Código do aplicativo').waitFor();
        await expectAccessible(page, 'the code after the password');
        await page.getByLabel('Código do aplicativo').fill(code);
        await page.getByRole('button', { name: 'Entrar' }).click();
        await page.getByText('Código incorreto ou já usado', { exact: false }).waitFor();
        await page.getByRole('button', { name: 'Estou sem o celular' }).click();
        await page.getByLabel('Código de recuperação').fill(recovery[0] ?? '');
        await page.getByRole('button', { name: 'Entrar' }).click();
        await page.waitForURL('**/home');

        await page.goto('/conta/dados');
        await page.getByText('9 códigos de recuperação por usar').waitFor();
        await page.getByRole('button', { name: 'Desativar' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Sua senha').fill(PASSWORD);
        await dialog.getByLabel('Código do aplicativo ou de recuperação').fill(await nextCode(secret, code));
        await dialog.getByRole('button', { name: 'Desativar' }).click();
        await page.getByRole('button', { name: 'Ativar', exact: true }).waitFor();
      });
    });
  }
});
