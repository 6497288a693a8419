import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The person who installs a console without the demonstration. */
export const ADMINISTRATOR = { cpf: '52998224725', senha: 'correto cavalo' };

/** Uses the code that the console printed at its start; the administrator is in. */
export async function install(page: Page, said: string) {
  const code = /Código de instalação[^:]*: (\S+)/.exec(said)?.[1];
  assert.ok(code, 'the console prints the code of the installation');
  await page.goto('/login');
  await page.getByLabel('Código de instalação').fill(code);
  await page.getByLabel('CPF').fill(ADMINISTRATOR.cpf);
  await page.getByLabel('Nome completo').fill('Helena Prado');
  await page.getByLabel('E-mail').fill('helena@exemplo.com.br');
  await page.getByLabel('Senha').fill(ADMINISTRATOR.senha);
  await page.getByRole('button', { name: 'Criar administrador' }).click();
  await page.waitForURL('**/home');
}
