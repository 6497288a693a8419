import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { ROOT } from '../root.ts';
import type { Settings } from '../settings.ts';
import { answer } from './errors.ts';

const DIST = path.join(ROOT, 'dist');

/** Prefixes of the API and of the built files: the page never answers below them (endpoints.tsv, head). */
const NOT_A_PAGE =
  /^\/(?:(?:sac|callcenter|config|senha|imagens|cep|captcha|broadcasting|app|docs|healthz|assets)(?:[/?]|$)|parametros\/|env\.json|login\/)/;

/** Serves the built console: files by name, its page for every other address that a browser opens. */
export async function registerConsole(app: FastifyInstance, { areaPrefix }: Pick<Settings, 'areaPrefix'>) {
  if (fs.existsSync(DIST)) {
    await app.register(fastifyStatic, {
      root: DIST,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html', '.vite/**', '.inputs', '**/*.br', '**/*.gz'],
      setHeaders: (reply, file) => {
        const immutable = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const isPage = (url: string) => !NOT_A_PAGE.test(url) && url.split(/[/?]/)[1] !== areaPrefix;
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || !isPage(request.url) || !acceptsPage(request))
      return answer(notFound(), request, reply);
    return sendPage(request, reply);
  });
}

const acceptsPage = (request: FastifyRequest) => /text\/html|\*\/\*/.test(request.headers.accept ?? '');

let page: string | undefined;

/** The page with this answer's nonce; vite left a placeholder for it. */
function sendPage(request: FastifyRequest, reply: FastifyReply) {
  page ??= fs.existsSync(path.join(DIST, 'index.html'))
    ? fs.readFileSync(path.join(DIST, 'index.html'), 'utf8')
    : undefined;
  if (!page) return answer(notFound(), request, reply);
  return reply
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', request.cspNonce));
}
