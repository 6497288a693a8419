import { parseArgs } from 'node:util';
import pg from 'pg';
import { openFileStore } from '../../adapters/files/openFileStore.ts';
import { readSettings } from '../../settings.ts';
import { connect } from '../client.ts';
import { migrate } from '../migrate.ts';
import { startDatabase } from '../startDatabase.ts';
import { isEmpty, seedDemo } from './index.ts';

/**
 * `npm run seed -- --tickets 1000000 --customers 200000 --orders 1000000 --agendas 1000000`: loads the demonstration company
 * in the requested size into the configured database. Refuses one that has data, unless `--reset` allows all of it to be
 * deleted.
 */
async function main(): Promise<void> {
  const { reset, ...size } = readArguments(process.argv.slice(2));
  const settings = readSettings();
  const database = await startDatabase(settings);
  if (reset) await emptyDatabase(database.url);
  await migrate(database.url);
  const { db, pool, close } = connect(database.url, { max: 4, statementTimeout: 0 });
  try {
    if (!(await isEmpty(db))) throw new Error(HAS_DATA);
    const started = Date.now();
    await seedDemo(db, pool, { ...size, files: openFileStore(settings), dataDir: settings.dataDir, say });
    say(
      `${size.tickets.toLocaleString('pt-BR')} tickets em ${((Date.now() - started) / 1000).toFixed(1)} s.`,
    );
  } finally {
    await close();
    await database.stop();
  }
}

const HAS_DATA =
  'Este banco já tem dados. Use outro DATA_DIR ou DATABASE_URL, ou repita com --reset para apagar tudo o que está nele.';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const MOST = 5_000_000;

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

/**
 * Removes everything of the console from the database, including the migration history; `migrate` then rebuilds it. Only on
 * explicit request, since the data cannot be recovered.
 */
async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('drop schema if exists drizzle cascade');
    await client.query('drop schema if exists pgboss cascade');
    await client.query('drop schema if exists relatorio cascade');
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    await client.query('commit');
  } finally {
    await client.end();
  }
}

interface SeedSize {
  tickets: number;
  /** Totals; if fewer are requested, the small company's own numbers apply. */
  customers: number;
  orders: number;
  agendas: number;
}

/** `--tickets N` (2000 by default), `--customers`, `--orders`, `--agendas`, `--reset`. Throws a message for the terminal. */
export function readArguments(argv: readonly string[]): SeedSize & { reset: boolean } {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      tickets: { type: 'string', default: '2000' },
      customers: { type: 'string' },
      orders: { type: 'string' },
      agendas: { type: 'string' },
      reset: { type: 'boolean', default: false },
    },
  });
  const size = (name: keyof SeedSize) => (values[name] === undefined ? 0 : wholeNumber(name, values[name]));
  return {
    tickets: size('tickets'),
    customers: size('customers'),
    orders: size('orders'),
    agendas: size('agendas'),
    reset: values.reset,
  };
}

function wholeNumber(name: keyof SeedSize, text: string): number {
  const number = Number(text.replace(/[._]/g, ''));
  if (!Number.isInteger(number) || number < 1 || number > MOST)
    throw new Error(`--${name} deve ser um número inteiro de 1 a ${MOST}, por exemplo --${name} 1000000.`);
  return number;
}
