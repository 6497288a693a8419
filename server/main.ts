import { fileURLToPath } from 'node:url';
import { openFileStore } from './adapters/files/openFileStore.ts';
import { startMailDispatcher } from './adapters/mail/dispatcher.ts';
import { smtpMailer } from './adapters/mail/smtpMailer.ts';
import { buildApp } from './app.ts';
import { watchDefinitions } from './config/definitions/watch.ts';
import { connect } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { startDatabase } from './db/startDatabase.ts';
import { explainStart } from './explainStart.ts';
import { startSequencer } from './feed/sequencer.ts';
import { prepareFirstStart } from './firstStart.ts';
import { startHourly } from './hourly.ts';
import { openQueue } from './jobs/queue.ts';
import { workOnBulkJobs } from './jobs/worker.ts';
import { logOptions } from './logOptions.ts';
import { workOnImports } from './records/import/runImport.ts';
import { workOnNfeImports } from './sac/nfe/worker.ts';
import { workOnReportSchedules } from './sac/reportDesk/scheduleWorker.ts';
import { runToFile } from './sac/reports/queries.ts';
import { closeReaderPool } from './sac/reports/reader/readerPool.ts';
import { issueResetLink } from './session/resetLink.ts';
import { readSettings, type Settings } from './settings.ts';
import { startWebhooks } from './webhooks/worker.ts';

const PATIENCE = 20_000;
const ECHO = 1_000;
/** How to end each thing that was started, in the order of their start. */
const endings: (() => Promise<unknown>)[] = [];

/**
 * Starts the console on one port, and says where. Ends gracefully on SIGTERM and SIGINT. The database is prepared
 * while the pages may still be building; nobody is answered before both are done.
 */
export async function main(pagesBuilt: Promise<void> = Promise.resolve()): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  try {
    await start(readSettings(), pagesBuilt);
  } catch (error) {
    say(explainStart(error));
    await end(1);
  }
}

async function start(settings: Settings, pagesBuilt: Promise<void>): Promise<void> {
  const database = await startDatabase(settings);
  endings.push(database.stop);
  await migrate(database.url);
  const { db, pool, close } = connect(database.url);
  endings.push(close);
  const files = openFileStore(settings);
  const { demo, dataDir, schemasDir } = settings;
  await prepareFirstStart({ db, pool, url: database.url, demo, files, dataDir, schemasDir, say });
  const queue = await openQueue(pool, (error) => say(`Fila de trabalho: ${error.message}`));
  endings.push(queue.stop);
  endings.push(() => closeReaderPool(pool));
  const closing = new AbortController();
  const deps = { db, pool, settings, files, queue, now: () => new Date(), closing: closing.signal };
  await pagesBuilt;
  const app = await buildApp(deps, { logger: logOptions(settings.logLevel) });
  const { log } = app;
  endings.push(startHourly(deps, log).stop);
  endings.push(watchDefinitions(deps, log).stop);
  endings.push(startSequencer(deps, log).stop);
  endings.push(startWebhooks(deps, log).stop);
  const linkOf = (resetId: number) =>
    issueResetLink(db, { now: deps.now, publicUrl: settings.publicUrl }, resetId);
  if (settings.smtp)
    endings.push(startMailDispatcher({ db, mailer: smtpMailer(settings.smtp), linkOf, log }).stop);
  await workOnBulkJobs({ ...deps, log }, queue);
  await workOnImports({ ...deps, log }, queue);
  await workOnNfeImports({ ...deps, log }, queue);
  endings.push((await workOnReportSchedules({ ...deps, log }, queue, runToFile)).stop);
  // Requests that are under way are answered first, then the rest ends.
  endings.push(() => app.close());
  endings.push(async () => closing.abort());
  await app.listen({ port: settings.port, host: settings.host, listenTextResolver: () => 'listening' });
  if (settings.demoOnNetwork) warnOpenDemonstration(log);
  say(`Balcão em ${settings.publicUrl}`);
}

/** Both for the terminal and for whoever reads the log alone. */
function warnOpenDemonstration(log: { warn(text: string): void }): void {
  const text =
    'ATENÇÃO: a empresa de demonstração está aberta na rede, e a senha de todos é conhecida. Não guarde dados reais aqui.';
  log.warn(text);
  say(text);
}

let askedAt = 0;

/**
 * The terminal and npm each deliver the same Ctrl+C, so a second signal within moments is the first one's echo.
 * A later one is somebody who does not want to wait.
 */
function onSignal(): void {
  if (askedAt > 0 && Date.now() - askedAt > ECHO) process.exit(1);
  if (askedAt > 0) return;
  askedAt = Date.now();
  void end(0);
}

/** For the person at the terminal, whatever the log level. */
const say = (text: string) => process.stdout.write(`${text}\n`);

async function end(code: number): Promise<void> {
  setTimeout(() => process.exit(1), PATIENCE).unref();
  for (const ending of endings.splice(0).reverse())
    await ending().catch((error: unknown) => say(`Ao parar: ${String(error)}`));
  process.exit(code);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
