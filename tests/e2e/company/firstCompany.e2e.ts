import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMINISTRATOR, install } from '../support/administrator.ts';
import {
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  openScreen,
  openSignedIn,
  visit,
} from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { nextStep, stepCount, stepWay } from '../support/firstSteps.ts';
import { importNote, priceAndStock, sellOne, sendReturn } from '../support/tickets/firstGoods.ts';

/** A company that starts with nothing: what an installation without the demonstration can do using only its screens. */
describe('first company', () => {
  let browser: Browser;
  let server: RunningConsole;
  before(async () => {
    server = await startConsole({ env: { DEMO: 'off' } });
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });

  it('gets from the printed code to a branch, a sector and a person with a role', async () => {
    await visit(browser, { width: 1280, scheme: 'light', url: server.url }, async (page) => {
      await install(page, server.said);
      await page.getByRole('heading', { level: 1, name: 'Primeiros passos' }).waitFor();
      await createBranch(page);
      await createSector(page);
      await createOperator(page);
      await correctBranch(page);
      await nameCompany(page);
    });
  });

  it('sells and takes back goods with its own invoices and screens', async () => {
    await visit(browser, { width: 1280, scheme: 'light', url: server.url }, async (page) => {
      await openSignedIn(page, ADMINISTRATOR);
      await importNote(page);
      await sendReturn(page);
      await priceAndStock(page);
      await sellOne(page);
      await skipMails(page);
    });
  });

  for (const look of LOOKS) {
    it(`shows its records at ${look.width} px`, async () => {
      await visit(browser, { ...look, url: server.url }, async (page) => {
        await openSignedIn(page, ADMINISTRATOR);
        for (const path of [
          '/primeiros-passos',
          '/cadastros',
          '/cadastros/filiais',
          '/cadastros/filiais/create',
          '/cadastros/filiais/1',
        ]) {
          await openScreen(page, path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.getByRole('progressbar').waitFor({ state: 'detached' });
          if (path.endsWith('/create') || path.endsWith('/1'))
            await page.getByRole('textbox', { name: 'Razão social' }).waitFor();
          await expectAccessibleAndFitting(page, path);
          await expectNoSidewaysScroll(page);
        }
      });
    });
  }

  it('archives a branch that others refer to, and says which', async () => {
    await visit(browser, { width: 1280, scheme: 'light', url: server.url }, async (page) => {
      await openSignedIn(page, ADMINISTRATOR);
      await page.goto('/cadastros/filiais/1');
      await removeBranch(page);
    });
  });
});

/** It is the home page of an empty company; required fields and errors are shown at the fields. */
async function createBranch(page: Page) {
  await page.getByRole('heading', { level: 1, name: 'Primeiros passos' }).waitFor();
  await expectAccessibleAndFitting(page, 'first steps of an empty company');
  await nextStep(page, 'Cadastrar as filiais', 'Criar filial');
  await page.getByRole('textbox', { name: 'Razão social' }).fill('Prado Comercial Ltda.');
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('11222333000100');
  await page.getByRole('button', { name: 'Criar filial' }).click();
  await page.getByText('CNPJ inválido').first().waitFor();
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('11222333000181');
  await page.getByRole('textbox', { name: 'Nome fantasia' }).fill('Prado Matriz');
  await page.getByRole('textbox', { name: 'Cidade' }).fill('Campinas');
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'São Paulo' }).click();
  await page.getByRole('textbox', { name: 'CEP' }).fill('13010000');
  await page.getByRole('button', { name: 'Incluir código' }).click();
  await page.getByRole('textbox', { name: 'Sistema' }).fill('erp');
  await page.getByRole('textbox', { name: 'Código', exact: true }).fill('001');
  await page.getByRole('button', { name: 'Criar filial' }).click();
  await page.getByText('Filial criada.').waitFor();
  await page.getByRole('link', { name: 'Prado Matriz' }).waitFor();
}

async function createSector(page: Page) {
  await stepWay(page, 'Chamar as pessoas', 'Setores');
  await page.getByRole('link', { name: 'Criar setor' }).click();
  await page.getByRole('textbox', { name: 'Chave' }).fill('TROCAS');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Trocas e garantias');
  await page.getByRole('button', { name: 'Criar setor' }).click();
  await page.getByText('Setor criado.').waitFor();
}

/** An operator sees the tickets of their branches, so the account cannot be created without a branch. */
async function createOperator(page: Page) {
  await nextStep(page, 'Chamar as pessoas', 'Cadastrar pessoa');
  await page.getByRole('textbox', { name: 'CPF' }).fill('11144477735');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Otávio Reis');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('otavio@exemplo.com.br');
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Operador' }).click();
  await page.getByRole('combobox', { name: 'Setor' }).click();
  await page.getByRole('option', { name: 'Trocas e garantias' }).click();
  await page.getByRole('combobox', { name: 'Filiais' }).click();
  await page.getByRole('option', { name: 'Prado Matriz' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cadastrar e enviar o acesso' }).click();
  await page.waitForURL('**/pessoas');
  await page.getByRole('link', { name: 'Otávio Reis' }).waitFor();
}

/** Cleared fields stay cleared, untouched ones stay unchanged. */
async function correctBranch(page: Page) {
  await openScreen(page, '/cadastros/filiais');
  await page.getByRole('link', { name: 'Prado Matriz' }).click();
  await page.getByRole('textbox', { name: 'CEP' }).fill('');
  await page.getByRole('textbox', { name: 'Cidade' }).fill('Jundiaí');
  await page.getByRole('button', { name: 'Salvar filial' }).click();
  await page.getByText('Filial salva.').waitFor();
  await page.getByRole('link', { name: 'Prado Matriz' }).click();
  await page.getByRole('textbox', { name: 'Sistema' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'CEP' }).inputValue(), '');
  assert.equal(await page.getByRole('textbox', { name: 'Cidade' }).inputValue(), 'Jundiaí');
  assert.equal(await page.getByRole('textbox', { name: 'Código', exact: true }).inputValue(), '001');
}

async function nameCompany(page: Page) {
  await nextStep(page, 'Informar os dados da empresa', 'Dar o nome');
  await page.getByRole('button', { name: 'Mudar Nome da empresa' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Prado Comercial');
  await dialog.getByRole('button', { name: 'Salvar valor' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/**
 * The essential steps are completed by the data that was entered. The certificates, and e-mails without SMTP, are skipped, and
 * nothing links to them any more.
 */
async function skipMails(page: Page) {
  assert.equal(await stepCount(page), '7 de 11 feitos');
  for (const [index, step] of [
    'Instalar os certificados das autoridades',
    'Ligar o envio de e-mails',
  ].entries()) {
    await page.getByRole('button', { name: `${step}: Pular por enquanto` }).click();
    await page.getByText('Pulado por enquanto').nth(index).waitFor();
  }
  await openScreen(page, '/home');
  await page.getByRole('heading', { level: 2, name: 'Tickets por situação' }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByText(/Faltam? \d+ passos?/).count(), 0);
}

/** Since people work there, it is archived instead, with an explanation. */
async function removeBranch(page: Page) {
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByText(/Filial arquivada: há registros que citam ela\./).waitFor();
}
