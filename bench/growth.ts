import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '#server/db/client.ts';
import { numberChanges } from '#server/feed/sequencer.ts';
import { type BenchServer, openBenchServer } from './lists/benchServer.ts';

const OPTIONS = {
  tickets: { type: 'string', default: '1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  /** Number of tickets processed by the server itself, to measure what that leaves in the logs. */
  lives: { type: 'string', default: '100' },
  /** Number of log rows used to determine the size of one row. */
  rows: { type: 'string', default: '200000' },
} as const;

/** What the seed creates: the tickets themselves and the rows that belong to them. */
const OF_TICKETS = [
  'tickets',
  'ticket_movements',
  'ticket_items',
  'ticket_invoices',
  'ticket_messages',
  'ticket_events',
];
/** What each write leaves in addition, and how long it is kept. */
const LOGS: Record<string, string> = {
  audit_log: '5 anos',
  feed_entries: '90 dias',
  outbox_emails: '24 meses',
  customer_log: 'sempre',
  realtime_events: '1 dia',
  idempotency_keys: '7 dias',
};

interface Grown {
  table: string;
  /** Per thousand tickets. */
  rows: number;
  /** Size of one row, including its share of the indexes. */
  bytes: number;
  kept: string;
}

/**
 * `npm run bench -- growth`: rows and bytes of each table per thousand tickets in a database of the given size, extrapolated
 * to one and ten million.
 */
export async function growth(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const tickets = Number(values.tickets);
  const server = await openBenchServer(path.join(values.dir, `tickets-${tickets}`), { tickets });
  try {
    const grown = [
      ...(await existing(server)),
      ...(await logged(server, Number(values.lives), Number(values.rows))),
    ];
    print(tickets, grown);
  } finally {
    await server.close();
  }
}

async function existing({ pool }: BenchServer): Promise<Grown[]> {
  const tickets = await countOf(pool, 'tickets');
  const grown: Grown[] = [];
  for (const table of OF_TICKETS) {
    const rows = await countOf(pool, table);
    grown.push({
      table,
      rows: (rows / tickets) * 1000,
      bytes: (await sizeOf(pool, table)) / rows,
      kept: 'sempre',
    });
  }
  return grown;
}

/** A ticket's life of four writes: the first answer, an internal note, a step, another answer. */
async function logged(server: BenchServer, lives: number, rows: number): Promise<Grown[]> {
  const { db, close } = connect(server.pool.options.connectionString ?? '', { max: 2, statementTimeout: 0 });
  await numberChanges(db);
  const before = await countsOf(server);
  const { rows: open } = await server.pool.query<{ id: number }>(
    `select id from tickets where status = 'ABERTO' and step_key = 'ABERTURA' and not archived order by id desc limit $1`,
    [lives],
  );
  if (open.length === 0) throw new Error('no open ticket is left: seed another database');
  for (const { id } of open)
    for (const [what, body] of LIFE) await server.ask('GERENTE', 'POST', `tickets/${id}/${what}`, body);
  await numberChanges(db);
  const after = await countsOf(server);
  const grown: Grown[] = [];
  for (const [table, kept] of Object.entries(LOGS)) {
    const written = (after[table] ?? 0) - (before[table] ?? 0);
    if (written === 0) continue;
    grown.push({
      table,
      rows: (written / open.length) * 1000,
      bytes: await sizeOfMany(server, table, rows),
      kept,
    });
  }
  await close();
  return grown;
}

const text = '<p>Recebemos a mercadoria e já estamos conferindo.</p>';
const LIFE: [what: string, body: object][] = [
  ['historico', { tipo: 'PUBLICO', mensagem: text }],
  ['historico', { tipo: 'PRIVADO', mensagem: text }],
  ['avancar-etapa', {}],
  ['historico', { tipo: 'PUBLICO', mensagem: text }],
];

async function countsOf({ pool }: BenchServer): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(LOGS)) counts[table] = await countOf(pool, table);
  return counts;
}

type Pool = BenchServer['pool'];

const countOf = async (pool: Pool, table: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0;

const sizeOf = async (pool: Pool, table: string): Promise<number> =>
  Number(
    (await pool.query<{ size: string }>(`select pg_total_relation_size($1::regclass)::text as size`, [table]))
      .rows[0]?.size ?? 0,
  );

/** Copies the newest rows repeatedly into a similar table that is dropped at the end; numbers and times keep increasing. */
async function sizeOfMany({ pool }: BenchServer, table: string, rows: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local statement_timeout = 0');
    await client.query(`create table many (like ${table} including all)`);
    const { rows: columns } = await client.query<{ name: string; key: boolean }>(
      `select a.attname::text as name, a.attname in ('id', 'position') as key from pg_attribute a
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const taken = columns.map(({ name, key }) =>
      key ? 'n' : table === 'idempotency_keys' && name === 'key' ? `t.key || n` : `t.${name}`,
    );
    await client.query(
      `insert into many (${names.join(', ')})
       select ${taken.join(', ')} from (
         select t.*, row_number() over () as turn from (select * from ${table} order by 1 desc limit 1000) t) t
       join generate_series(1, $1::int) n on n % (select least(count(*), 1000) from ${table}) = t.turn - 1
       order by n`,
      [rows],
    );
    const { rows: found } = await client.query<{ bytes: number }>(
      `select pg_total_relation_size('many')::float / (select count(*) from many) as bytes`,
    );
    return found[0]?.bytes ?? 0;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

function print(tickets: number, grown: readonly Grown[]): void {
  const say = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const number = (value: number, digits = 0) =>
    value.toLocaleString('pt-BR', { maximumFractionDigits: digits });
  const gigabytes = (bytes: number) => `${number(bytes / 2 ** 30, 1)} GB`;
  say([
    'tabela',
    'linhas por 1.000 tickets',
    'bytes por linha, com índices',
    'MB por 1.000',
    '1 milhão',
    '10 milhões',
    'guardado',
  ]);
  say(['---', '---:', '---:', '---:', '---:', '---:', '---']);
  for (const { table, rows, bytes, kept } of grown) {
    const thousand = rows * bytes;
    say([
      table,
      number(rows),
      number(bytes),
      number(thousand / 2 ** 20, 2),
      gigabytes(thousand * 1000),
      gigabytes(thousand * 10_000),
      kept,
    ]);
  }
  const sum = (title: string, of: readonly Grown[]) => {
    const all = of.reduce((bytes, each) => bytes + each.rows * each.bytes, 0);
    say([
      `**${title}**`,
      '',
      '',
      number(all / 2 ** 20, 2),
      gigabytes(all * 1000),
      gigabytes(all * 10_000),
      '',
    ]);
  };
  sum(
    'o que fica para sempre',
    grown.filter(({ kept }) => kept === 'sempre'),
  );
  sum('tudo, se nada fosse apagado', grown);
  process.stdout.write(
    `\nMedido com ${number(tickets)} tickets; o resto é multiplicado. Dos registros de cada escrita, as linhas são de quatro escritas por ticket (duas respostas, uma nota interna, um passo), e os bytes os da tabela com muitas linhas assim.\n`,
  );
}
