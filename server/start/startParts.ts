import { setTimeout as pause } from 'node:timers/promises';
import { type FastifyBaseLogger, fastify } from 'fastify';
import type { FileStore } from '../adapters/files/fileStore.ts';
import { openFileStore } from '../adapters/files/openFileStore.ts';
import { startMailDispatcher } from '../adapters/mail/outbox.ts';
import { smtpMailer } from '../adapters/mail/smtpMailer.ts';
import { buildApp } from '../app.ts';
import { startCompanyRules } from '../companyRules/worker.ts';
import { paperBrandOf } from '../config/brand/queries.ts';
import { watchDefinitions } from '../config/definitions/watch.ts';
import { makeSetupCode } from '../config/installation.ts';
import { followCompanyWords } from '../config/words/follow.ts';
import type { Deps } from '../context.ts';
import { LOCKS, withAdvisoryLock } from '../db/advisoryLock.ts';
import { type Connection, connect } from '../db/client.ts';
import { endOwnConnections } from '../db/deadConnections.ts';
import { migrate } from '../db/migrate.ts';
import { openReplica } from '../db/replica.ts';
import { isEmpty, seedDemo, seedStandard } from '../db/seed/index.ts';
import { isPassing } from '../failures.ts';
import { startSequencer } from '../feed/sequencer.ts';
import { hasPeople } from '../installationState.ts';
import { openQueue, type WorkQueue } from '../jobs/queue.ts';
import { workOnBulkJobs } from '../jobs/runBulkJob.ts';
import { startDerivedUpdater } from '../records/custom/following.ts';
import { workOnImports } from '../records/import/runImport.ts';
import { printToFile } from '../sac/dashboardPaper/commands.ts';
import { watchMailbox } from '../sac/inbox/mailIntake.ts';
import { noteBadAddress } from '../sac/mailAddresses/commands.ts';
import { watchNfeFolder } from '../sac/nfe/folder/watchFolder.ts';
import { followMasterData } from '../sac/nfe/kept/recheck.ts';
import { workOnNfeImports, workOnNfeTrust } from '../sac/nfe/worker.ts';
import { workOnReportSchedules } from '../sac/reportDesk/dueSchedules.ts';
import { runToFile } from '../sac/reports/queries.ts';
import { closeReaderPool } from '../sac/reports/reader/readerPool.ts';
import { startMailingCustomers, startWakingTickets } from '../sac/tickets/commands.ts';
import { issueResetLink } from '../session/account/passwords.ts';
import { logOptions } from '../settings/logOptions.ts';
import type { Settings } from '../settings/settings.ts';
import { startHeartbeat } from '../telemetry/nodes.ts';
import { startWebhooks } from '../webhooks/worker.ts';
import { startHourly } from './hourly.ts';
import type { Endings } from './processes.ts';

export { endOwnConnections } from '../db/deadConnections.ts';

/** The resources that one process of the console runs with. */
interface ProcessContext extends Deps {
  queue: WorkQueue;
  ending: AbortController;
}

type Report = (text: string) => void;

interface Preparing {
  endings: Endings;
  say: Report;
  stopping: AbortSignal;
}

/** Migrates the database to this version and makes an empty one usable, once for all processes. */
export async function prepareDatabase(
  url: string,
  settings: Settings,
  { endings, say, stopping }: Preparing,
): Promise<ProcessContext> {
  await migrate(url);
  stopping.throwIfAborted();
  const running = openRunning(url, settings, endings);
  const { db, pool, files } = running;
  const { demo, dataDir, schemasDir } = settings;
  // The queue creates its own tables, which the first start does not touch.
  const [ready] = await Promise.all([
    running.withQueue(say),
    prepareFirstStart({ db, pool, url, demo, files, dataDir, schemasDir, say }),
  ]);
  return ready;
}

/** Ends whatever this process runs in the database, until `work` has given up. */
export async function endWorkUntil(work: Promise<unknown>, url: string): Promise<void> {
  const over = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([over, pause(AGAIN_MS, false)]))) await endOwnConnections(url);
}

const AGAIN_MS = 250;

/** Connects to a database that another process has prepared. */
export const joinDatabase = (
  url: string,
  settings: Settings,
  endings: Endings,
  say: Report,
): Promise<ProcessContext> => openRunning(url, settings, endings).withQueue(say);

function openRunning(url: string, settings: Settings, endings: Endings) {
  const { db, pool, close } = connect(url);
  endings.push(close);
  const replica = settings.readDatabaseUrl ? openReplica(settings.readDatabaseUrl, { db, pool }) : undefined;
  if (replica) endings.push(replica.close);
  const files = openFileStore(settings);
  return {
    db,
    pool,
    files,
    async withQueue(say: Report): Promise<ProcessContext> {
      const queue = await openQueue(pool, (error) => say(`Fila de trabalho: ${error.message}`), isPassing);
      endings.push(queue.stop);
      endings.push(async () => {
        await Promise.all([pool, replica?.pool].map((each) => each && closeReaderPool(each)));
      });
      const ending = new AbortController();
      return {
        db,
        pool,
        replica,
        settings,
        files,
        queue,
        now: () => new Date(),
        ending,
        closing: ending.signal,
      };
    },
  };
}

