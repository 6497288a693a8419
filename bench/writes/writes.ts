import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type BenchServer, openBenchServer } from '../lists/benchServer.ts';
import { spread, spreadOf } from '../lists/measure.ts';
import { writersTable } from './writers.ts';

const OPTIONS = {
  tickets: { type: 'string', default: '200000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  /** Number of tickets for each kind of write. */
  runs: { type: 'string', default: '200' },
  /** How long the writers of each kind run. */
  seconds: { type: 'string', default: '5' },
  /** Lists each table and index that a write of each kind touches. */
  relations: { type: 'boolean', default: false },
} as const;

/**
 * `npm run bench -- writes`: the cost of a ticket write in the PostgreSQL log and in index entries, right after a checkpoint
 * (when each page is first written whole) and again on the same tickets; and how many small writes per second eight writers
 * achieve, depending on how other processes are notified. Measures whole requests, without the network.
 */
export async function writes(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const tickets = Number(values.tickets);
  const server = await openBenchServer(path.join(values.dir, `tickets-${tickets}`), { tickets });
  const superuser = new pg.Client({
    connectionString: (server.pool.options.connectionString ?? '').replace('//balcao@', '//postgres@'),
  });
  await superuser.connect();
  try {
    await superuser.query('create extension if not exists pg_walinspect');
    await costTable(server, superuser, Number(values.runs), values.relations);
    await writersTable(server, Number(values.seconds) * 1000);
  } finally {
    await superuser.query('drop extension if exists pg_walinspect').catch(() => {});
    await superuser.end();
    await server.close();
  }
}

interface Kind {
  name: string;
  write: (id: number) => Promise<unknown>;
  ids: number[];
  /** Whether the same write can be repeated on the same tickets. */
  again: boolean;
}

async function costTable(
  server: BenchServer,
  superuser: pg.Client,
  runs: number,
  relations: boolean,
): Promise<void> {
  const say = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  say([
    'uma escrita',
    'WAL após checkpoint',
    'sem páginas inteiras',
    'WAL de novo',
    'entradas de índice',
    'de tickets',
    'HOT',
    'p50 / p95 em ms',
  ]);
  say(['---', '---:', '---:', '---:', '---:', '---:', '---:', '---:']);
  const touched: string[] = [];
  for (const kind of await kindsOf(server, runs)) {
    if (kind.ids.length === 0) throw new Error(`no ticket for: ${kind.name}`);
    await superuser.query('checkpoint');
    const first = await costOf(superuser, kind);
    const second = kind.again ? await costOf(superuser, kind) : null;
    say([
      kind.name,
      kilobytes(first.bytes),
      kilobytes(first.bytes - first.pages),
      second ? kilobytes(second.bytes) : '–',
      decimals(first.entries),
      decimals(first.ofTickets),
      `${Math.round(first.hot * 100)} %`,
      spread(spreadOf(first.times)),
    ]);
    touched.push(`\n${kind.name}`, ...first.relations);
  }
  if (relations) process.stdout.write(`${touched.join('\n')}\n`);
}

/** Tickets from all over the table, because those that people work on at the same time are at random positions. */
async function kindsOf(server: BenchServer, runs: number): Promise<Kind[]> {
  const some = async (where: string) => {
    const { rows } = await server.pool.query<{ id: number }>(
      `select id from tickets where not archived and ${where} order by md5(id::text || $2::text) limit $1`,
      [runs, String(Date.now())],
    );
    return rows.map(({ id }) => id);
  };
  const post = (what: string, body: object) => (id: number) =>
    server.ask('GERENTE', 'POST', `tickets/${id}/${what}`, body);
  const message = (tipo: string) =>
    post('historico', { tipo, mensagem: '<p>Recebemos a mercadoria e já estamos conferindo.</p>' });
  return [
    {
      name: 'mensagem interna',
      write: message('PRIVADO'),
      ids: await some(`status in ('ABERTO', 'EM_ATENDIMENTO')`),
      again: true,
    },
    {
      name: 'mensagem pública',
      write: message('PUBLICO'),
      ids: await some(`status = 'EM_ATENDIMENTO'`),
      again: true,
    },
    {
      name: 'primeira resposta (muda o status)',
      write: message('PUBLICO'),
      ids: await some(`status = 'ABERTO' and operator_id is not null`),
      again: false,
    },
    {
      name: 'avançar uma etapa',
      write: post('avancar-etapa', {}),
      ids: (await some(`status = 'ABERTO' and step_key = 'ABERTURA'`)).slice(0, 40),
      again: false,
    },
  ];
}

interface Cost {
  /** Per write: bytes of the log, bytes of full pages among them, and entries of B-trees and GIN. */
  bytes: number;
  pages: number;
  entries: number;
  ofTickets: number;
  /** Share of updates of `tickets` and its accompanying tables that were made in place. */
  hot: number;
  times: number[];
  /** Each table and index with the entries and full pages of one write, most expensive first. */
  relations: string[];
}

async function costOf(superuser: pg.Client, { ids, write }: Kind): Promise<Cost> {
  const place = async () => {
    const { rows } = await superuser.query<{ lsn: string }>(
      'select pg_current_wal_insert_lsn()::text as lsn',
    );
    return rows[0]?.lsn ?? '';
  };
  const times: number[] = [];
  const from = await place();
  for (const id of ids) {
    const started = performance.now();
    await write(id);
    times.push(performance.now() - started);
  }
  const to = await place();
  await superuser.query('select pg_switch_wal()');
  const { rows } = await superuser.query<
    Record<'bytes' | 'pages' | 'entries' | 'oftickets' | 'hot' | 'updates', number>
  >(WRITTEN, [from, to]);
  const { rows: relations } = await superuser.query<{ name: string; entries: string; bytes: string }>(
    BY_RELATION,
    [from, to],
  );
  const [found] = rows;
  if (!found) throw new Error('nothing was written');
  const each = (count: number) => Number(count) / ids.length;
  return {
    bytes: each(found.bytes),
    pages: each(found.pages),
    entries: each(found.entries),
    ofTickets: each(found.oftickets),
    hot: Number(found.hot) / Math.max(1, Number(found.updates)),
    times,
    relations: relations.map(
      ({ name, entries, bytes }) =>
        `| ${name} | ${decimals(each(Number(entries)))} | ${kilobytes(each(Number(bytes)))} |`,
    ),
  };
}

/** The contents of the log between two positions. */
const MARKED = `
  with written as (
    select b.*, c.relname as name, coalesce(i.indrelid, c.oid)::regclass::text as owner
    from pg_get_wal_block_info($1, $2, false) b
    left join pg_class c on c.relfilenode = b.relfilenode
    left join pg_index i on i.indexrelid = c.oid
  ), marked as (
    select *, owner in ('tickets', 'ticket_movements') as of_tickets,
      resource_manager = 'Btree' and record_type in ('INSERT_LEAF', 'SPLIT_L', 'SPLIT_R', 'INSERT_POST') and block_id = 0
        or resource_manager = 'Gin' and record_type in ('INSERT', 'UPDATE_META_PAGE') and block_id = 0 as entry
    from written
  )`;

const WRITTEN = `${MARKED}
  select $2::pg_lsn - $1::pg_lsn as bytes,
    coalesce(sum(block_fpi_length), 0) as pages,
    count(*) filter (where entry) as entries,
    count(*) filter (where entry and of_tickets) as oftickets,
    count(*) filter (where of_tickets and record_type like 'HOT_UPDATE%' and block_id = 0) as hot,
    count(*) filter (where of_tickets and resource_manager = 'Heap' and record_type ~ '^(HOT_)?UPDATE' and block_id = 0)
      as updates
  from marked`;

const BY_RELATION = `${MARKED}
  select coalesce(owner || '.' || nullif(name, owner), owner, '?') as name, count(*) filter (where entry) as entries,
    coalesce(sum(block_fpi_length), 0) + coalesce(sum(block_data_length), 0) as bytes
  from marked group by 1 order by 3 desc limit 60`;

const decimals = (number: number) =>
  number.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const kilobytes = (bytes: number) => `${decimals(bytes / 1024)} KB`;
