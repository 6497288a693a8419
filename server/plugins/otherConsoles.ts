import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';

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
