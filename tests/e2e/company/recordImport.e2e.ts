import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import {
  ADMIN,
  expectNoSidewaysScroll,
  launch,
  openSignedIn,
  SUPERVISOR,
  visit,
} from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { read } from '../support/tickets/tickets.ts';

const LINES = 5_000;
const BAD = 40;

/** As written by a Brazilian ERP: Windows-1252, semicolons, its own titles. Every 125th line has a wrong digit. */
function sheet(offset: number, branch: string): Buffer {
  const titles =
    'Doc. do cliente;Razão;Fantasia;IE;Fone;E-mail;Endereço;Nº;Bairro;Município;UF;CEP;Filial;Cód. ERP';
  const lines = Array.from({ length: LINES }, (_, index) => {
    const number = offset + index;
    const base = `${String(number).padStart(8, '0')}0001`;
    const cnpj = base + cnpjCheckDigits(base);
    const shown = index % (LINES / BAD) === 7 ? `${cnpj.slice(0, 13)}${(Number(cnpj[13]) + 1) % 10}` : cnpj;
    return [
      shown,
      // Last by name, because other journeys use the first companies, which have bought something.
      `Zé São João Açougues ${number} Ltda`,
      nameOf(number),
      'ISENTO',
      '(11) 3322-4455',
      `COMPRAS${number}@EXEMPLO.COM.BR`,
      'Rua Três',
      String(index),
      'Centro',
      'SÃO PAULO',
      'SP',
      '01310-100',
      branch,
      `${number}`,
    ].join(';');
  });
  return Buffer.from(`${titles}\r\n${lines.join('\r\n')}\r\n`, 'latin1');
}

const nameOf = (number: number) => `São João ${number}`;

describe('import of customers', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const [width, scheme, offset] of [
    [1280, 'light', 61_000_000],
    [360, 'dark', 71_000_000],
  ] as const)
    it(`writes the valid lines, and accepts the corrected ones, at ${width} px`, async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-import-'));
      const file = path.join(folder, 'clientes.csv');
      await visit(browser, { width, scheme }, async (page) => {
        await openSignedIn(page, ADMIN);
        writeFileSync(file, sheet(offset, await branchOf(page)));
        await page.goto('/cadastros/clientes');
        await page.getByRole('link', { name: 'Importar' }).click();
        await page.getByText('CSV, Excel (.xlsx), JSON ou NDJSON', { exact: false }).waitFor();
        await expectAccessibleAndFitting(page, 'start of an import');
        await choose(page, file);
        await page.getByRole('heading', { name: 'Colunas' }).waitFor();
        await pick(page, 'Doc. do cliente', 'CPF ou CNPJ (chave)');
        await pick(page, 'Razão', 'Razão social ou nome *');
        await expectAccessibleAndFitting(page, 'columns of an import');
        await page.getByRole('button', { name: 'Simular' }).click();
        const write = page.getByRole('button', { name: /^Gravar / });
        await write.waitFor({ timeout: 120_000 });
        assert.equal(await write.textContent(), 'Gravar 4.960 registros');
        await expectAccessibleAndFitting(page, 'trial of an import');
        await expectNoSidewaysScroll(page);
        await page.getByRole('button', { name: /modelo$/ }).click();
        await page.getByRole('textbox', { name: 'Nome do modelo' }).fill(`Carga ${width}`);
        await page.getByRole('button', { name: 'Salvar', exact: true }).click();
        await visit(browser, { width, scheme }, async (other) => {
          await openSignedIn(other, SUPERVISOR);
          await look(other, offset + 1);
          await other.getByText('Nenhum cliente com estes filtros', { exact: false }).first().waitFor();
          await write.click();
          await page.getByText('4.960 registros gravados', { exact: false }).waitFor({ timeout: 180_000 });
          await look(other, offset + 1);
          await other
            .getByText(nameOf(offset + 1))
            .first()
            .waitFor();
        });
        await expectAccessibleAndFitting(page, 'result of an import');
        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Baixar linhas recusadas' }).click();
        const refused = readFileSync(await (await downloading).path(), 'utf8');
        assert.equal(refused.trimEnd().split(/\r?\n/).length, BAD + 1);
        const addition = path.join(folder, 'corrigidas.csv');
        writeFileSync(addition, remedy(refused));
        await page.getByRole('link', { name: 'Outro arquivo' }).click();
        await choose(page, addition);
        await page.getByRole('button', { name: 'Simular' }).click();
        await page.getByRole('button', { name: 'Gravar 40 registros' }).click();
        await page.getByText('40 registros gravados. Nenhuma linha foi recusada.').waitFor();
        // Next month's file with the same titles: its columns are recognised, and all its rows already exist.
        await page.getByRole('link', { name: 'Outro arquivo' }).click();
        await choose(page, file);
        await page.getByText(`Preenchidas pelo modelo "Carga ${width}".`).waitFor();
        await page.getByRole('button', { name: 'Simular' }).click();
        await page
          .getByText('Tudo o que está no arquivo', { exact: false })
          .or(page.getByText('Problemas').first())
          .waitFor({ timeout: 120_000 });
        assert.equal(await page.getByRole('button', { name: /^Gravar / }).count(), 0);
        await page.getByRole('link', { name: 'Outro arquivo' }).click();
        await page.getByRole('button', { name: `Excluir o modelo Carga ${width}` }).click();
        await page.getByRole('button', { name: 'Excluir modelo' }).click();
        await page.getByRole('heading', { name: 'Modelos' }).waitFor({ state: 'detached' });
        await expectAccessibleAndFitting(page, 'start of an import after others');
      });
    });
});

/** A branch that the other person also sees: the first one. */
async function branchOf(page: Page): Promise<string> {
  const { itens } = await read<{ itens: { cnpj: string }[] }>(page, '/config/cadastros/filiais?take=1');
  return itens[0]?.cnpj ?? '';
}

const look = (page: Page, number: number) =>
  page.goto(`/clientes?filter=${encodeURIComponent(JSON.stringify({ q: nameOf(number) }))}`);

const choose = (page: Page, file: string) => page.locator('input[type=file]').first().setInputFiles(file);

async function pick(page: Page, title: string, field: string) {
  const select = page.getByRole('combobox', { name: `Campo da coluna ${title}` });
  if ((await select.textContent())?.trim() === field) return;
  await select.click();
  await page.getByRole('option', { name: field, exact: true }).click();
}

/** Corrects the digits and leaves the column of problems in place. */
const remedy = (text: string): string =>
  text.replace(/(?<=^|[;"])(\d{12})\d{2}(?=[;"])/gm, (_all, base: string) => base + cnpjCheckDigits(base));
