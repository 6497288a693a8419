import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { endingWith } from '../ending.ts';
import type { Settings } from '../settings.ts';
import { beginSpan, markFailed, outgoingTrace } from '../tracing/spans.ts';

/** Whom this installation may call: `privateHosts` may answer from inside the network, everybody else must not. */
export type Reach = Pick<Settings, 'privateHosts'>;

export interface Outgoing {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
  /** Milliseconds for the call and the reading of its answer together, or between two signs of life of a long one. */
  readonly limit: { readonly total: number } | { readonly silence: number };
  /** Breaks the call off before its time. */
  readonly signal?: AbortSignal;
  /** Answers every address of a name; a test answers its own. */
  readonly resolve?: Resolve;
}

type Resolve = (host: string) => Promise<readonly dns.LookupAddress[]>;

/** An address that this installation must not call, or not under this name. */
export class ForbiddenTarget extends Error {
  constructor(host: string) {
    super(`${host} is an address of the own network; PRIVATE_HOSTS does not name it`);
  }
}

/**
 * The only way out of this server by HTTP (a test reads all sources for another one). It follows no redirect: what was
 * sent, a card's number for one, goes to the configured host or nowhere. A name is resolved once and its addresses are
 * judged in the look-up of the connection itself, so the address that was judged is the one that is connected to.
 */
export async function callOut(
  url: URL,
  { method = 'GET', headers, body, limit, signal: given, resolve = resolveAll }: Outgoing,
  { privateHosts }: Reach,
): Promise<http.IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const own = privateHosts.includes(host);
  // An address in the place of a name is never looked up.
  if (!own && isIP(host) && isPrivate(host)) throw new ForbiddenTarget(host);
  const [client, agent] =
    url.protocol === 'https:'
      ? [https, AGENTS[own ? 'ownTls' : 'tls']]
      : [http, AGENTS[own ? 'own' : 'open']];
  // By host alone: the rest of an address may name a person.
  const span = beginSpan({
    name: `${method} ${host}`,
    kind: 'CLIENT',
    attributes: { 'http.request.method': method, 'server.address': host },
  });
  const sent = span ? { ...headers, ...outgoingTrace(span) } : headers;
  const { signal, letGo } = endingWith(given, 'total' in limit ? limit.total : undefined);
  const request = client.request(url, { method, headers: sent, signal, agent, lookup: judged(resolve, own) });
  // After its answer is read to the end, or the connection is gone.
  request.once('close', () => {
    letGo();
    span?.end();
  });
  if (span) {
    request.once('response', ({ statusCode = 0 }) =>
      span.setAttribute('http.response.status_code', statusCode),
    );
    request.once('error', (error) => markFailed(span, error));
  }
  if ('silence' in limit)
    request.setTimeout(limit.silence, () => request.destroy(new Error(`${host} fell silent`)));
  const answered = new Promise<http.IncomingMessage>((done, failed) => {
    request.once('response', done);
    request.once('error', failed);
  });
  if (typeof body === 'string') request.end(body);
  // A refusal may come before the body is out: then the broken upload is not the news.
  else pipeline(body ?? Readable.from([]), request).catch(() => {});
  return answered;
}

/** A connection that was judged for one reach is not used again for the other. */
const AGENTS = {
  open: new http.Agent({ keepAlive: true }),
  own: new http.Agent({ keepAlive: true }),
  tls: new https.Agent({ keepAlive: true }),
  ownTls: new https.Agent({ keepAlive: true }),
};

const resolveAll: Resolve = (host) => dns.promises.lookup(host, { all: true });

/** One private address among public ones is a trap: the whole name is refused. */
const judged =
  (resolve: Resolve, own: boolean): LookupFunction =>
  (host, options, answer) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first || (!own && found.some(({ address }) => isPrivate(address))))
          return answer(new ForbiddenTarget(host), '', 0);
        return options.all ? answer(null, [...found]) : answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, '', 0),
    );
  };

/** Loopback, private, link-local, shared, test, multicast and tunnelled ranges (IANA special-purpose registries). */
const PRIVATE = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]) {
  const [address = '', bits] = range.split('/');
  PRIVATE.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

/** An IPv4 address that is written as IPv6 counts as what it is. */
export const isPrivate = (address: string): boolean =>
  PRIVATE.check(address.split('%')[0] ?? '', address.includes(':') ? 'ipv6' : 'ipv4');
