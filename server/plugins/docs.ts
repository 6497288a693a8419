import type { FastifyInstance } from 'fastify';
import { openapi } from '../docs/openapi.ts';
import { nounTags } from '../docs/tags.ts';

/** Serves `/docs` for people and `/docs/openapi.json` for tools; both are generated from the catalogue. */
export function registerDocs(app: FastifyInstance) {
  app.get('/docs', (request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(request.cspNonce)),
  );
  let document: Record<string, unknown> | undefined;
  app.get('/docs/openapi.json', () => {
    // The same for every caller and for the lifetime of the process; built on demand so that startup does not wait for it.
    document ??= openapi();
    return document;
  });
}

interface Operation {
  tags: string[];
  summary: string;
  'x-permissao': string;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** `/docs`: every call grouped by noun, readable without scripts; links to the machine-readable form. */
function docsPage(nonce: string): string {
  const document = openapi() as { paths: Record<string, Record<string, Operation>> };
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const rows = byTag.get(operation.tags[0] ?? '') ?? [];
      rows.push(row(method, path, operation));
      byTag.set(operation.tags[0] ?? '', rows);
    }
  }
  const sections = [...byTag].map(
    ([noun, rows]) =>
      `<h2>${escapeHtml(nounTags[noun]?.['x-displayName'] ?? noun)}</h2><p>${escapeHtml(nounTags[noun]?.description ?? '')}</p><table>${HEAD}<tbody>${rows.join('')}</tbody></table>`,
  );
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API do Balcão</title><style nonce="${nonce}">${STYLE}</style></head><body><main><h1>API do Balcão</h1>
<p>Descrição completa, com os campos de cada chamada: <a href="/docs/openapi.json">/docs/openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('\n')}</main></body></html>`;
}

const HEAD =
  '<thead><tr><th scope="col">Método</th><th scope="col">Caminho</th><th scope="col">O que faz</th><th scope="col">Permissão</th></tr></thead>';

const row = (method: string, path: string, operation: Operation) =>
  `<tr><td><b>${method.toUpperCase()}</b></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(operation.summary)}</td><td>${escapeHtml(operation['x-permissao'])}</td></tr>`;

const STYLE = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}main{max-width:1080px;margin:0 auto;padding:24px}
table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #8884;vertical-align:top}code{font-size:13px}`;