/** Builds the app and listens for requests. */
export async function startHttp(deps: ProcessContext, endings: Endings) {
  const { settings } = deps;
  const app = await buildApp(deps, { logger: logOptions(settings.logLevel) });
  endings.push(startHeartbeat(deps, app.metrics, app.log).stop);
  // Requests in progress are answered first, then everything else ends.
  endings.push(() => app.close());
  endings.push(async () => deps.ending.abort());
  await app.listen({ port: settings.port, host: settings.host, listenTextResolver: () => 'listening' });
  return app;
}

/** Starts all work that runs without a request. Several processes may do it at once; one is enough. */
export async function workInBackground(
  deps: ProcessContext & { log?: FastifyBaseLogger },
  endings: Endings,
): Promise<FastifyBaseLogger> {
  const { db, settings, queue } = deps;
  const log = deps.log ?? fastify({ logger: logOptions(settings.logLevel) }).log;
  // A process that also answers requests is registered there.
  if (!deps.log) endings.push(startHeartbeat(deps, null, log).stop);
  await followCompanyWords(db, (err) => log.error({ err }, 'the company words were not read'));
  endings.push(startHourly(deps, log).stop);
  endings.push(watchDefinitions(deps, log).stop);
  endings.push(startSequencer(deps, log).stop);
  endings.push(startWebhooks(deps, log).stop);
  endings.push(startCompanyRules({ ...deps, log }).stop);
  endings.push(startDerivedUpdater(deps, log).stop);
  const linkOf = (resetId: number) =>
    issueResetLink(db, { now: deps.now, publicUrl: settings.publicUrl }, resetId);
  if (settings.imap) endings.push(watchMailbox({ ...deps, log }, settings.imap).stop);
  endings.push(startMailingCustomers({ ...deps, log }).stop);
  endings.push(startWakingTickets({ ...deps, log }).stop);
  if (settings.smtp)
    endings.push(
      startMailDispatcher({
        db,
        mailer: smtpMailer(settings.smtp),
        linkOf,
        brandOf: (branchId) => paperBrandOf(deps, branchId),
        onBadAddress: (address, answer) => noteBadAddress(deps, address, answer),
        log,
      }).stop,
    );
  await workOnBulkJobs({ ...deps, log }, queue);
  await workOnImports({ ...deps, log }, queue);
  await workOnNfeImports({ ...deps, log }, queue);
  await workOnNfeTrust({ ...deps, log }, queue);
  endings.push(followMasterData({ ...deps, log }).stop);
  if (settings.nfeDir) endings.push(watchNfeFolder({ ...deps, log }).stop);
  endings.push((await workOnReportSchedules({ ...deps, log }, queue, { runToFile, printToFile })).stop);
  endings.push(async () => deps.ending.abort());
  return log;
}

interface Parts extends Pick<Connection, 'db' | 'pool'> {
  readonly url: string;
  readonly demo: boolean;
  readonly files: FileStore;
  readonly dataDir: string;
  /** A folder of definitions to use instead of the console's own. */
  readonly schemasDir?: string | undefined;
  /** Shows the one message that the operator must read, whatever the log level. */
  readonly say: (text: string) => void;
}

/**
 * Makes an empty database usable: loads the data that every installation needs, then the demonstration company, or prints a
 * code for creating the first administrator. Once there are people, only the standard data is completed.
 */
async function prepareFirstStart(parts: Parts): Promise<void> {
  const { broken } = await seedStandard(parts.db, parts.schemasDir);
  for (const { file, problems } of broken)
    parts.say(`O arquivo ${file} não pode ser usado, vale a última versão boa: ${problems.join(' ')}`);
  await withAdvisoryLock(parts.url, LOCKS.firstStart, async () => {
    if (parts.demo && (await isEmpty(parts.db))) await loadDemo(parts);
    else if (!(await hasPeople(parts.db)))
      parts.say(
        `Código de instalação, para criar o primeiro administrador em /login: ${await makeSetupCode(parts.db)}`,
      );
  });
}

async function loadDemo({ db, pool, files, dataDir, say }: Parts): Promise<void> {
  say('Carregando a empresa de demonstração…');
  await seedDemo(db, pool, { files, dataDir, analyze: false });
  // Runs without being awaited: queries that come before the statistics are ready are planned without them.
  pool.query('analyze').catch((error: Error) => say(`Estatísticas do banco: ${error.message}`));
}
