import { getEventListeners } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildApp } from '#server/app.ts';
import type { User, Waiting } from '#server/context.ts';
import { connect } from '#server/db/client.ts';
import { startSequencer } from '#server/feed/sequencer.ts';
import { MAX_PER_PROCESS, MAX_WAITING, pollLimits, waitForChanges } from '#server/feed/waiting.ts';
import { signalFeed } from '#server/realtime/signal.ts';
import { pollPauses } from '#server/rounds.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

// A server with a port, because waiting clients may hang up.

let server: TestServer;
let admin: string;
let app: Awaited<ReturnType<typeof buildApp>>;
let ending: AbortController;
let key: string;
/** Listeners for the end of the process while no call waits. */
let quiet: number;
beforeAll(async () => {
  server = await testServer();
  const { people } = await createPeople(server.deps.db);
  admin = await server.sessionOf(people.ADMIN);
});
afterAll(() => server?.close());
beforeEach(async () => {
  ending = new AbortController();
  app = await buildApp({ ...server.deps, closing: ending.signal });
  await app.listen({ port: 0, host: '127.0.0.1' });
  quiet = getEventListeners(ending.signal, 'abort').length;
  key = await newKey();
});
afterEach(() => {
  ending.abort();
  return app.close();
});

const newKey = async () => {
  const { body } = await server.call('POST', '/config/chaves', {
    token: admin,
    body: {
      nome: 'ERP',
      escopos: [{ tipo: 'produtos', verbos: ['LER', 'GRAVAR'] }],
      filiais: [],
      enderecos: [],
      validade: null,
    },
  });
  return body.data.chave as string;
};

interface Poll {
  answer: Promise<{ status: number; retryAfter: string | undefined; body: string }>;
  hangUp: () => void;
}
const origin = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });
function poll(cursor: string, seconds: number, token = key): Poll {
  const url = `${origin()}/dados/v1/mudancas?tipos=produtos&apos=${cursor}&espera=${seconds}`;
  // A separate connection, as another process would use.
  const request = http.get(url, { headers: headersOf(token), agent: false });
  const answer = new Promise<Awaited<Poll['answer']>>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response) => {
      let body = '';
      for await (const part of response.setEncoding('utf8')) body += part;
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body });
    });
  });
  answer.catch(() => {});
  return { answer, hangUp: () => void request.destroy() };
}
const end = async (token = key) => {
  const response = await fetch(`${origin()}/dados/v1/mudancas?apos=agora`, { headers: headersOf(token) });
  return ((await response.json()) as { proximo: string }).proximo;
};
const put = (codigo: string) =>
  server.call('PUT', '/dados/v1/produtos', {
    token: key,
    body: [{ codigo, descricao: `Produto ${codigo}`, unidade: 'UN' }],
  });
