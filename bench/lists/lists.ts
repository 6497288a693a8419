import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchServer, openBenchServer } from './benchServer.ts';
import { casesOf } from './cases.ts';
import { type Measured, measure, requireSome, spread } from './measure.ts';

const OPTIONS = {
  /** Numbers of tickets; a database is created for each and kept for the next run. */
  sizes: { type: 'string', default: '10000,100000,1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  runs: { type: 'string', default: '15' },
  /** Substring of the names of the cases to be measured. */
  only: { type: 'string', default: '' },
} as const;

/** docs/domain.md 17: milliseconds at p95 on the largest database, and how much slower it may be than the smallest. */
const BUDGET = { list: 100, termo: 300, ratio: 2 };

/**
 * `npm run bench -- lists`: how long the server takes for a page of tickets, by sort, filter, page and search, in databases
 * of growing size. Measures whole requests, from the route to the bytes, without the network.
 */
export async function lists(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const sizes = values.sizes.split(',').map(Number);
  const servers: BenchServer[] = [];
  for (const size of sizes)
    servers.push(await openBenchServer(path.join(values.dir, `tickets-${size}`), { tickets: size }));
  const rows: Row[] = [];
  for (const name of namesOfCases(servers)) {
    if (!name.includes(values.only)) continue;
    // The sizes are measured one right after the other, so that other load on the machine affects all of them alike.
    const measured = [];
    for (const server of servers) measured.push(await measureCase(server, name, Number(values.runs)));
    if (measured.some(Boolean)) rows.push({ name, measured });
    process.stderr.write(`${name}: ${measured.map(spread).join(', ')}\n`);
  }
  for (const server of servers) await server.close();
  requireSome(rows, values.only);
  print(sizes, rows);
}

interface Row {
  name: string;
  /** By size; `undefined` if a small database does not have the page. */
  measured: (Measured | undefined)[];
}

/** The largest database has all cases. */
const namesOfCases = (servers: readonly BenchServer[]): string[] =>
  casesOf(servers.at(-1)?.facts ?? nothing()).map(({ name }) => name);

function nothing(): never {
  throw new Error('--sizes names no size');
}

async function measureCase(server: BenchServer, name: string, runs: number): Promise<Measured | undefined> {
  const found = casesOf(server.facts).find((each) => each.name === name);
  return (
    found &&
    measure(
      found.paths.map((wanted) => () => server.get(found.who, wanted)),
      runs,
    )
  );
}

function print(sizes: readonly number[], rows: readonly Row[]): void {
  const heads = sizes.map((size) => size.toLocaleString('pt-BR'));
  const say = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  say(['p50 / p95 em ms', ...heads, 'razão']);
  say(['---', ...heads.map(() => '---:'), '---:']);
  for (const row of rows) {
    const ratio = ratioOf(row);
    const shown = ratio?.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    say([row.name, ...row.measured.map(spread), shown ?? '']);
  }
  for (const sentence of verdict(rows)) process.stdout.write(`\n${sentence}\n`);
}

/** How many times slower the median is in the largest database than in the smallest. */
function ratioOf({ measured }: Row): number | undefined {
  const [small, large] = [measured[0], measured.at(-1)];
  return measured.length > 1 && small && large ? large.p50 / small.p50 : undefined;
}

function verdict(rows: readonly Row[]): string[] {
  const searches = ({ name }: Row) => name.startsWith('termo');
  const slow = rows.filter(
    (row) => (row.measured.at(-1)?.p95 ?? 0) > (searches(row) ? BUDGET.termo : BUDGET.list),
  );
  const steep = rows.filter((row) => /^(ordem|filtro)/.test(row.name) && (ratioOf(row) ?? 0) > BUDGET.ratio);
  const names = (found: readonly Row[]) => found.map(({ name }) => name).join('; ');
  return [
    slow.length > 0
      ? `Acima do orçamento (p95 de ${BUDGET.list} ms, ${BUDGET.termo} ms com termo): ${names(slow)}.`
      : `Todos dentro do orçamento: p95 de ${BUDGET.list} ms, ${BUDGET.termo} ms com termo.`,
    steep.length > 0
      ? `Razão acima de ${BUDGET.ratio} em ordens e filtros: ${names(steep)}.`
      : `Nenhuma ordem ou filtro com razão acima de ${BUDGET.ratio}.`,
  ];
}
