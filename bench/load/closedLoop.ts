import { type CpuUsed, cpuUsed } from '../cpuUsed.ts';
import type { Served } from '../served.ts';
import type { Scenario } from './scenarios.ts';

export interface Rate {
  /** Responses with status 200. */
  perSecond: number;
  p50: number;
  p95: number;
  /** Share of requests answered with 503. */
  refused: number;
  /** Processor time per response, ms; null where it cannot be read. */
  cpu?: CpuUsed | null;
}

interface Wanted {
  served: Served;
  tokens: readonly string[];
  scenario: Scenario;
  count: number;
  seconds: number;
  dataDir: string;
}

const WARM_UP = 2;

/** That many connections, each sending its next request as soon as it is answered, or after a second if it was refused. */
export async function closedLoop({
  served,
  tokens,
  scenario,
  count,
  seconds,
  dataDir,
}: Wanted): Promise<Rate> {
  const started = performance.now();
  const counted = started + WARM_UP * 1000;
  const end = counted + seconds * 1000;
  const times: number[] = [];
  let refused = 0;
  let answered = 0;
  const before = cpuUsed(served.pid, dataDir);
  const one = async (which: number) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const requestedAt = performance.now();
      const token = tokens[(which + turn) % tokens.length] ?? '';
      const { status, body } = await served.ask(token, 'GET', scenario.path(which * 7919 + turn));
      const now = performance.now();
      answered += 1;
      if (status !== 200 && status !== 503) throw new Error(`${scenario.name}: ${status} ${body}`);
      if (requestedAt >= counted && now <= end) {
        if (status === 200) times.push(now - requestedAt);
        else refused += 1;
      }
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  await Promise.all(Array.from({ length: count }, (_, which) => one(which)));
  const after = cpuUsed(served.pid, dataDir);
  const each = (kind: keyof CpuUsed) =>
    ((after?.[kind] ?? 0) - (before?.[kind] ?? 0)) / Math.max(1, answered);
  const cpu = after && { server: each('server'), database: each('database') };
  return { ...rateOf(times, refused, seconds), cpu };
}

export function rateOf(times: number[], refused: number, seconds: number): Rate {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    refused: refused / Math.max(1, refused + times.length),
  };
}