/** Number of listening connections, one per process with waiting calls. */
const listening = async () => {
  const { rows } = await server.deps.pool.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'balcao tempo real'`,
  );
  return rows[0].count as number;
};

/** Resolves once so many calls wait: each listens for the end of the process, and for that only while it waits. */
const untilWaiting = (calls: number) =>
  until(async () => getEventListeners(ending.signal, 'abort').length === quiet + calls);

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const last = Date.now() + 15_000; Date.now() < last; await pause(25)) if (await holds()) return;
  throw new Error('it did not come to pass');
}

describe('long poll for changes', () => {
  it('returns at once what another process wrote', async () => {
    // Without notifications nobody would look while the call waits, and it would end with nothing.
    const usual = [pollLimits.interval, { ...pollPauses }] as const;
    pollLimits.interval = 60_000;
    Object.assign(pollPauses, { busy: 60_000, atRest: 60_000 });
    const node = connect(server.database.url, { max: 2 });
    const sequencer = startSequencer(node, { warn: () => {} });
    let from = await end();
    for (const codigo of ['L1', 'L2', 'L3', 'L4', 'L5']) {
      const waiting = poll(from, 20);
      await untilWaiting(1);
      await put(codigo);
      const { body } = await waiting.answer;
      const { itens, proximo } = JSON.parse(body);
      expect(itens.map((each: { codigo: string }) => each.codigo)).toEqual([codigo]);
      from = proximo;
    }
    pollLimits.interval = usual[0];
    Object.assign(pollPauses, usual[1]);
    await sequencer.stop();
    await node.close();
  });

  it('is one of four per key; a fifth gets 429 until one ends, another key does not', async () => {
    const cursor = await end();
    const others = Array.from({ length: MAX_WAITING }, () => poll(cursor, 20));
    await untilWaiting(MAX_WAITING);
    const refused = await poll(cursor, 20).answer;
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(20);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 'ESPERAS_DEMAIS',
      error: expect.stringContaining('Já há 4 chamadas desta chave'),
    });
    // Calls that do not wait are answered, and so are those of another key.
    expect((await poll(cursor, 0).answer).status).toBe(200);
    const another = await newKey();
    expect((await poll(await end(another), 1, another).answer).status).toBe(200);
    others.shift()?.hangUp();
    await untilWaiting(MAX_WAITING - 1);
    expect((await poll(cursor, 1).answer).status).toBe(200);
    // A new entry reaches all of them without exceeding a limit.
    await put('L6');
    for (const other of others) expect((await other.answer).status).toBe(200);
  });

  it('ends when the client hangs up', async () => {
    const cursor = await end();
    const calls = Array.from({ length: MAX_WAITING }, () => poll(cursor, 25));
    await until(async () => (await listening()) === 1);
    for (const { hangUp } of calls) hangUp();
    await until(async () => (await listening()) === 0);
    // Their places are free again.
    expect((await poll(cursor, 1).answer).status).toBe(200);
  });

  it('is answered at once when the server stops', async () => {
    const cursor = await end();
    const at = performance.now();
    const calls = Array.from({ length: MAX_WAITING }, () => poll(cursor, 25));
    await untilWaiting(MAX_WAITING);
    ending.abort();
    await app.close();
    // The shutdown did not wait for any of them to end by itself.
    expect(performance.now() - at).toBeLessThan(25_000);
    for (const { answer } of calls) {
      const { status, body } = await answer;
      expect([status, JSON.parse(body)]).toEqual([200, { itens: [], proximo: cursor, mais: false }]);
    }
  });

  it('queries rarely however much is announced, and leaves nothing on the signal of the process', async () => {
    const requested = jest.spyOn(server.deps.db, 'select');
    const cursor = await end();
    const before = getEventListeners(ending.signal, 'abort').length;
    const calls = Array.from({ length: MAX_WAITING }, () => poll(cursor, 20));
    await untilWaiting(MAX_WAITING);
    requested.mockClear();
    const at = performance.now();
    for (let turn = 0; turn < 80; turn++) {
      await signalFeed(server.deps.db, 'numbered');
      await pause(12);
    }
    // Each reads the head of the feed once per check, at most four times a second however long this took.
    const looks = requested.mock.calls.length;
    const quarters = (performance.now() - at) / 250;
    requested.mockRestore();
    expect(looks).toBeGreaterThanOrEqual(MAX_WAITING);
    expect(looks).toBeLessThanOrEqual(MAX_WAITING * (quarters + 2));
    await put('L7');
    for (const { answer } of calls) expect((await answer).status).toBe(200);
    expect(getEventListeners(ending.signal, 'abort')).toHaveLength(before);
  });
});

describe('waiting of a long poll', () => {
  const ask = (id: number, waiting: Waiting, seconds: number, look: () => Promise<boolean>) =>
    waitForChanges({ ...server.deps, user: { id } as User, log: app.log, waiting }, seconds, look);

  it('does not count as load until it queries', async () => {
    let idle = false;
    const waiting: Waiting = async (wait) => {
      idle = true;
      try {
        return await wait(new AbortController().signal);
      } finally {
        idle = false;
      }
    };
    const found: boolean[] = [];
    await ask(1, waiting, 5, async () => {
      found.push(idle);
      return found.length === 2;
    });
    expect(found).toEqual([false, false]);
  });

  it('is limited to a hundred per process, and ends in time despite garbage collection', async () => {
    const over = new AbortController();
    const waiting: Waiting = (wait) => wait(over.signal);
    const never = async () => false;
    const all = Array.from({ length: MAX_PER_PROCESS }, (_, each) => ask(each, waiting, 20, never));
    await expect(ask(MAX_PER_PROCESS, waiting, 1, never)).rejects.toMatchObject({
      status: 429,
      code: 'ESPERAS_DEMAIS',
      extra: { aguarde: 20 },
    });
    over.abort();
    await Promise.all(all);
    setFlagsFromString('--expose_gc');
    // Three times before the time is up: the first collection finds whatever nothing holds.
    const sweep = setInterval(runInNewContext('gc') as () => void, 600);
    const still = new AbortController();
    await ask(MAX_PER_PROCESS, (wait) => wait(still.signal), 2, never);
    clearInterval(sweep);
  });
});
