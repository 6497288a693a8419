import process from 'node:process';
import { findChromium, launch } from '#tests/e2e/support/browser.ts';
import { type Measured, measure } from './measure.ts';
import { serveForms } from './serveForms.ts';
import { type FormKind, KINDS, SIZES } from './sizes.ts';

const RUNS = 3;

/** Compares one of our forms with a memoised plain MUI form and the stock RJSF form of the same fields (docs/domain.md 14). */
export async function forms(wanted: readonly string[] = []): Promise<void> {
  const sizes = wanted.length > 0 ? wanted.map(Number) : SIZES;
  process.env.CHROMIUM ??= findChromium();
  const served = await serveForms(sizes);
  try {
    const browser = await launch();
    console.log(
      '| fields | form | mount | a key, typing fast | a key with a pause after it | p95 | p95 at CPU ×4 |',
    );
    console.log('|---|---|---:|---:|---:|---:|---:|');
    for (const size of sizes) {
      const runs: Record<FormKind, Measured[]> = { plain: [], ours: [], stock: [] };
      // Alternating, so that load on the machine affects all three.
      for (let run = 0; run < RUNS; run++)
        for (const kind of KINDS) runs[kind].push(await measure(browser, served.address, kind, size));
      print(size, { plain: middle(runs.plain), ours: middle(runs.ours), stock: middle(runs.stock) });
    }
    await browser.close();
  } finally {
    await served.close();
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
