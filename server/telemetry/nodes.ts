import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { and, asc, eq, gt, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';
import type { Deps } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { databaseDisk, diskSpace } from '../db/databaseDisk.ts';
import type { Replica } from '../db/replica.ts';
import { slowStatements } from '../db/slowStatements.ts';
import { serverNodes } from '../db/tables/index.ts';
import { RELEASE } from '../root.ts';
import { installationSecret } from '../session/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { settingsMarks } from './settingsMarks.ts';

const HEARTBEAT_INTERVAL = 15_000;

/** A process that has not been confirmed for this long is gone, or as good as gone. */
const ALIVE = sql`now() - interval '60 seconds'`;

const EXPIRY = sql`now() - interval '10 minutes'`;

/** Identifies this process, and distinguishes it from every other one, including its predecessor. */
export const NODE_ID = `${os.hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;

const packed = promisify(gzip);

const unpacked = promisify(gunzip);

interface Log {
  warn(details: object, text: string): void;
}

/** Records every 15 seconds that this process is alive, with its metrics. */
export function startHeartbeat(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  metrics: Pick<ProcessMetrics, 'snapshot'> | null,
  log: Log,
): { stop(): Promise<void> } {
  let failing = false;
  const turn = async () => {
    try {
      await confirmNode(db, metrics, settings);
      failing = false;
    } catch (err) {
      if (!failing) log.warn({ err }, 'this process is not written down');
      failing = true;
    }
  };
  let round = turn();
  const timer = setInterval(() => {
    round = turn();
  }, HEARTBEAT_INTERVAL);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
      await db.delete(serverNodes).where(eq(serverNodes.id, NODE_ID));
    },
  };
}

export async function confirmNode(
  db: Executor,
  metrics: Pick<ProcessMetrics, 'snapshot'> | null,
  settings: Settings,
) {
  const facts = {
    slow: slowStatements(),
    settings: settingsMarks(settings, await installationSecret(db)),
    metrics: metrics && (await packed(JSON.stringify(await metrics.snapshot()))),
  };
  await db
    .insert(serverNodes)
    .values({ id: NODE_ID, host: os.hostname(), pid: process.pid, release: RELEASE, ...facts })
    .onConflictDoUpdate({ target: serverNodes.id, set: { ...facts, seenAt: sql`now()` } });
  await db.delete(serverNodes).where(lt(serverNodes.seenAt, EXPIRY));
}

export const livingNodes = (db: Executor) =>
  db
    .select({
      id: serverNodes.id,
      host: serverNodes.host,
      pid: serverNodes.pid,
      release: serverNodes.release,
      startedAt: serverNodes.startedAt,
      seenAt: serverNodes.seenAt,
      slow: serverNodes.slow,
      settings: serverNodes.settings,
    })
    .from(serverNodes)
    .where(gt(serverNodes.seenAt, ALIVE))
    .orderBy(asc(serverNodes.startedAt), asc(serverNodes.id));

export async function snapshotsOfOthers(db: Executor): Promise<MetricObject[][]> {
  const rows = await db
    .select({ metrics: serverNodes.metrics })
    .from(serverNodes)
    .where(and(ne(serverNodes.id, NODE_ID), gt(serverNodes.seenAt, ALIVE), isNotNull(serverNodes.metrics)));
  return Promise.all(
    rows.flatMap(({ metrics }) =>
      metrics ? [unpacked(metrics).then((text) => JSON.parse(text.toString('utf8')) as MetricObject[])] : [],
    ),
  );
}

/** In seconds. Each bound is a line for each route, so there are few. */
const BOUNDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Answered {
  /** The route template: '/sac/tickets/:id'. Requests without one count as one route, however many addresses are tried. */
  route: string;
  method: string;
  status: number;
  seconds: number;
}

export interface ProcessMetrics {
  answered: (call: Answered) => void;
  snapshot: () => Promise<MetricObject[]>;
  stop: () => void;
}

/** The metrics of this process; every series names the process, so that those of several can be shown side by side. */
export function processMetrics(
  node: string,
  { pool, replica, settings }: Pick<Deps, 'pool' | 'replica' | 'settings'>,
  connections: () => number,
): ProcessMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ no: node });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'balcao_requests_total',
    help: 'Answered requests, by route template, method and status',
    labelNames: ['rota', 'metodo', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'balcao_request_seconds',
    help: 'Time until a request was answered, by route template',
    labelNames: ['rota'],
    buckets: BOUNDS,
    registers,
  });
  new Gauge({
    name: 'balcao_pool_connections',
    help: 'Connections of the pool: lent, idle, and statements that wait for one',
    labelNames: ['estado'],
    registers,
    collect() {
      this.set({ estado: 'ocupada' }, pool.totalCount - pool.idleCount);
      this.set({ estado: 'livre' }, pool.idleCount);
      this.set({ estado: 'esperando' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'balcao_live_connections',
    help: 'WebSockets that are open',
    registers,
    collect() {
      this.set(connections());
    },
  });
  new Gauge({
    name: 'balcao_disk_state',
    help: 'Space on the disk of the files and on that of the database: 0 enough, 1 little, 2 none',
    labelNames: ['disco'],
    registers,
    async collect() {
      const [files, database] = await Promise.all([
        diskSpace(settings.dataDir),
        databaseDisk({ pool, settings }),
      ]);
      this.set({ disco: 'arquivos' }, DISK_FIGURES[files?.state ?? 'OK']);
      this.set({ disco: 'banco' }, DISK_FIGURES[database]);
    },
  });
  if (replica) countReplica(registers, replica);
  return {
    answered({ route, method, status, seconds }) {
      requests.inc({ rota: route, metodo: method, status });
      durations.observe({ rota: route }, seconds);
    },
    snapshot: () => registry.getMetricsAsJSON() as unknown as Promise<MetricObject[]>,
    stop: () => registry.clear(),
  };
}

const DISK_FIGURES = { OK: 0, POUCO: 1, CHEIO: 2 } as const;

function countReplica(registers: Registry[], replica: Replica) {
  new Counter({
    name: 'balcao_replica_reads_total',
    help: 'Reads that the replica was asked for, and by whom they were answered',
    labelNames: ['servidor'],
    registers,
    async collect() {
      const { taken, sentBack } = await replica.figures();
      this.reset();
      this.inc({ servidor: 'replica' }, taken);
      this.inc({ servidor: 'principal' }, sentBack);
    },
  });
  new Gauge({
    name: 'balcao_replica_up',
    help: 'Whether the replica answers and is one of this database',
    registers,
    async collect() {
      const { state } = await replica.figures();
      this.set(state === 'EM_DIA' || state === 'ATRASADA' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'balcao_replica_lag_seconds',
    help: 'How old the last change is that the replica has, while it lacks some',
    registers,
    async collect() {
      const { seconds } = await replica.figures();
      if (seconds !== null) this.set(seconds);
    },
  });
}
