import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchServer, openBenchServer } from '../lists/benchServer.ts';
import { type Measured, measure, requireSome, spread } from '../lists/measure.ts';
import { paintOfPanel } from './panelPaint.ts';
import { listCases, panelCases, type SalesCase } from './salesCases.ts';
import { salesFactsOf } from './salesFacts.ts';

const OPTIONS = {
  /** Number of quotes and orders, and likewise of agendas. */
  orders: { type: 'string', default: '1000000' },
  customers: { type: 'string', default: '200000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  runs: { type: 'string', default: '15' },
  /** Substring of the names of the cases to be measured. */
  only: { type: 'string', default: '' },
} as const;

/**
 * `npm run bench -- sales` and `npm run bench -- panel`: the lists of the call-center, and all calls of a customer's panel,
 * on a separate database. Measures whole requests, from the route to the bytes.
 */
export const sales = (argv: string[]) =>
  run(argv, async (server) => {
    const today = new Date().toISOString().slice(0, 10);
    return listCases(await salesFactsOf(server.pool), today);
  });
export const panel = (argv: string[]) =>
  run(argv, async (server) => panelCases(await salesFactsOf(server.pool)));

/** The panel as painted by a browser. */
export const panelPaint = (argv: string[]) => {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const orders = Number(values.orders);
  return paintOfPanel({
    dataDir: path.join(values.dir, `sales-${orders}`),
    size: { customers: Number(values.customers), orders, agendas: orders },
    visits: Number(values.runs),
  });
};

async function run(argv: string[], casesOf: (server: BenchServer) => Promise<SalesCase[]>): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const orders = Number(values.orders);
  const server = await openBenchServer(path.join(values.dir, `sales-${orders}`), {
    customers: Number(values.customers),
    orders,
    agendas: orders,
  });
  try {
    const cases = (await casesOf(server)).filter(({ name }) => name.includes(values.only));
    requireSome(cases, values.only);
    process.stdout.write('| p50 / p95 em ms | medido | orçamento (p95) |\n| --- | ---: | ---: |\n');
    const slow: string[] = [];
    for (const one of cases) {
      const measured = await measureCase(server, one, Number(values.runs));
      if (!measured) continue;
      process.stdout.write(`| ${one.name} | ${spread(measured)} | ${one.budget} |\n`);
      if (measured.p95 > one.budget) slow.push(one.name);
    }
    process.stdout.write(
      slow.length > 0 ? `\nAcima do orçamento: ${slow.join('; ')}.\n` : '\nTodos dentro do orçamento.\n',
    );
  } finally {
    await server.close();
  }
}

const measureCase = (
  server: BenchServer,
  { who, paths }: SalesCase,
  runs: number,
): Promise<Measured | undefined> =>
  measure(
    paths.map((wanted) => () => server.get(who, wanted)),
    runs,
  );
