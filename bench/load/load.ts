import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { openBenchDatabase, sessionsOf } from '../lists/benchServer.ts';
import { type Served, serve } from '../served.ts';
import { closedLoop, type Rate } from './closedLoop.ts';
import { type Held, operatorsHeld } from './operators.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';

const OPTIONS = {
  tickets: { type: 'string', default: '1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  connections: { type: 'string', default: '1,10,50,200' },
  processes: { type: 'string', default: '1,2' },
  seconds: { type: 'string', default: '8' },
  /** Steps of the open loop; 0 leaves the operators out. */
  operators: { type: 'string', default: '25,50,75,100,125,150,175,200,250,300,350,400,500,600' },
  only: { type: 'string', default: '' },
  /** `main.js` of another built server to compare with. */
  server: { type: 'string', default: '' },
  /** Writes a CPU profile for each serving process, to be viewed with Chrome's tools. */
  profile: { type: 'boolean', default: false },
} as const;

/** How many people take turns, so that no cache of a single person answers for all. */
const PEOPLE = 40;

/**
 * `npm run bench -- load`: lists per second with a number of connections that each send their next request as soon as they
 * are answered, followed by operators in an open loop, more and more, until p95 exceeds 200 ms. Over HTTP on loopback, with
 * the clients on the same machine.
 */
export async function load(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const dataDir = path.join(values.dir, `tickets-${values.tickets}`);
  const database = await openBenchDatabase(dataDir, { tickets: Number(values.tickets) });
  try {
    for (const processes of numbersOf(values.processes)) {
      const served = await serve(dataDir, {
        main: values.server,
        env: { PROCESSES: String(processes) },
        node: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.dir}`] : [],
      });
      try {
        await measure(served, database.pool, processes, { ...values, dataDir });
      } finally {
        await served.close();
      }
    }
  } finally {
    await database.close();
  }
}

async function measure(
  served: Served,
  pool: pg.Pool,
  processes: number,
  wanted: { connections: string; seconds: string; operators: string; only: string; dataDir: string },
) {
  // People who see every branch, because a ticket of another branch would return 404.
  const tokens = await sessionsOf(pool, ['GERENTE', 'SUPERVISOR'], PEOPLE);
  const scenarios = (await scenariosOf(pool)).filter(({ name }) => name.includes(wanted.only));
  const steps = numbersOf(wanted.operators).filter((count) => count > 0);
  if (scenarios.length === 0 && steps.length === 0)
    throw new Error(`nothing is called like '${wanted.only}'`);
  const connections = numbersOf(wanted.connections);
  const say = (cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  if (scenarios.length > 0) {
    say([
      `por segundo (p95 em ms), CPU em ms de cada resposta (servidor + banco), processos: ${processes}`,
      ...connections.map((count) => `${count} conexões`),
    ]);
    say(['---', ...connections.map(() => '---:')]);
  }
  for (const scenario of scenarios) say([scenario.name, ...(await ratesOf(scenario))]);
  if (steps.length > 0) sayHeld(await operatorsHeld({ served, pool, tokens, steps }), processes);

  async function ratesOf(scenario: Scenario) {
    const cells: string[] = [];
    for (const count of connections)
      cells.push(
        shownRate(
          await closedLoop({
            served,
            tokens,
            scenario,
            count,
            seconds: Number(wanted.seconds),
            dataDir: wanted.dataDir,
          }),
        ),
      );
    return cells;
  }
}

const shownRate = ({ perSecond, p95, refused, cpu }: Rate) =>
  [
    `${Math.round(perSecond)} (${Math.round(p95)})`,
    ...(cpu ? [`CPU ${cpu.server.toFixed(1)} + ${cpu.database.toFixed(1)}`] : []),
    ...(refused > 0 ? [`${Math.round(refused * 100)} % recusados`] : []),
  ].join(', ');

function sayHeld(rows: readonly Held[], processes: number) {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(`\n| operadores, processos: ${processes} | por segundo | p50 em ms | p95 em ms | recusados |`);
  say('| ---: | ---: | ---: | ---: | ---: |');
  for (const { operators, perSecond, p50, p95, refused } of rows)
    say(
      `| ${operators} | ${Math.round(perSecond)} | ${Math.round(p50)} | ${Math.round(p95)} | ${(refused * 100).toFixed(1)} % |`,
    );
}

const numbersOf = (text: string) => text.split(',').filter(Boolean).map(Number);
