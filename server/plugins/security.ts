import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';

/**
 * Headers of every answer. The policy allows our own scripts by nonce, no eval and no inline script; nobody may
 * frame us (DOMAIN.md section 8). What a handler or the store of files does not say may be kept, is not kept.
 */
export async function registerSecurity(app: FastifyInstance, _deps: Deps) {
  app.decorateRequest('cspNonce', '');
  app.addHook('onRequest', async (request, reply) => {
    request.cspNonce = randomBytes(16).toString('base64');
    reply.headers(securityHeaders(request, request.cspNonce));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });
}

/** For an answer that no hook sees, too: an address that cannot be read. */
export const securityHeaders = (request: FastifyRequest, nonce: string) => ({
  'Content-Security-Policy': policy(nonce, request.host),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Pictures of the company are shown by consoles elsewhere; nothing else may be taken into a foreign page.
  'Cross-Origin-Resource-Policy': request.url.startsWith('/imagens/') ? 'cross-origin' : 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
  ...(isHttps(request) && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

const policy = (nonce: string, host: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${ownSockets(host)}`,
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
