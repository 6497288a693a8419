import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Requested {
  method?: string;
  mode?: string;
  url: string;
}

/** Runs public/sw.js without a network and returns its response; undefined when it does not intercept the request. */
function workerAnswers(request: Requested): Promise<unknown> | undefined {
  const handlers: Record<string, (event: unknown) => void> = {};
  const self = {
    addEventListener: (name: string, handler: (event: unknown) => void) => {
      handlers[name] = handler;
    },
  };
  const caches = {
    match: async (requested: string | Requested) =>
      `kept ${typeof requested === 'string' ? requested : requested.url}`,
  };
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  new Function('self', 'caches', 'fetch', 'location', readFileSync('public/sw.js', 'utf8'))(
    self,
    caches,
    fetch,
    {
      origin: 'https://balcao.example',
    },
  );
  let answer: Promise<unknown> | undefined;
  const respondWith = (given: Promise<unknown>) => {
    answer = given;
  };
  handlers.fetch?.({ request: { method: 'GET', mode: 'cors', ...request }, respondWith });
  return answer;
}

describe('service worker', () => {
  it('answers an offline navigation with the offline page', async () => {
    await expect(
      workerAnswers({ mode: 'navigate', url: 'https://balcao.example/tickets/812' }),
    ).resolves.toBe('kept /offline.html');
  });

  it('never intercepts the API, a write, console files or another origin', () => {
    expect(workerAnswers({ url: 'https://balcao.example/sac/tickets' })).toBeUndefined();
    expect(
      workerAnswers({ method: 'POST', mode: 'navigate', url: 'https://balcao.example/login/sac' }),
    ).toBeUndefined();
    expect(workerAnswers({ url: 'https://balcao.example/assets/index-abc.js' })).toBeUndefined();
    expect(workerAnswers({ mode: 'navigate', url: 'https://other.example/' })).toBeUndefined();
  });

  it('caches files that exist', () => {
    const files = /FILES = \[([^\]]+)\]/.exec(readFileSync('public/sw.js', 'utf8'))?.[1] ?? '';
    const names = [...files.matchAll(/'([^']+)'/g)].map((match) => match[1]);
    expect(names).toContain('/offline.html');
    for (const name of names) expect(readFileSync(`public${name}`).length).toBeGreaterThan(0);
  });
});
