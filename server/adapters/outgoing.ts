import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { abortSignalWith } from '../ending.ts';
import type { Settings } from '../settings/settings.ts';
import { beginSpan, markFailed, outgoingTrace } from '../tracing/spans.ts';

/** The hosts this installation may call: those in `privateHosts` may be inside the network, all others must not. */
export type NetworkAccess = Pick<Settings, 'privateHosts'>;

export interface Outgoing {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
  /**
   * Milliseconds for the call and reading its answer together (`total`), or between two signs of life of a long call
   * (`silence`).
   */
  readonly limit: { readonly total: number } | { readonly silence: number };
  /** Aborts the call early. */
  readonly signal?: AbortSignal;
  /** Resolves a host name to all its addresses; tests supply their own. */
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
 * The server's only way to make HTTP calls (a test checks all sources for others). It follows no redirect, so what is sent,
 * such as a card number, reaches the configured host or nothing. A name is resolved once and its addresses are checked within
 * the connection's own lookup, so the address that was checked is the one connected to.
 */
export async function sendRequest(
  url: URL,
  { method = 'GET', headers, body, limit, signal: given, resolve = resolveAll }: Outgoing,
  { privateHosts }: NetworkAccess,
): Promise<http.IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const own = privateHosts.includes(host);
  // An IP address given as the host is never looked up, so it is checked here.
  if (!own && isIP(host) && isPrivate(host)) throw new ForbiddenTarget(host);
  const [client, agent] =
    url.protocol === 'https:'
      ? [https, AGENTS[own ? 'ownTls' : 'tls']]
      : [http, AGENTS[own ? 'own' : 'open']];
  // Named by host only, since the rest of an address may identify a person.
  const span = beginSpan({
    name: `${method} ${host}`,
    kind: 'CLIENT',
    attributes: { 'http.request.method': method, 'server.address': host },
  });
  const sent = span ? { ...headers, ...outgoingTrace(span) } : headers;
  const { signal, release } = abortSignalWith(given, 'total' in limit ? limit.total : undefined);
  const request = client.request(url, {
    method,
    headers: sent,
    signal,
    agent,
    lookup: publicLookup(resolve, own),
  });
  // Fires once the answer has been read to the end or the connection is gone.
  request.once('close', () => {
    release();
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
  // A refusal may arrive before the body is sent; the broken upload then does not matter.
  else pipeline(body ?? Readable.from([]), request).catch(() => {});
  return answered;
}

/** A connection that was checked for one kind of host is never reused for the other. */
const AGENTS = {
  open: new http.Agent({ keepAlive: true }),
  own: new http.Agent({ keepAlive: true }),
  tls: new https.Agent({ keepAlive: true }),
  ownTls: new https.Agent({ keepAlive: true }),
};

const resolveAll: Resolve = (host) => dns.promises.lookup(host, { all: true });

/** A private address among public ones is a trap, so the whole name is refused. */
const publicLookup =
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

/** Whether an address is private; an IPv4 address written as IPv6 is treated as IPv4. */
export const isPrivate = (address: string): boolean =>
  PRIVATE.check(address.split('%')[0] ?? '', address.includes(':') ? 'ipv6' : 'ipv4');
