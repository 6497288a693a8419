import type { Served } from '../served.ts';
import type { Scenario } from './scenarios.ts';

export interface Rate {
  /** Answered with 200. */
  perSecond: number;
  p50: number;
  p95: number;
  /** Share of those that were told to come later (503). */
  refused: number;
}

interface Wanted {
  served: Served;
  tokens: readonly string[];
  scenario: Scenario;
  count: number;
  seconds: number;
}

const WARM_UP = 2;

/** So many connections, each asking again as soon as it is answered, and after a second where it was refused. */
export async function closedLoop({ served, tokens, scenario, count, seconds }: Wanted): Promise<Rate> {
  const started = performance.now();
  const counted = started + WARM_UP * 1000;
  const end = counted + seconds * 1000;
  const times: number[] = [];
  let refused = 0;
  const one = async (which: number) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const asked = performance.now();
      const token = tokens[(which + turn) % tokens.length] ?? '';
      const { status, body } = await served.ask(token, 'GET', scenario.path(which * 7919 + turn));
      const now = performance.now();
      if (status !== 200 && status !== 503) throw new Error(`${scenario.name}: ${status} ${body}`);
      if (asked >= counted && now <= end) {
        if (status === 200) times.push(now - asked);
        else refused += 1;
      }
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  await Promise.all(Array.from({ length: count }, (_, which) => one(which)));
  return rateOf(times, refused, seconds);
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
