import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#server/db/startDatabase.ts';
import { ownersDatabase } from '#tests/server/backup/installation.ts';
import { erpNight } from '#tests/support/erpNight/erpNight.ts';
import { changeToReceiver } from '#tests/support/erpNight/latency.ts';
import { buildServer } from '#tests/support/servers/serverProcess.ts';

const OPTIONS = {
  products: { type: 'string', default: '20000' },
  /** Number of single changes whose delivery to the receiver is measured; 0 for none. */
  changes: { type: 'string', default: '200' },
} as const;

/** Budget from docs/domain.md 16, in milliseconds. */
const BUDGET = 1_000;

/**
 * `npm run bench -- night`: the night of tests/server/feed/erpNight.test.ts at full size, on a database that writes to disk,
 * and the time a single change takes to reach a receiver, with one process and with several. Throws if anything is missing or
 * duplicated.
 */
export async function night(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  buildServer();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-bench-noite-'));
  const database = await startEmbedded(folder);
  const say = (cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const fresh = async () => (await ownersDatabase(database.url)).url;
  try {
    if (Number(values.changes) > 0) {
      say(['mudança até o recebedor em ms', 'p50', 'p95', 'máximo']);
      say(['---', '---:', '---:', '---:']);
      for (const processes of [1, 2]) {
        const took = await changeToReceiver(await fresh(), { processes, changes: Number(values.changes) });
        const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0;
        say([`PROCESSES=${processes}`, at(0.5).toFixed(0), at(0.95).toFixed(0), at(1).toFixed(0)]);
        if (at(0.95) > BUDGET) process.stdout.write('Acima do orçamento (p95 de 1 s).\n');
      }
    }
    const products = Number(values.products);
    if (products === 0) return;
    const figures = await erpNight({ url: await fresh(), restoredUrl: await fresh(), products });
    say(['noite do ERP', '']);
    say(['---', '---:']);
    for (const [name, value] of Object.entries(figures))
      say([name, Number.isInteger(value) ? value.toLocaleString('pt-BR') : `${value.toFixed(1)} s`]);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
