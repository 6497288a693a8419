import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { findChromium } from '#tests/e2e/support/browser.ts';
import type { TableBench } from './page.tsx';

/**
 * A table of 500 rows compared with react-admin's DataTable with the same cells, in a real Chromium, both built for
 * production: `node --import tsx bench/table/main.ts`. docs/domain.md 17 allows at most a quarter of the other's time.
 */
const RUNS = 5;
const TICKED_ROWS = [3, 7, 11];
const outDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-table-'));

try {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  });
  const server = await preview({
    configFile: false,
    root: import.meta.dirname,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  const address = server.resolvedUrls?.local[0] ?? '';
  const ours = await measure(browser, address, 'ours');
  const peer = await measure(browser, address, 'peer');
  printTable(ours, peer);
  await browser.close();
  await server.close();
} finally {
  rmSync(outDir, { recursive: true, force: true });
}

interface Measured {
  mount: number;
  tick: number;
}

async function measure(browser: Browser, address: string, which: 'ours' | 'peer'): Promise<Measured> {
  const mounts: number[] = [];
  const ticks: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(address);
    await page.waitForFunction(() => 'tableBench' in window);
    const { mount, tick, ticked } = await page.evaluate(runOnce, { which, rows: TICKED_ROWS });
    if (ticked !== TICKED_ROWS.length) throw new Error(`${which}: ${ticked} rows ticked`);
    mounts.push(mount);
    ticks.push(...tick);
    await page.close();
  }
  return { mount: median(mounts), tick: median(ticks) };
}

/** Runs in the page. */
async function runOnce({ which, rows }: { which: 'ours' | 'peer'; rows: number[] }) {
  const bench = (window as unknown as { tableBench: TableBench }).tableBench;
  const mount = await bench.mount(which);
  const tick: number[] = [];
  for (const row of rows) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    tick.push(await bench.tick(row));
  }
  return { mount, tick, ticked: bench.ticked() };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function printTable(ours: Measured, peer: Measured): void {
  const line = (name: string, key: keyof Measured) =>
    `| ${name} | ${ours[key].toFixed(0)} ms | ${peer[key].toFixed(0)} ms | ${(ours[key] / peer[key]).toFixed(2)} |`;
  console.log('| 500 rows | ours | react-admin DataTable | ratio (≤ 0.25) |');
  console.log('|---|---|---|---|');
  console.log(line('mount', 'mount'));
  console.log(line('tick one row', 'tick'));
}
