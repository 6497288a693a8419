import pg from 'pg';
import { openFileStore } from '../../adapters/files/openFileStore.ts';
import { readSettings } from '../../settings/settings.ts';
import { connect } from '../client.ts';
import { deadLimits } from '../deadConnections.ts';
import { migrate } from '../migrate.ts';
import { startDatabase } from '../startDatabase.ts';
import { isEmpty, readArguments, seedDemo } from './index.ts';

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
  // Nobody waits for an answer here, and a machine that builds an index of millions of rows may answer nothing else for a while.
  Object.assign(deadLimits, { silence: Number.POSITIVE_INFINITY, hold: PATIENCE, quiet: PATIENCE });
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

/** Milliseconds. */
const PATIENCE = 600_000;

const HAS_DATA =
  'Este banco já tem dados. Use outro DATA_DIR ou DATABASE_URL, ou repita com --reset para apagar tudo o que está nele.';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

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
