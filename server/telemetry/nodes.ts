import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { and, asc, eq, gt, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { MetricObject } from 'prom-client';
import type { Deps } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { slowStatements } from '../db/slowStatements.ts';
import { serverNodes } from '../db/tables/index.ts';
import { RELEASE } from '../release.ts';
import type { ProcessMetrics } from './processMetrics.ts';

const EVERY = 15_000;
/** Not confirmed for so long: gone, or as good as gone. */
const ALIVE = sql`now() - interval '60 seconds'`;
const FORGOTTEN = sql`now() - interval '10 minutes'`;

/** This process, told from every other one, also from the one before it. */
export const NODE_ID = `${os.hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

interface Log {
  warn(details: object, text: string): void;
}

/** Writes down every quarter of a minute that this process lives, and what it counted. */
export function startNode(
  { db }: Pick<Deps, 'db'>,
  metrics: Pick<ProcessMetrics, 'snapshot'> | null,
  log: Log,
): { stop(): Promise<void> } {
  let failing = false;
  const turn = async () => {
    try {
      await confirmNode(db, metrics);
      failing = false;
    } catch (err) {
      if (!failing) log.warn({ err }, 'this process is not written down');
      failing = true;
    }
  };
  let round = turn();
  const timer = setInterval(() => {
    round = turn();
  }, EVERY);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
      await db.delete(serverNodes).where(eq(serverNodes.id, NODE_ID));
    },
  };
}

export async function confirmNode(db: Executor, metrics: Pick<ProcessMetrics, 'snapshot'> | null) {
  const facts = {
    slow: slowStatements(),
    metrics: metrics && (await packed(JSON.stringify(await metrics.snapshot()))),
  };
  await db
    .insert(serverNodes)
    .values({ id: NODE_ID, host: os.hostname(), pid: process.pid, release: RELEASE, ...facts })
    .onConflictDoUpdate({ target: serverNodes.id, set: { ...facts, seenAt: sql`now()` } });
  await db.delete(serverNodes).where(lt(serverNodes.seenAt, FORGOTTEN));
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
