import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import type { OtherBusiness } from '../settings/businessSettings.ts';

/**
 * Sets the headers of every answer. The policy allows our own scripts by nonce, no eval and no inline scripts; no other site
 * may frame us (docs/domain.md 8). An answer is not cached unless a handler or the file store allows it.
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

/** Also used for an answer that no hook sees, that of an unreadable address. */
export const securityHeaders = (request: FastifyRequest, nonce: string, others = NO_OTHERS) => ({
  'Content-Security-Policy': policy(nonce, request.host, others),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Consoles on other origins show the company's pictures; nothing else may be embedded in a foreign page.
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

/** The origins of the configured businesses, and no others (connect-src and img-src). */
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
    // For the report viewer, one of our own pages without scripts.
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For this server's own live updates: older browsers do not count a WebSocket as 'self'. */
const ownSockets = (host: string) => (/^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '');

const isHttps = (request: FastifyRequest) => request.protocol === 'https';

declare module 'fastify' {
  interface FastifyRequest {
    cspNonce: string;
  }
}

const METHODS = 'GET, POST, PUT, DELETE';
const HEADERS = 'App, Accept, Authorization, Content-Type, Idempotency-Key, Rascunho, X-Requested-With';
const EXPOSED = 'Content-Disposition, Content-Range, Retry-After';
const DAY_SECONDS = '86400';

/**
 * Allows consoles of other installations, by their configured origin, to call this server ('Alternar Negócio'). They never
 * use a cookie: users sign in here and their console sends this server's token. Any other origin gets no CORS headers, so the
 * browser blocks it.
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
        'Access-Control-Max-Age': DAY_SECONDS,
      })
      .code(204)
      .send();
    return reply;
  });
}
