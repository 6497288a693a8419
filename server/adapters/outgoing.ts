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

/**
 * What is not an address of the public internet, by the IANA special-purpose registries. Of IPv6 only 2000::/3 is: all else is
 * loopback, local, multicast, for discarding, not assigned, or leads into IPv4 (64:ff9b::/96). Within it are assignments to
 * protocols (2001::/23, with Teredo), documentation (2001:db8::/32, 3fff::/20) and 6to4 (2002::/16).
 */
/** Apart, since a list judges an IPv4 address by ranges of IPv6 too. */
const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [address = '', bits] = range.split('/');
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  PRIVATE[family].addSubnet(address, Number(bits), family);
}

/** Whether an address is private; an IPv4 address written as IPv6 (::ffff:0:0/96) is treated as IPv4. */
export function isPrivate(address: string): boolean {
  const plain = address.split('%')[0] ?? '';
  if (!plain.includes(':')) return PRIVATE.ipv4.check(plain, 'ipv4');
  const mapped = mappedAddress(plain);
  return mapped ? PRIVATE.ipv4.check(mapped, 'ipv4') : PRIVATE.ipv6.check(plain, 'ipv6');
}

/** The IPv4 address within an IPv6 one that only maps it; '' for any other. */
function mappedAddress(address: string): string {
  if (isIP(address) !== 6) return '';
  // The URL standard writes every form of an address in one way.
  const found = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname);
  if (!found) return '';
  const halves = found.slice(1).map((half) => Number.parseInt(half, 16));
  return halves.flatMap((half) => [half >> 8, half & 0xff]).join('.');
}
