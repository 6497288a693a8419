import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { openBenchDatabase, sessionOf, type Who } from '../lists/benchServer.ts';
import { type Case, casesOf } from '../lists/cases.ts';
import { factsOf } from '../lists/facts.ts';
import { requireSome } from '../lists/measure.ts';
import { type Served, serve } from '../served.ts';
import { type LeanAnswer, type LeanList, type LeanPerson, leanestOf } from './leanest.ts';

const OPTIONS = {
  tickets: { type: 'string', default: '1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  runs: { type: 'string', default: '11' },
  /** Substring of the names of the cases to be measured. */
  only: { type: 'string', default: '' },
  /** `main.js` of another built server to compare with. */
  server: { type: 'string', default: '' },
} as const;

/** Lists only. Whether something is due soon depends on working hours, which no hand-written SQL reproduces. */
const WRITTEN = /^tickets\?(?!.*prazo=(VENCENDO|NO_PRAZO))/;
const WARM_UP = 3;
/** Maximum cost of a whole request as a multiple of the leanest SQL. */
const GOAL = 2;

/**
 * `npm run bench -- limits`: a whole list request over HTTP on loopback, compared with the leanest SQL for the same result
 * through the same driver, alternating in one run. Both results are compared, and a case whose SQL returns something else
 * fails.
 */
export async function limits(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const dataDir = path.join(values.dir, `tickets-${values.tickets}`);
  const database = await openBenchDatabase(dataDir, { tickets: Number(values.tickets) });
  const served = await serve(dataDir, { main: values.server });
  try {
    await measureAll(served, database.pool, values);
  } finally {
    await served.close();
    await database.close();
  }
}

async function measureAll(served: Served, pool: pg.Pool, { only, runs }: { only: string; runs: string }) {
  const tokens = new Map<Who, string>();
  const tokenOf = async (who: Who) => {
    const token = tokens.get(who) ?? (await sessionOf(pool, who));
    tokens.set(who, token);
    return token;
  };
  const cursor = await cursorOf(served, await tokenOf('GERENTE'));
  const cases = casesOf({ ...(await factsOf(pool)), ...(cursor && { cursor }) }).filter(
    ({ name, paths }) => name.includes(only) && paths.every((each) => WRITTEN.test(each)),
  );
  requireSome(cases, only);
  const rows: Measured[] = [];
  for (const each of cases) {
    const measured = await measureCase(served, pool, await tokenOf(each.who), each, Number(runs));
    process.stderr.write(`${lineOf(measured)}\n`);
    rows.push(measured);
  }
  print(rows);
}

async function cursorOf(served: Served, token: string): Promise<string | undefined> {
  const { body } = await served.ask(token, 'GET', 'tickets?page=100');
  return (JSON.parse(body) as Page).paginator.proximo;
}

interface Page {
  itens: { id: number }[];
  paginator: { total: number; proximo?: string };
}

interface Measured {
  name: string;
  ours: number;
  lean: number;
}

async function measureCase(
  served: Served,
  pool: pg.Pool,
  token: string,
  { name, who, paths }: Case,
  runs: number,
): Promise<Measured> {
  const person = await personOf(pool, who);
  const pairs: { lean: LeanList; path: string }[] = [];
  for (const each of paths)
    pairs.push({ path: each, lean: await leanestOf(pool, who, person, new URLSearchParams(each.slice(8))) });
  for (const { path: wanted, lean } of pairs)
    requireSame(wanted, await pageAt(served, token, wanted), await lean.run());
  const times = { ours: [] as number[], lean: [] as number[] };
  const timed = async (kind: 'ours' | 'lean', work: () => Promise<unknown>, counts: boolean) => {
    const started = performance.now();
    await work();
    if (counts) times[kind].push(performance.now() - started);
  };
  for (let run = -WARM_UP; run < runs; run++)
    for (const { path: wanted, lean } of pairs) {
      await timed('ours', () => served.ask(token, 'GET', wanted), run >= 0);
      await timed('lean', lean.run, run >= 0);
    }
  return { name, ours: median(times.ours), lean: median(times.lean) };
}

async function pageAt(served: Served, token: string, wanted: string): Promise<LeanAnswer> {
  const { status, body } = await served.ask(token, 'GET', wanted);
  if (status !== 200) throw new Error(`${wanted}: ${status} ${body}`);
  const { itens, paginator } = JSON.parse(body) as Page;
  return { ids: itens.map(({ id }) => id), total: paginator.total };
}

function requireSame(wanted: string, ours: LeanAnswer, lean: LeanAnswer) {
  if (ours.total !== lean.total || ours.ids.join() !== lean.ids.join())
    throw new Error(
      `${wanted}: the two answers differ\n${ours.total} ${ours.ids}\n${lean.total} ${lean.ids}`,
    );
}

async function personOf(pool: pg.Pool, who: Who): Promise<LeanPerson> {
  const { rows } = await pool.query<LeanPerson>(
    `select representative_id as "representativeId", customer_id as "customerId",
       array(select branch_id from person_branches where person_id = people.id) as "branchIds"
     from people where type = $1 and active order by id limit 1`,
    [who],
  );
  return rows[0] ?? { branchIds: [], representativeId: null, customerId: null };
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.ceil(times.length / 2) - 1] ?? 0;
const shown = (value: number) =>
  value.toLocaleString('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const lineOf = ({ name, ours, lean }: Measured) =>
  `| ${name} | ${shown(ours)} | ${shown(lean)} | ${shown(ours / lean)} |`;

function print(rows: readonly Measured[]): void {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say('| mediana em ms | pedido inteiro | o menor SQL | razão |\n| --- | ---: | ---: | ---: |');
  for (const row of rows) say(lineOf(row));
  const within = rows.filter(({ ours, lean }) => ours <= GOAL * lean);
  const ratio = median(rows.map(({ ours, lean }) => ours / lean));
  say(
    `\n${within.length} de ${rows.length} casos dentro de ${GOAL} vezes o menor SQL; razão mediana ${shown(ratio)}.`,
  );
}
