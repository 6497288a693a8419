import type pg from 'pg';
import type { Served } from '../served.ts';
import { type Rate, rateOf } from './closedLoop.ts';

export interface Held extends Rate {
  operators: number;
}

interface Wanted {
  served: Served;
  pool: pg.Pool;
  tokens: readonly string[];
  /** Numbers of operators to try, in ascending order. */
  steps: readonly number[];
}

/**
 * Average interval between an operator's actions, which occur at random and whether or not the last response has arrived. ms
 */
const ACTION_INTERVAL = 2_000;
const WARM_UP = 2_000;
const SECONDS = 10;
const MAX_P95 = 200;

/** An operator's actions out of ten: viewing a list, opening a ticket with its history, writing a message. */
const ACTION_WEIGHTS = { list: 5, ticket: 4, message: 1 };

/** Adds more and more operators until p95 exceeds 200 ms or more than one request in a hundred gets a 503. */
export async function operatorsHeld({ served, pool, tokens, steps }: Wanted): Promise<Held[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from tickets where not archived and status = 'EM_ATENDIMENTO' order by id desc limit 2000`,
  );
  const ids = rows.map(({ id }) => id);
  const seen: Held[] = [];
  for (const operators of steps) {
    const held = { operators, ...(await step(served, tokens, ids, operators)) };
    seen.push(held);
    process.stderr.write(`${operators}: ${Math.round(held.p95)} ms\n`);
    if (held.p95 > MAX_P95 || held.refused > 0.01) break;
  }
  return seen;
}

async function step(
  served: Served,
  tokens: readonly string[],
  ids: number[],
  operators: number,
): Promise<Rate> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const wrong: unknown[] = [];
  let refused = 0;
  const begin = performance.now();
  const counted = begin + WARM_UP;
  const end = counted + SECONDS * 1000;
  let turn = 0;
  for (let next = begin; next < end; next += (-Math.log(1 - Math.random()) * ACTION_INTERVAL) / operators) {
    const wait = next - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    turn += 1;
    open.push(act(turn, next).catch((error) => void wrong.push(error)));
    if (wrong.length > 0) break;
  }
  await Promise.all(open);
  if (wrong.length > 0) throw wrong[0];
  return rateOf(times, refused, SECONDS);

  /** Timed from the moment the action was due, so that a delayed start counts as waiting time. */
  async function act(number: number, due: number) {
    const token = tokens[number % tokens.length] ?? '';
    const statuses = await Promise.all(requestedFor(number, ids).map((ask) => ask(served, token)));
    const good = statuses.every((status) => status === 200);
    if (!good && !statuses.includes(503)) throw new Error(`answered with ${statuses.join()}`);
    if (due < counted) return;
    if (good) times.push(performance.now() - due);
    else refused += 1;
  }
}

type Ask = (served: Served, token: string) => Promise<number>;

function requestedFor(number: number, ids: readonly number[]): Ask[] {
  const place = number % 10;
  const id = ids[(number * 7919) % ids.length];
  const read =
    (path: string): Ask =>
    async (served, token) =>
      (await served.ask(token, 'GET', path)).status;
  if (place < ACTION_WEIGHTS.list) return [read(LISTS[Math.floor(number / 10) % LISTS.length] ?? '')];
  if (place < ACTION_WEIGHTS.list + ACTION_WEIGHTS.ticket)
    return [read(`tickets/${id}`), read(`tickets/${id}/historico`)];
  return [
    async (served, token) =>
      (
        await served.ask(token, 'POST', `tickets/${id}/historico`, {
          tipo: 'PRIVADO',
          mensagem: '<p>Recebemos a mercadoria e já estamos conferindo.</p>',
        })
      ).status,
  ];
}

/** As people use it: mostly the default view, sometimes sorted or filtered. */
const LISTS = [
  'tickets',
  'tickets?status[]=ABERTO',
  'tickets',
  'tickets?orderBy=prazo&direction=ASC',
  'tickets?status[]=EM_ATENDIMENTO&orderBy=dtAtualizacao',
  'tickets?page=2',
];
