import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';

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
  return {
    answered({ route, method, status, seconds }) {
      requests.inc({ rota: route, metodo: method, status });
      durations.observe({ rota: route }, seconds);
    },
    snapshot: () => registry.getMetricsAsJSON() as unknown as Promise<MetricObject[]>,
    stop: () => registry.clear(),
  };
}
