import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { followFeed } from '#tests/support/erpNight/reader.ts';
import { buildServer } from '#tests/support/servers/serverProcess.ts';
import { foundCompany } from './company.ts';
import { type Comparison, compare } from './compare.ts';
import { FAULTS, type Fault } from './faults.ts';
import { startCluster, until } from './stage.ts';
import { type Ledger, newLedger, startJob, write } from './writers.ts';

/** Measured effects of a fault. Times in ms. */
export interface Outcome extends Comparison {
  fault: Fault;
  ledger: Ledger;
  /** For each node that ended, the time until it answered again. */
  returns: number[];
}

interface ChaosOptions {
  faults: readonly Fault[];
  /** The same seed selects the same nodes and moments. */
  seed: number;
  /** Repeats all faults for this many milliseconds; 0 runs each once. */
  long?: number;
  writers?: number;
  /** Pause of each writer between two actions, in milliseconds. */
  rest?: number;
  /** Number of objects of each kind to write about; more than a job processes at once. */
  supplied?: number;
  /** Duration of normal work before and after a fault, in milliseconds. */
  calm?: number;
  report?: (outcome: Outcome) => void;
  skip?: (fault: Fault, why: string) => void;
}

/**
 * Runs two nodes on their own database with simulated users, injects one fault after the other, and compares the data after
 * each. Leaves nothing behind.
 */
export async function chaos({
  faults,
  seed,
  long = 0,
  writers = 10,
  rest = 0,
  supplied = 240,
  calm = 2_000,
  report = () => {},
  skip = () => {},
}: ChaosOptions): Promise<Outcome[]> {
  const random = generator(seed);
  const stage = await startCluster();
  const outcomes: Outcome[] = [];
  try {
    const company = await foundCompany(stage.url);
    const reader = followFeed(stage.origin, company.admin, { tipos: 'produtos', anew: async () => {} });
    await until(async () => reader.cursor() !== '');
    const began = performance.now();
    do {
      for (const fault of faults) {
        const why = fault.lacks?.(stage);
        if (why) {
          skip(fault, why);
          continue;
        }
        const outcome = await suffer(fault);
        outcomes.push(outcome);
        report(outcome);
      }
    } while (performance.now() - began < long);
    await reader.stop();
    await company.connection.close();

    async function suffer(fault: Fault): Promise<Outcome> {
      await stage.untilWell();
      const supplies = await company.stock(supplied);
      const ledger = newLedger();
      let stopped = false;
      const desk = { origin: stage.origin, company, supplies, ledger, rest, stopped: () => stopped };
      const node = stage.nodes[random() < 0.5 ? 0 : 1];
      const before = stage.nodes.map(({ returns }) => returns.length);
      await startJob(desk);
      const writing = write(desk, writers);
      await pause(calm * (0.75 + random() / 2));
      await fault.inject(stage, node);
      await pause(calm);
      await stage.untilWell();
      await pause(calm);
      stopped = true;
      await writing;
      for (const { unexpectedExits } of stage.nodes)
        for (const said of unexpectedExits.splice(0))
          ledger.wrong.push(`um console terminou por si: ${said}`);
      const verdict = await compare(stage, company, ledger, reader);
      const returns = stage.nodes.flatMap((each, at) => each.returns.slice(before[at]));
      return { fault, ledger, returns, ...verdict };
    }
  } finally {
    await stage.close();
  }
  return outcomes;
}

/** Mulberry32: a reproducible sequence of numbers from 0 to 1 for a seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const OPTIONS = {
  only: { type: 'string', default: '' },
  minutes: { type: 'string', default: '0' },
  seed: { type: 'string', default: '' },
} as const;

const HEAD = [
  'falha',
  'gravações',
  'confirmadas',
  'negadas com razão',
  'perdidas',
  'dobradas',
  'tentativas recusadas / cortadas',
  'maior tempo sem confirmação',
  'pedido recusado mais tempo',
  'pedido não recusado mais demorado',
  'console de volta em',
];

/**
 * `npm run chaos -- --only node,postmaster --minutes 10 --seed 7`: prints a table and exits with 1 if anything was lost,
 * duplicated or wrong.
 */
export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const wanted = values.only.split(',').filter(Boolean);
  const unknown = wanted.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0)
    throw new Error(`Não há ${unknown.join(', ')}; há ${FAULTS.map(({ name }) => name).join(', ')}.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const seed = Number(values.seed || Date.now() % 100_000);
  buildServer();
  process.stdout.write(`--seed ${seed}\n\n`);
  row(HEAD);
  row(HEAD.map((_, at) => (at === 0 ? '---' : '---:')));
  await chaos({
    faults: wanted.length > 0 ? FAULTS.filter(({ name }) => wanted.includes(name)) : FAULTS,
    seed,
    long: Number(values.minutes) * 60_000,
    report: (outcome) => {
      row(cells(outcome));
      for (const problem of problemsOf(outcome)) {
        process.exitCode = 1;
        process.stderr.write(`${problem}\n`);
      }
    },
    skip: ({ says }, why) => row([says, why, ...Array(HEAD.length - 2).fill('')]),
  });
  // Node 20 does not exit after connections were reset, because it waits for handles that no longer exist.
  process.exit();
}

export const problemsOf = ({ fault, ledger, lost, doubled }: Outcome): string[] => [
  ...lost.map((each) => `${fault.name}: perdido: ${each}`),
  ...doubled.map((each) => `${fault.name}: dobrado: ${each}`),
  ...ledger.wrong.map((each) => `${fault.name}: ${each}`),
];

const row = (parts: readonly (string | number)[]) => process.stdout.write(`| ${parts.join(' | ')} |\n`);
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).replace('.', ',')} s`;

const cells = ({ fault, ledger, lost, doubled, returns }: Outcome) => [
  fault.says,
  ledger.sent,
  ledger.acknowledged,
  ledger.denied,
  lost.length,
  doubled.length,
  `${ledger.refused} / ${ledger.cut}`,
  seconds(ledger.gap),
  seconds(ledger.held),
  seconds(ledger.slowest),
  returns.map(seconds).join(', '),
];
