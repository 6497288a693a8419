import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { type BenchServer, openBenchServer, type Who } from './benchServer.ts';
import { measure, spread } from './measure.ts';

const OPTIONS = {
  tickets: { type: 'string', default: '1000000' },
  customers: { type: 'string', default: '' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  runs: { type: 'string', default: '5' },
} as const;

/** Milliseconds at p95 (docs/domain.md 17). */
const BUDGET = 300;
/** A table with fewer rows may be read from its first to its last. */
const SMALL = 5_000;
/** PostgreSQL reports what a connection has read when it next works, and at most once a second; in milliseconds. */
const REPORTED = 1_100;

/** Everything that is searched while somebody types, as the path to which the text is added. */
const SEARCHES: Readonly<Record<string, string>> = {
  busca: '/sac/busca?q=',
  tickets: '/sac/tickets?termo=',
  coletas: '/sac/coletas?termo=',
  clientes: '/callcenter/clientes?q=',
  pedidos: '/callcenter/pedidos?q=',
  orçamentos: '/callcenter/orcamentos?q=',
  negociações: '/callcenter/precos-negociados?termo=',
};

/**
 * `npm run bench -- searches`: every search, for every meaning of its text, as people with a wide and a narrow view: how long
 * it takes, and which tables it reads as a whole, which a key must never do.
 */
export async function searches(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const size = {
    tickets: Number(values.tickets),
    ...(values.customers && { customers: Number(values.customers) }),
  };
  const name = Object.entries(size).map(([key, count]) => `${key}-${count}`);
  const server = await openBenchServer(path.join(values.dir, name.join('-')), size);
  try {
    await measureAll(server, await textsOf(server), Number(values.runs));
  } finally {
    await server.close();
  }
}

async function measureAll(server: BenchServer, texts: Readonly<Record<string, string>>, runs: number) {
  const people = ['GERENTE', 'VENDEDOR'] as const satisfies Who[];
  process.stdout.write(`| p50 / p95 em ms | ${people.join(' | ')} | lidas inteiras |\n|---|---:|---:|---|\n`);
  let whole = 0;
  let slow = 0;
  for (const [where, address] of Object.entries(SEARCHES))
    for (const [what, text] of Object.entries(texts)) {
      const before = await readInSequence(server.pool);
      const cells: string[] = [];
      for (const who of people) {
        const measured = await measure(
          [() => server.get(who, `${address}${encodeURIComponent(text)}`)],
          runs,
        ).catch((error: Error) => error);
        if (!(measured instanceof Error) && (measured?.p95 ?? 0) > BUDGET) slow += 1;
        cells.push(measured instanceof Error ? 'recusada' : spread(measured));
      }
      const tables = grown(before, await readInSequence(server.pool), runs * people.length);
      if (tables.length > 0) whole += 1;
      process.stdout.write(`| ${where}: ${what} | ${cells.join(' | ')} | ${tables.join(', ')} |\n`);
    }
  process.stdout.write(`\n${whole} pesquisas leem tabelas inteiras; ${slow} passam de ${BUDGET} ms\n`);
}

/** What people type, by what it means, each of which finds something. */
async function textsOf({ facts, pool }: BenchServer): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ text: string }>(
    `select regexp_replace(html, '<[^>]+>', ' ', 'g') as text from ticket_messages order by id desc limit 1`,
  );
  const words = (rows[0]?.text ?? '').match(/\p{L}{5,}/gu) ?? [];
  return {
    número: String(facts.ticket),
    'nota fiscal': `NF ${facts.invoice.number}`,
    chave: facts.invoice.key,
    CNPJ: facts.document.masked,
    nome: facts.name.own,
    'começo de um nome': facts.name.plain.slice(0, 4),
    'uma letra errada': wrongLetter(facts.name.plain),
    'duas letras': facts.name.plain.slice(0, 2),
    telefone: '(11) 98765-4321',
    'fim de um telefone': '4321',
    'palavras de mensagem': words.slice(0, 2).join(' ') || 'entrega atrasada',
    'o que ninguém tem': 'xyzwkqj',
  };
}

const wrongLetter = (name: string) => `${name.slice(0, 2)}x${name.slice(3)}`;

type Read = Map<string, { read: number; rows: number }>;

async function readInSequence(pool: pg.Pool): Promise<Read> {
  await pause(REPORTED);
  await Promise.all(Array.from({ length: 12 }, () => pool.query('select pg_sleep(0.02)')));
  const { rows } = await pool.query<{ relname: string; read: string; rows: string }>(
    `select relname, seq_tup_read as read, n_live_tup as rows from pg_stat_user_tables where schemaname = 'public'`,
  );
  return new Map(
    rows.map(({ relname, read, rows: count }) => [relname, { read: Number(read), rows: Number(count) }]),
  );
}

/** Tables of which each run read about as many rows in sequence as they have. */
const grown = (before: Read, after: Read, runs: number): string[] =>
  [...after].flatMap(([table, { read, rows }]) => {
    const each = (read - (before.get(table)?.read ?? 0)) / runs;
    return rows > SMALL && each > rows / 4 ? [`${table} (${Math.round(each).toLocaleString('pt-BR')})`] : [];
  });
