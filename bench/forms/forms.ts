import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { rulesModule } from '../../server/config/forms/rulesModule.ts';
import { compileModule } from '../../server/config/forms/storedValidators.ts';
import { findChromium } from '../../tests/e2e/support/browser.ts';
import { type Measured, measure } from './measure.ts';
import { benchSchema, type FormKind, KINDS, SIZES } from './sizes.ts';

const RUNS = 3;

/** Compares one of our forms with a memoised plain MUI form and the stock RJSF form of the same fields (FORMS.md). */
export async function forms(wanted: readonly string[] = []): Promise<void> {
  const sizes = wanted.length > 0 ? wanted.map(Number) : SIZES;
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-forms-'));
  try {
    const root = import.meta.dirname;
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
    });
    mkdirSync(path.join(outDir, 'validadores'));
    const rules = await rulesModule();
    writeFileSync(path.join(outDir, `validadores/${rules.hash}.js`), rules.esm);
    for (const size of sizes)
      writeFileSync(path.join(outDir, `validadores/${size}.js`), await compileModule(benchSchema(size)));
    const server = await preview({
      configFile: false,
      root,
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0 },
    });
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    });
    const address = server.resolvedUrls?.local[0] ?? '';
    console.log(
      '| fields | form | mount | a key, typing fast | a key with a pause after it | p95 | p95 at CPU ×4 |',
    );
    console.log('|---|---|---:|---:|---:|---:|---:|');
    for (const size of sizes) {
      const runs: Record<FormKind, Measured[]> = { plain: [], ours: [], stock: [] };
      // Alternating, so that load on the machine affects all three.
      for (let run = 0; run < RUNS; run++)
        for (const kind of KINDS) runs[kind].push(await measure(browser, address, kind, size));
      print(size, { plain: middle(runs.plain), ours: middle(runs.ours), stock: middle(runs.stock) });
    }
    await browser.close();
    await server.close();
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const NAMES: Record<FormKind, string> = {
  plain: 'plain MUI, memoised',
  ours: '**ours**',
  stock: 'stock RJSF + MUI',
};

function print(size: number, measured: Record<FormKind, Measured>): void {
  for (const kind of KINDS) {
    const { mount, fast, slow, p95, p95Throttled } = measured[kind];
    const ratio = (key: 'mount' | 'fast' | 'slow') =>
      kind === 'plain' ? '' : ` (×${(measured[kind][key] / measured.plain[key]).toFixed(2)})`;
    console.log(
      `| ${size} | ${NAMES[kind]} | ${mount.toFixed(0)} ms${ratio('mount')} | ${fast.toFixed(1)} ms${ratio('fast')} | ${slow.toFixed(1)} ms${ratio('slow')} | ${p95.toFixed(0)} ms | ${p95Throttled.toFixed(0)} ms |`,
    );
  }
}

/** The median of each figure over the runs. */
function middle(runs: Measured[]): Measured {
  const of = (key: keyof Measured) =>
    runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;
  return {
    mount: of('mount'),
    fast: of('fast'),
    slow: of('slow'),
    p95: of('p95'),
    p95Throttled: of('p95Throttled'),
  };
}
