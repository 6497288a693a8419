import { createRequire } from 'node:module';
import { beforeEach, describe, expect, it } from '@jest/globals';

/** The parts of a worker shared by the suites of screens. */
type Scope = Pick<
  typeof globalThis,
  'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval' | 'setImmediate'
> & { fetch: (address: string) => Promise<string> };
interface LateWork {
  begin: () => void;
  end: () => Promise<void>;
}
const LateWork = createRequire(import.meta.url)('../../support/suites/lateWork.cjs') as new (
  scope: Scope,
) => LateWork;

let scope: Scope;
let late: LateWork;
/** The requests received by each server. */
let requested: string[];
const server = (name: string, answers = Promise.resolve()) => ({
  fetch: async (address: string) => {
    requested.push(`${name} ${address}`);
    await answers;
    return name;
  },
});
const { setTimeout, setInterval, clearTimeout, clearInterval, setImmediate } = globalThis;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(() => {
  requested = [];
  scope = { setTimeout, setInterval, clearTimeout, clearInterval, setImmediate, ...server('network') };
  late = new LateWork(scope);
});

/** Like msw: it replaces `fetch` for a suite and restores the previous one. */
function serve(name: string, answers?: Promise<void>) {
  const before = scope.fetch;
  scope.fetch = server(name, answers).fetch;
  return () => {
    scope.fetch = before;
  };
}

describe('late work of a suite of screens', () => {
  it('runs as usual during the suite', async () => {
    const close = serve('first');
    expect(await scope.fetch('/a')).toBe('first');
    const fired = await new Promise((resolve) => scope.setTimeout(resolve, 1, 'later'));
    expect(fired).toBe('later');
    close();
    expect(await scope.fetch('/b')).toBe('network');
    expect(requested).toEqual(['first /a', 'network /b']);
  });

  it('saves no draft on the server of the next suite', async () => {
    const close = serve('first');
    scope.setTimeout(() => void scope.fetch('/rascunho'), 5);
    scope.setInterval(() => void scope.fetch('/consulta'), 5);
    close();
    await late.end();
    late.begin();
    serve('second');
    await pause(30);
    expect(requested).toEqual([]);
    expect(await scope.fetch('/c')).toBe('second');
  });

  it('gets no answer after the end of its suite, and then sends no request', async () => {
    let answer = () => {};
    serve(
      'first',
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    let reported = false;
    void scope.fetch('/a').then(() => {
      reported = true;
      return scope.fetch('/b');
    });
    const ended = late.end();
    void scope.fetch('/c');
    scope.setTimeout(() => void scope.fetch('/d'), 0);
    await ended;
    late.begin();
    serve('second');
    answer();
    await pause(10);
    expect(reported).toBe(false);
    expect(requested).toEqual(['first /a']);
  });
});
