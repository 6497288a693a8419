import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openScreen } from '../browser.ts';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { read } from '../tickets/tickets.ts';
import type { RunNames } from './names.ts';

/** A file is picked up within five seconds; a busy machine gets more time, in milliseconds. */
const TIMEOUT = 20_000;

/**
 * Adding a file creates a report. When the same file is broken, the error is shown with its place, and the report continues
 * unchanged.
 */
export async function fileDropped(page: Page, { file, report }: RunNames) {
  const folder = path.join(process.env.E2E_SCHEMAS as string, 'reports');
  const shipped = JSON.parse(await readFile(path.join(folder, 'devolucoes-por-motivo.json'), 'utf8'));
  const dropped = path.join(folder, `${file}.json`);
  await page.goto('/configuracao/reports');
  const table = page.getByRole('table', { name: 'Relatórios' });
  await table.getByRole('link').first().waitFor();
  try {
    const began = performance.now();
    await writeFile(dropped, JSON.stringify({ ...shipped, id: file, titulo: report }, null, 2));
    while (!(await cards(page)).includes(file)) {
      assert.ok(performance.now() - began < TIMEOUT, `not taken within ${TIMEOUT} ms`);
      await setTimeout(250);
    }
    // A list that is already open is updated automatically.
    await page.getByRole('searchbox', { name: 'Buscar definições' }).fill(report);
    await table.getByRole('link', { name: report }).waitFor();

    await writeFile(
      dropped,
      JSON.stringify({ ...shipped, id: file, titulo: report, colunas: 'todas' }, null, 2),
    );
    const reported = page.getByRole('region', { name: `reports/${file}.json` });
    await reported.getByText(/\/colunas/).waitFor();
    await page.getByText('O que está publicado continua valendo.').waitFor();
    await expectAccessibleAndFitting(page, 'the studio with a broken file');
    assert.ok((await cards(page)).includes(file), 'the report is still there');
    await openScreen(page, `/relatorios/${file}`);
    await page.getByRole('button', { name: 'Gerar relatório' }).click();
    await page.getByRole('region', { name: 'Resultado' }).waitFor();
  } finally {
    await rm(dropped, { force: true });
  }
  await openScreen(page, '/configuracao/reports');
  await page.getByRole('region', { name: `reports/${file}.json` }).waitFor({ state: 'detached' });
}

const cards = async (page: Page) =>
  (await read<{ id: string }[]>(page, '/sac/relatorios')).map(({ id }) => id);
