import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchServer } from './lists/benchServer.ts';

const OPTIONS = {
  /** Number of tickets in the database, which is created if missing and kept for the next run. */
  size: { type: 'string', default: '200000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
} as const;

/** docs/domain.md 17. */
const BUDGET = { firstByte: 1_000, megabytes: 200 };

/**
 * `npm run bench -- export`: exports all tickets of the list to CSV and XLSX through the complete server, with a client that
 * counts the bytes and discards them. The memory is what the process uses beyond its initial amount.
 */
export async function exportBench(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const size = Number(values.size);
  const server = await openBenchServer(path.join(values.dir, `tickets-${size}`), { tickets: size });
  const say = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  say(['formato', 'linhas', 'primeiro byte em ms', 'total em s', 'MB', 'pico de memória em MB']);
  say(['---', '---:', '---:', '---:', '---:', '---:']);
  for (const formato of ['csv', 'xlsx'] as const) {
    const run = await measured(() =>
      server.download('GERENTE', 'tickets/exportar', { formato, filtros: {} }),
    );
    say([
      formato,
      run.rows.toLocaleString('pt-BR'),
      run.firstByte.toFixed(0),
      (run.total / 1000).toFixed(1),
      megabytes(run.bytes),
      megabytes(run.peak),
    ]);
    const good = run.firstByte <= BUDGET.firstByte && run.peak <= BUDGET.megabytes * 1_048_576;
    if (!good) process.stdout.write(`${formato}: acima do orçamento (1 s até o primeiro byte, 200 MB).\n`);
  }
  await server.close();
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(0);

type Download = Awaited<ReturnType<Awaited<ReturnType<typeof openBenchServer>>['download']>>;

async function measured(start: () => Promise<Download>) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const began = performance.now();
  const { rows, content } = await start();
  let firstByte = 0;
  let bytes = 0;
  for await (const part of content) {
    firstByte ||= performance.now() - began;
    bytes += part.length;
  }
  clearInterval(watch);
  return { rows, bytes, firstByte, total: performance.now() - began, peak: peak - before };
}
