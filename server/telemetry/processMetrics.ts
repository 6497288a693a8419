import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';
import type { Replica } from '../db/replica.ts';

/** Seconds. Each bound is a line for each call, so they are few. */
const BOUNDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Answered {
  /** The template: '/sac/tickets/:id'. What has none is one route, however many addresses are tried. */
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

/** What this process counts by itself; every series names the process, so those of several stand side by side. */
export function processMetrics(
  node: string,
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
  connections: () => number,
  replica?: Replica,
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
