import { getEventListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ForbiddenTarget, isPrivate, type Outgoing, sendRequest } from '#server/adapters/outgoing.ts';
import { chargeCard } from '#server/adapters/payment/chargeCard.ts';
import { clientFor, remoteJson } from '#server/adapters/remoteJson.ts';

const SERVER = path.resolve(import.meta.dirname, '../../../server');
const HERE = { privateHosts: ['127.0.0.1'] };
const CARD = '4111111111111111';

/** Redirects callers to `elsewhere`, and records what each of the two received. */
let redirecting: Server;
let elsewhere: Server;
let heard: string[] = [];
let status = 302;
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = (server: Server) =>
  new Promise<Server>((done) => server.listen(0, '127.0.0.1', () => done(server)));

beforeAll(async () => {
  elsewhere = await listening(
    createServer(async (request, response) => {
      heard.push(await text(request));
      response.end('{"status":"APROVADO","referencia":"falsa"}');
    }),
  );
  redirecting = await listening(
    createServer((request, response) => {
      request.resume();
      response.writeHead(status, { location: addressOf(elsewhere) }).end();
    }),
  );
});
afterAll(() => {
  for (const server of [redirecting, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});
afterEach(() => {
  heard = [];
});

describe('request to an outside service', () => {
  it.each([301, 302, 303, 307, 308])(
    'follows no redirect when it is answered %i, above all not with a card',
    async (code) => {
      status = code;
      const charge = {
        key: 'k',
        amount: '10.00',
        orderId: 1,
        instalments: 1,
        card: { number: CARD, holder: 'Ana', month: '12/40', cvv: '123' },
      };
      const settings = { paymentUrl: addressOf(redirecting), demo: false, ...HERE };
      const ask = remoteJson({ reach: HERE });
      await expect(chargeCard(settings, charge, ask)).rejects.toThrow(`status ${code}`);
      await expect(ask(addressOf(redirecting))).rejects.toThrow(`status ${code}`);
      expect(heard).toEqual([]);
    },
  );

  it('reaches only the configured host, whatever is filled into its address', async () => {
    const ask = clientFor('http://127.0.0.1:1/{codigo}', HERE);
    await expect(ask(`${addressOf(elsewhere)}/1`)).rejects.toThrow('another host');
    await expect(ask(`http://127.0.0.1:1@evil.example/`)).rejects.toThrow('another host');
    expect(heard).toEqual([]);
  });

  it('reaches no internal address that PRIVATE_HOSTS does not name', async () => {
    await expect(remoteJson()(addressOf(elsewhere))).rejects.toThrow('PRIVATE_HOSTS');
    for (const host of ['[::1]', '169.254.169.254', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
      await expect(sendRequest(new URL(`http://${host}/`), LIMITED, NOBODY)).rejects.toThrow(ForbiddenTarget);
    await expect(sendRequest(new URL('http://localhost:1/'), LIMITED, NOBODY)).rejects.toThrow(
      ForbiddenTarget,
    );
  });

  it('connects to the very address that was checked: DNS rebinding gains nothing', async () => {
    let looked = 0;
    const { port } = elsewhere.address() as AddressInfo;
    const url = new URL(`http://servico.exemplo:${port}/`);
    const flipping: Outgoing = {
      ...LIMITED,
      resolve: async () => [{ address: looked++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 }],
    };
    await expect(sendRequest(url, flipping, NOBODY)).rejects.toThrow(ForbiddenTarget);
    const mixed = { ...LIMITED, resolve: async () => ['8.8.8.8', '127.0.0.1'].map(asAddress) };
    await expect(sendRequest(url, mixed, NOBODY)).rejects.toThrow(ForbiddenTarget);
    expect([heard, looked]).toEqual([[], 1]);
    looked = 1;
    const answer = await sendRequest(url, flipping, { privateHosts: ['servico.exemplo'] });
    expect([await text(answer), looked, heard.length]).toEqual([expect.stringContaining('APROVADO'), 2, 1]);
  });

  it('times out despite garbage collection, and leaves nothing on a longer signal', async () => {
    setFlagsFromString('--expose_gc');
    // Twice before the time is up: the first collection finds whatever nothing holds.
    const sweep = setInterval(runInNewContext('gc') as () => void, 120);
    const silent = await listening(createServer(() => {}));
    const { signal } = new AbortController();
    const calling = { limit: { total: 300 }, signal };
    const outcome = await Promise.race([
      sendRequest(new URL(addressOf(silent)), calling, HERE).catch((error: Error) => error.name),
      pause(3_000, 'still open', { ref: false }),
    ]);
    clearInterval(sweep);
    silent.closeAllConnections();
    silent.close();
    expect(outcome).toBe('AbortError');
    status = 200;
    const answer = await sendRequest(new URL(addressOf(redirecting)), calling, HERE);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await text(answer);
    await pause(50);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('never uses AbortSignal.any, which on Node 20 leaks and can lose its timeout', () => {
    const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') && /AbortSignal\.any\(/.test(readFileSync(path.join(SERVER, file), 'utf8')),
    );
    expect(sources).toEqual([]);
  });

  it('has one implementation: nothing else in the server opens HTTP calls', () => {
    const another =
      /\bfetch\(|\b(?:https?|http2)\.(?:request|get|connect)\(|from '(?:node:)?(?:undici|axios|got|node-fetch|http2)'|new WebSocket\(|XMLHttpRequest/;
    const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    expect(sources.length).toBeGreaterThan(400);
    const found = sources.filter((file) => another.test(readFileSync(path.join(SERVER, file), 'utf8')));
    expect(found).toEqual([]);
    const out = sources.filter((file) =>
      /\bclient\.request\(/.test(readFileSync(path.join(SERVER, file), 'utf8')),
    );
    expect(out).toEqual([path.join('adapters', 'outgoing.ts')]);
    const raw = sources.filter((file) =>
      /from '(?:node:)?(?:https|tls)'/.test(readFileSync(path.join(SERVER, file), 'utf8')),
    );
    expect(raw).toEqual([path.join('adapters', 'outgoing.ts')]);
  });
});

const LIMITED = { limit: { total: 5_000 } };
const NOBODY = { privateHosts: [] };
const asAddress = (address: string) => ({ address, family: 4 });

describe('a private address', () => {
  it.each([
    ['8.8.8.8', false],
    ['1.1.1.1', false],
    ['172.32.0.1', false],
    ['2606:4700::1111', false],
    ['2a00:1450:4001::8a', false],
    ['::ffff:8.8.8.8', false],
    ['::FFFF:808:808', false],
    ['255.255.255.255', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:7f00:1', true],
    ['0:0:0:0:0:ffff:c0a8:0001', true],
    ['fe80::1%eth0', true],
  ])('%s: %s', (address, expected) => expect(isPrivate(address)).toBe(expected));

  /**
   * IANA IPv4 and IPv6 special-purpose address registries and multicast, without the few entries that are ordinary hosts
   * (AS112, AMT). The last lines are not in the registries any more, but still routed in some networks.
   */
  const RESERVED = [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...[
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      '198.51.100.0/24',
    ],
    ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
    ...[
      '::1/128',
      '::/128',
      '::ffff:0:0/104',
      '64:ff9b::/96',
      '64:ff9b:1::/48',
      '100::/64',
      '100:0:0:1::/64',
    ],
    ...['2001::/32', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32'],
    ...[
      '2001:10::/28',
      '2001:20::/28',
      '2001:30::/28',
      '2001:db8::/32',
      '2002::/16',
      '3fff::/20',
      '5f00::/16',
    ],
    ...['fc00::/7', 'fe80::/10', 'ff00::/8'],
    ...['::/96', 'fec0::/10'],
  ];
  it.each(RESERVED)('is each of %s', (range) => {
    const [address = '', bits] = range.split('/');
    expect([isPrivate(address), isPrivate(lastOf(address, Number(bits)))]).toEqual([true, true]);
  });

  it('is every IPv6 address outside of global unicast', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (words) => {
        const [first = 0] = words;
        const mapped = words.slice(0, 6).join() === '0,0,0,0,0,65535';
        if (first >> 13 !== 1 && !mapped)
          expect(isPrivate(words.map((word) => word.toString(16)).join(':'))).toBe(true);
      }),
    );
  });
});

/** The highest address of a range. */
function lastOf(address: string, bits: number): string {
  const six = address.includes(':');
  const [size, base] = six ? [128, 16] : [32, 10];
  const full = six ? expanded(address) : address.split('.').map(Number);
  const width = six ? 16 : 8;
  const words = full.map((word, at) => {
    const free = Math.min(width, Math.max(0, (at + 1) * width - bits));
    return (word | (2 ** free - 1)) & (2 ** width - 1);
  });
  expect(words).toHaveLength(size / width);
  return words.map((word) => word.toString(base)).join(six ? ':' : '.');
}

function expanded(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const wordsOf = (text: string) => (text ? text.split(':').map((word) => Number.parseInt(word, 16)) : []);
  const [before, after] = [wordsOf(head), wordsOf(tail ?? '')];
  return tail === undefined
    ? before
    : [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}
