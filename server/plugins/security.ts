import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OtherBusiness } from '../businessSettings.ts';
import type { Deps } from '../context.ts';

/**
 * Headers of every answer. The policy allows our own scripts by nonce, no eval and no inline script; nobody may
 * frame us (DOMAIN.md section 8). What a handler or the store of files does not say may be kept, is not kept.
 */
export async function registerSecurity(app: FastifyInstance, { settings }: Deps) {
  const others = addressesOf(settings.businesses);
  app.decorateRequest('cspNonce', '');
  app.addHook('onRequest', async (request, reply) => {
    request.cspNonce = randomBytes(16).toString('base64');
    reply.headers(securityHeaders(request, request.cspNonce, others));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });
}

/** For an answer that no hook sees, too: an address that cannot be read. */
export const securityHeaders = (request: FastifyRequest, nonce: string, others = NO_OTHERS) => ({
  'Content-Security-Policy': policy(nonce, request.host, others),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Pictures of the company are shown by consoles elsewhere; nothing else may be taken into a foreign page.
  'Cross-Origin-Resource-Policy': request.url.startsWith('/imagens/') ? 'cross-origin' : 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
  ...(isHttps(request) && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

interface OtherAddresses {
  connect: string;
  images: string;
}

const NO_OTHERS: OtherAddresses = { connect: '', images: '' };

/** The configured businesses, and nobody else (QUALITY: connect-src and img-src). */
function addressesOf(businesses: readonly OtherBusiness[]): OtherAddresses {
  const origin = (url: string) => new URL(url).origin;
  const sockets = businesses
    .filter(({ WS_KEY, WS_HOST }) => WS_KEY && /^[\w.-]+$/.test(WS_HOST))
    .map(
      ({ API_URL, WS_HOST, WS_PORT }) =>
        `${API_URL.startsWith('https:') ? 'wss' : 'ws'}://${WS_HOST}:${WS_PORT}`,
    );
  const list = (addresses: string[]) => [...new Set(addresses)].map((each) => ` ${each}`).join('');
  return {
    connect: list([...businesses.map(({ API_URL }) => origin(API_URL)), ...sockets]),
    images: list(businesses.flatMap(({ API_URL, IMAGES_URL }) => [origin(API_URL), origin(IMAGES_URL)])),
  };
}

const policy = (nonce: string, host: string, others: OtherAddresses) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data:${others.images}`,
    "font-src 'self'",
    `connect-src 'self'${ownSockets(host)}${others.connect}`,
    "worker-src 'self'",
    // The report viewer, a page of ours without script.
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Live updates of this very server: older browsers do not count a WebSocket as 'self'. */
const ownSockets = (host: string) => (/^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '');

const isHttps = (request: FastifyRequest) => request.protocol === 'https';

declare module 'fastify' {
  interface FastifyRequest {
    cspNonce: string;
  }
}

const METHODS = 'GET, POST, PUT, DELETE';
const HEADERS = 'App, Accept, Authorization, Content-Type, Idempotency-Key, X-Requested-With';
const EXPOSED = 'Content-Disposition, Content-Range, Retry-After';
const A_DAY = '86400';

/**
 * Consoles of other installations, by their configured origin, may call this server ('Alternar Negócio'). Never with a
 * cookie: they sign in here and carry this server's token. Any other origin is told nothing, and its browser stops it.
 */
export function registerOtherConsoles(app: FastifyInstance, { settings }: Deps) {
  if (settings.consoleOrigins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (!origin || !settings.consoleOrigins.includes(origin)) return;
    reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
    if (request.method !== 'OPTIONS') return;
    reply
      .headers({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': HEADERS,
        'Access-Control-Max-Age': A_DAY,
      })
      .code(204)
      .send();
    return reply;
  });
}
