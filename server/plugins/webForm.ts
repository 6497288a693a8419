import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/**
 * Forms of the web, for the calls of other servers that are told so (`Route.form`). Nowhere else: a page elsewhere could
 * send one with the cookies of whoever looks at it.
 */
export function readWebForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    async (request: FastifyRequest, text: string | Buffer) => {
      const { form, body } = request.routeOptions.config.contract ?? {};
      if (!form) throw new Refusal(415, 'FORMATO_RECUSADO', 'Envie os dados em JSON.');
      const fields = [...new URLSearchParams(String(text))];
      return Object.fromEntries(fields.filter(([name]) => Object.hasOwn(body?.properties ?? {}, name)));
    },
  );
}
