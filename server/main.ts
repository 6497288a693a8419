import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { startDatabase } from './db/startDatabase.ts';
import { explainStart } from './failures.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { type Endings, runWorker, startWorkers } from './start/processes.ts';
import { answerPulses } from './start/pulse.ts';
import { followSupervisor, SUPERVISED, tellReady } from './start/supervised.ts';

const SHUTDOWN_TIMEOUT = 20_000;
const DATABASE_TIMEOUT = 8_000;
const DUPLICATE_SIGNAL_MS = 1_000;
/**
 * How much the heap may grow, in percent of what is in use, before V8 collects the old generation. By default it is up to four
 * times: an import of 100,000 customers then held 200 MB of garbage beside 65 MB in use (docs/benchmarks.md, Records).
 */
const HEAP_GROWTH_PERCENT = 100;
const STOPPED_EARLY = 'O Balcão parou antes de ficar pronto.';
/** How to stop each thing that was started, in start order. */
const endings: Endings = [];

/**
 * Starts the console on one port and prints its address. Shuts down gracefully on SIGTERM and SIGINT. The database is
 * prepared while the pages may still be building; no request is answered before both are done.
 */
export async function main(pagesBuilt: Promise<void> = Promise.resolve()): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  answerPulses();
  try {
    const settings = readSettings();
    if (settings.traces) await startTracing();
    if (cluster.isWorker) await runWorker(settings, endings);
    else if (settings.processes > 1) await startSeveral(settings, pagesBuilt);
    else await startAlone(settings, pagesBuilt);
  } catch (error) {
    // What fails because it is being stopped is no news.
    if (stopping.signal.aborted) return;
    say(explainStart(error));
    await end(1);
  }
}

/** Closed after everything else, since the other parts still send traces while they stop. */
async function startTracing(): Promise<void> {
  const { openTracing } = await import('./tracing/openTracing.ts');
  endings.push(openTracing(say).close);
}

/** Runs everything in this process: it answers requests and, once it does, also works in the background. */
async function startAlone(settings: Settings, pagesBuilt: Promise<void>): Promise<void> {
  const { startHttp, workInBackground, deps } = await prepareBesideDatabase(settings);
  await pagesBuilt;
  stopping.signal.throwIfAborted();
  // Pending requests may still queue work, so the background work is stopped after they are answered.
  const background: Endings = [];
  endings.push(() => endAll(background));
  const { log } = await startHttp(deps, endings);
  announceStart(settings, log);
  await workInBackground({ ...deps, log }, background);
}

/**
 * Starts PostgreSQL while this process loads most of its own code, and prepares the database. Both are waited for when the
 * console is stopped meanwhile, so that no PostgreSQL is left running.
 */
async function prepareBesideDatabase(settings: Settings) {
  const starting = startDatabase(settings);
  const stop = async () => await (await starting.catch(() => null))?.stop();
  endings.push(stop);
  const [parts, { url }] = await Promise.all([import('./start/startParts.ts'), starting]);
  stopDatabase = async () => {
    await parts.endOwnConnections(url);
    await stop();
  };
  stopping.signal.throwIfAborted();
  const preparing = parts.prepareDatabase(url, settings, { endings, say, stopping: stopping.signal });
  endings.push(() => preparing.catch(() => {}));
  // A migration or the demonstration may take longer than a stop may; either is undone as a whole.
  const undo = () => void parts.endWorkUntil(preparing, url);
  stopping.signal.addEventListener('abort', undo);
  const deps = await preparing;
  stopping.signal.removeEventListener('abort', undo);
  stopping.signal.throwIfAborted();
  return { ...parts, deps };
}

/** This process runs the database and the background work; it starts others that answer requests. */
async function startSeveral(settings: Settings, pagesBuilt: Promise<void>): Promise<void> {
  const workers = startWorkers(settings.processes, fileURLToPath(import.meta.url), say);
  const { workInBackground, deps } = await prepareBesideDatabase(settings);
  const log = await workInBackground(deps, endings);
  endings.push(workers.stop);
  await pagesBuilt;
  stopping.signal.throwIfAborted();
  await workers.answer(deps.pool.options.connectionString ?? '');
  announceStart(settings, log);
}

function announceStart(settings: Settings, log: { warn(text: string): void }): void {
  if (settings.demoOnNetwork) warnOpenDemonstration(log);
  ready = true;
  tellReady();
  say(`Balcão em ${settings.publicUrl}`);
}

/** Written to both the terminal and the log, since some people read only the log. */
function warnOpenDemonstration(log: { warn(text: string): void }): void {
  const text =
    'ATENÇÃO: a empresa de demonstração está aberta na rede, e a senha de todos é conhecida. Não guarde dados reais aqui.';
  log.warn(text);
  say(text);
}

/** Stops the database although this process still uses it. */
let stopDatabase = async (): Promise<void> => {};
/** Aborted when the console is to stop, after which nothing more is started. */
const stopping = new AbortController();
let ready = false;
let shutdownRequestedAt = 0;

/**
 * The terminal and npm each deliver the same Ctrl+C, so a second signal within moments is an echo of the first. A later one
 * comes from a user who does not want to wait.
 */
function onSignal(): void {
  if (shutdownRequestedAt > 0 && Date.now() - shutdownRequestedAt > DUPLICATE_SIGNAL_MS) process.exit(1);
  if (shutdownRequestedAt > 0) return;
  shutdownRequestedAt = Date.now();
  stopping.abort();
  // Other processes of the console have no terminal to answer to.
  if (!ready && cluster.isPrimary) say(STOPPED_EARLY);
  void end(0);
}

/** Prints to the terminal, whatever the log level. */
const say = (text: string) => process.stdout.write(`${text}\n`);

async function end(code: number): Promise<void> {
  setTimeout(() => void giveUp(), SHUTDOWN_TIMEOUT).unref();
  await endAll(endings);
  process.exit(code);
}

/** Whatever keeps it from stopping, its PostgreSQL does not stay behind. */
async function giveUp(): Promise<void> {
  await Promise.race([stopDatabase(), pause(DATABASE_TIMEOUT)]);
  process.exit(1);
}

/** Also stops what is started meanwhile. */
async function endAll(started: Endings): Promise<void> {
  for (let ending = started.pop(); ending; ending = started.pop())
    await ending().catch((error: unknown) => say(`Ao parar: ${String(error)}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(process.argv.includes(SUPERVISED) ? followSupervisor(onSignal) : undefined);
