import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { nfeProc } from '../../support/nfe/nfeFiles.ts';
import { ADMINISTRATOR, install } from '../support/administrator.ts';
import {
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  openSession,
  openSignedIn,
  visit,
} from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { sendReturn } from '../support/tickets/firstGoods.ts';
import { read, send } from '../support/tickets/tickets.ts';

const EMITTER = '11222333000181';
const NOTES = 300;
/** The process is killed once this many are written, in the middle of the first batch. */
const KILLED_AT = 50;
const DAY = 24 * 60 * 60 * 1000;

/** An empty database and a folder of XML files: the shortest way to a first return, even if the machine fails on the way. */
describe('watched folder of invoices', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'balcao-pasta-'));
  const folder = path.join(root, 'notas');
  const env = { DEMO: 'off', DATA_DIR: path.join(root, 'data'), NFE_DIR: folder };
  let browser: Browser;
  let server: RunningConsole;
  before(async () => {
    mkdirSync(folder);
    server = await startConsole({ env });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const names = (where: string) =>
    readdirSync(path.join(folder, where)).filter((name) => /\.(xml|txt)$/.test(name));
  /** Stores a file as if it had been there since yesterday. */
  const put = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    utimesSync(path.join(folder, name), new Date(Date.now() - DAY), new Date(Date.now() - DAY));
  };

  it('is resumed by the next process after a kill -9, importing each invoice once', async () => {
    const started = server;
    await visit(browser, { width: 1280, scheme: 'light', url: started.url }, async (page) => {
      await install(page, started.said);
      await openSession(page, ADMINISTRATOR);
      await send(page, '/config/cadastros/filiais', { dados: branch });
      await send(page, '/config/cadastros/setores', { dados: { chave: 'TROCAS', nome: 'Trocas' } });
      for (let number = 1; number <= NOTES; number++) put(`nota-${number}.xml`, note(number));
      put('torta.xml', note(900).replace('<nNF>', '<nNF>9'));
      await until(async () => (await done(page)) >= KILLED_AT, 60_000);
    });
    await started.kill();
    assert.ok(names('').length > 0, 'it was killed in the middle');

    server = await startConsole({ env });
    const whole = note(901);
    let written = 200;
    const growing = setInterval(() => {
      written++;
      writeFileSync(path.join(folder, 'meia.xml'), whole.slice(0, written));
    }, 500);
    try {
      await until(async () => names('').every((name) => name === 'meia.xml'), 120_000);
      await rest(15_000);
      assert.deepEqual(names(''), ['meia.xml'], 'what still grows waits');
    } finally {
      clearInterval(growing);
    }
    writeFileSync(path.join(folder, 'meia.xml'), whole);
    await until(async () => names('').length === 0, 60_000);
    assert.equal(names('lidas').length, NOTES + 1);
    assert.deepEqual(names('recusadas').sort(), ['torta.xml', 'torta.xml.txt']);
    assert.match(readFileSync(path.join(folder, 'recusadas', 'torta.xml.txt'), 'utf8'), /^[A-ZÀ-Ú].+\.$/m);

    await visit(browser, { width: 1280, scheme: 'light', url: server.url }, async (page) => {
      await openSignedIn(page, ADMINISTRATOR);
      const notes = await read<{ paginator: { total: number } }>(page, '/config/cadastros/notas?take=1');
      assert.equal(notes.paginator.total, NOTES + 1, 'nothing twice');
      await sendReturn(page);
    });
  });

  for (const look of LOOKS)
    it(`is shown on its page at ${look.width} px`, async () => {
      await visit(browser, { ...look, url: server.url }, async (page) => {
        await openSignedIn(page, ADMINISTRATOR);
        await page.goto('/cadastros/notas/importar-xml');
        await page.getByText(folder).waitFor();
        await expectAccessibleAndFitting(page, 'watched folder');
        await expectNoSidewaysScroll(page);
      });
    });
});

const branch = {
  cnpj: EMITTER,
  razaoSocial: 'Prado Comercial Ltda.',
  nomeFantasia: 'Prado Matriz',
  uf: 'SP',
  cidade: 'Campinas',
};

function note(number: number): string {
  const issuedAt = new Date(Date.now() - 5 * DAY).toISOString().slice(0, 19);
  return nfeProc({
    emitter: EMITTER,
    number: String(number),
    issuedAt: `${issuedAt}-03:00`,
    lines: [{ code: '7001', description: 'Café torrado 500 g', quantity: '10.0000', amount: '105.00' }],
  });
}

/** Number of invoices processed by imports of the folder. */
async function done(page: Page): Promise<number> {
  const jobs = await read<{ processados: number }[]>(page, '/config/notas-xml/importacoes');
  return jobs.reduce((sum, { processados }) => sum + processados, 0);
}

async function until(holds: () => Promise<boolean>, longest: number) {
  const end = Date.now() + longest;
  while (!(await holds())) {
    assert.ok(Date.now() < end, 'it took too long');
    await rest(100);
  }
}
