import type { FastifyInstance } from 'fastify';
import { openapi } from '../docs/openapi.ts';
import { docsPage } from '../docs/page.ts';

/** `/docs` for people and `/docs/openapi.json` for tools; both are read from the catalogue. */
export function registerDocs(app: FastifyInstance) {
  app.get('/docs', (request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(request.cspNonce)),
  );
  let document: Record<string, unknown> | undefined;
  app.get('/docs/openapi.json', () => {
    // The same for everybody and as long as the process lives; a start does not wait for it.
    document ??= openapi();
    return document;
  });
}
