import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchServer } from './benchServer.ts';
import { casesOf } from './cases.ts';
import { type Measured, measure, spread } from './measure.ts';

const OPTIONS = {
  /** Numbers of tickets; a database is made for each, and kept for the next run. */
  sizes: { type: 'string', default: '10000,100000,1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  runs: { type: 'string', default: '15' },
  /** Part of the names of the cases to be measured. */
  only: { type: 'string', default: '' },
} as const;

/** QUALITY.md: milliseconds at p95 on the largest database, and how much slower it may be than the smallest. */
const BUDGET = { list: 100, termo: 300, ratio: 2 };

/**
 * `npm run bench -- lists`: how long the server takes for a page of tickets, by sort, filter, page and search, in
 * databases of growing size. Whole requests are measured, from the route to the bytes, without the network.
 */
export async function lists(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const sizes = values.sizes.split(',').map(Number);
  const columns: Map<string, Measured>[] = [];
  for (const size of sizes) {
    const server = await openBenchServer(path.join(values.dir, `tickets-${size}`), size);
    const column = new Map<string, Measured>();
    for (const each of casesOf(server.facts)) {
      if (!each.name.includes(values.only)) continue;
      const works = each.paths.map((wanted) => () => server.get(each.who, wanted));
      const measured = await measure(works, Number(values.runs));
      if (measured) column.set(each.name, measured);
      process.stderr.write(`${size} ${each.name}: ${spread(measured)}\n`);
    }
    columns.push(column);
    await server.close();
  }
  print(sizes, columns);
}

function print(sizes: readonly number[], columns: readonly Map<string, Measured>[]): void {
  // A large database has every case, in its place; a small one lacks the deep pages.
  const names = [...new Set(columns.toReversed().flatMap((column) => [...column.keys()]))];
  const [smallest, largest] = [columns[0], columns.at(-1)];
  const heads = sizes.map((size) => size.toLocaleString('pt-BR'));
  const say = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  say(['p50 / p95 em ms', ...heads, 'razão']);
  say(['---', ...heads.map(() => '---:'), '---:']);
  for (const name of names) {
    const [small, large] = [smallest?.get(name), largest?.get(name)];
    const ratio = small && large && columns.length > 1 ? (large.p50 / small.p50).toFixed(1) : '';
    say([name, ...columns.map((column) => spread(column.get(name))), ratio.replace('.', ',')]);
  }
  for (const sentence of beyondBudget(names, smallest, largest)) process.stdout.write(`\n${sentence}\n`);
}

function beyondBudget(
  names: readonly string[],
  smallest: Map<string, Measured> | undefined,
  largest: Map<string, Measured> | undefined,
): string[] {
  const slow = names.filter(
    (name) => (largest?.get(name)?.p95 ?? 0) > (name.startsWith('termo') ? BUDGET.termo : BUDGET.list),
  );
  const steep = names.filter((name) => {
    const [small, large] = [smallest?.get(name), largest?.get(name)];
    return small && large && large.p50 / small.p50 > BUDGET.ratio;
  });
  return [
    slow.length > 0
      ? `Acima do orçamento (p95 de ${BUDGET.list} ms, ${BUDGET.termo} ms com termo): ${slow.join('; ')}.`
      : `Todos dentro do orçamento: p95 de ${BUDGET.list} ms, ${BUDGET.termo} ms com termo.`,
    ...(steep.length > 0 ? [`Razão acima de ${BUDGET.ratio}: ${steep.join('; ')}.`] : []),
  ];
}
