import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MAX_SYNCHRONOUS_ROWS } from '#contract/sac/tickets/ticketBulk.ts';
import { type BenchServer, openBenchServer } from '../lists/benchServer.ts';
import { type Measured, measure, requireSome, spread, spreadOf, WARM_UP } from '../lists/measure.ts';
import { creationOf } from './creation.ts';

const OPTIONS = {
  tickets: { type: 'string', default: '1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  runs: { type: 'string', default: '40' },
} as const;

/** docs/domain.md 17, Speed: milliseconds at p95 with a million tickets. */
const BUDGETS = { detail: 150, history: 100, advance: 120, create: 400, bulk: 5000 };

/**
 * `npm run bench -- tickets`: opening, processing and creating single tickets, and one action on 500 of them, in a large
 * database. Measures whole requests, without the network.
 */
export async function tickets(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const size = Number(values.tickets);
  const server = await openBenchServer(path.join(values.dir, `tickets-${size}`), { tickets: size });
  const runs = Number(values.runs);
  process.stdout.write('| p50 / p95 em ms | medido | orçamento (p95) |\n| --- | ---: | ---: |\n');
  const say = (name: string, budget: number, measured: Measured | undefined) =>
    process.stdout.write(`| ${name} | ${spread(measured)} | ${budget} |\n`);
  say('abrir um ticket', BUDGETS.detail, await detail(server, runs));
  say('mensagens de um ticket', BUDGETS.history, await history(server, runs));
  say('avançar uma etapa', BUDGETS.advance, await advance(server, runs));
  say('arquivar 500 em lote', BUDGETS.bulk, await bulk(server, 2));
  say('criar com 50 itens', BUDGETS.create, await create(server, runs));
  await server.close();
}

/** The most recent tickets with messages. */
const RECENTLY_MESSAGED =
  'select ticket_id as id from ticket_messages where id > (select max(id) - 5000 from ticket_messages)';

/** All the calls that a ticket's page makes at once. */
async function detail(server: BenchServer, runs: number) {
  const ids = await someIds(server, 'select id from tickets where not archived', runs);
  const next = inTurn(ids);
  return measure([async () => answered(server.ask('GERENTE', 'GET', `tickets/${next()}`))], runs);
}

async function history(server: BenchServer, runs: number) {
  const next = inTurn(await someIds(server, RECENTLY_MESSAGED, runs));
  return measure([async () => answered(server.ask('GERENTE', 'GET', `tickets/${next()}/historico`))], runs);
}

/** From the opening to the first working step; each ticket only once. */
async function advance(server: BenchServer, runs: number) {
  const where = `select id from tickets where status = 'ABERTO' and step_key = 'ABERTURA' and not archived`;
  const next = inTurn(await someIds(server, where, runs));
  return measure(
    [async () => answered(server.ask('GERENTE', 'POST', `tickets/${next()}/avancar-etapa`, {}))],
    runs,
  );
}

/**
 * Each created ticket is cancelled before the next one, outside the measured time, so that its units can be returned again.
 */
async function create(server: BenchServer, runs: number) {
  const body = await creationOf(server, 50);
  const times: number[] = [];
  for (let run = -WARM_UP; run < runs; run++) {
    const started = performance.now();
    const { data } = (await server.ask('GERENTE', 'POST', 'tickets', body)) as Created;
    if (run >= 0) times.push(performance.now() - started);
    await server.ask('GERENTE', 'POST', `tickets/${data.id}/cancelar`, { motivo: 'Medição' });
  }
  return spreadOf(times);
}

interface Created {
  data: { id: number };
}

/**
 * Applies an action and reverts it, so that the database stays unchanged; measures the rows that one request accepts, until
 * all are done.
 */
async function bulk(server: BenchServer, runs: number) {
  const closed = `select id from tickets where status = 'FINALIZADO' and not archived`;
  const ids = (await someIds(server, closed, 0)).slice(0, 500);
  const lot = async (acao: string) => {
    for (let first = 0; first < ids.length; first += MAX_SYNCHRONOUS_ROWS)
      await server.ask('GERENTE', 'POST', `tickets/lote/${acao}`, {
        ids: ids.slice(first, first + MAX_SYNCHRONOUS_ROWS),
        dados: {},
      });
    return true;
  };
  return measure([() => lot('arquivar'), () => lot('desarquivar')], runs);
}

async function someIds({ pool }: BenchServer, query: string, runs: number): Promise<number[]> {
  const wanted = runs === 0 ? 500 : runs * 2 + 10;
  const { rows } = await pool.query<{ id: number }>(`${query} order by 1 desc limit ${wanted}`);
  requireSome(rows, query);
  return rows.map(({ id }) => id);
}

function inTurn(ids: readonly number[]): () => number {
  let turn = 0;
  return () => ids[turn++ % ids.length] ?? 0;
}

const answered = async (answer: Promise<unknown>): Promise<boolean> => Boolean(await answer);
