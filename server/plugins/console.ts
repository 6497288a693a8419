import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { ROOT } from '../root.ts';
import type { Settings } from '../settings/settings.ts';
import { answer } from './errors.ts';

const DIST = path.join(ROOT, 'dist');

/**
 * Whether the console's page may be served for a path: not below the API (in any letter case), not for a file (no screen has
 * a dot in its address), and not for anything that is not a plain path. Probes get a 404 instead of a page.
 */
export function isPagePath(path: string | null, areaPrefix?: string): boolean {
  if (path === null || path.includes('//') || path.includes('\\')) return false;
  const [first = '', ...rest] = path.slice(1).split('/');
  if (isApiPath([first, ...rest]) || first === 'assets') return false;
  if (areaPrefix !== undefined && first.toLowerCase() === areaPrefix) return false;
  return ![first, ...rest].some((part) => part.includes('.') || part.includes('\0'));
}

/** The path decoded once, without its query; `null` if it cannot be decoded. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    return null;
  }
}

/** Serves the built console: its files by name, and its page for any other address that a browser opens. */
export async function registerConsole(app: FastifyInstance, { areaPrefix }: Pick<Settings, 'areaPrefix'>) {
  if (fs.existsSync(DIST)) {
    await app.register(fastifyStatic, {
      root: DIST,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html', '.vite/**', '.inputs', 'assets/**', '**/*.br', '**/*.gz'],
      setHeaders: (reply) => void reply.header('Cache-Control', 'no-cache'),
    });
    await serveAssets(app, path.join(DIST, 'assets'));
  }
  const isPage = (url: string) => isPagePath(pathOf(url), areaPrefix);
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || !isPage(request.url) || !acceptsPage(request))
      return answer(notFound(), request, reply);
    return sendPage(request, reply);
  });
}

/** Serves the content-hashed build files through one route; otherwise startup would mount each of hundreds of files twice. */
async function serveAssets(app: FastifyInstance, root: string) {
  const files = new Set(fs.readdirSync(root).map((name) => `/${name}`));
  await app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    decorateReply: false,
    allowedPath: (file) => files.has(file) && !/^\/\.|\.(br|gz)$/.test(file),
    setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
}

const acceptsPage = (request: FastifyRequest) => /text\/html|\*\/\*/.test(request.headers.accept ?? '');

let page: string | undefined;

/** Sends the page with this answer's nonce in place of vite's placeholder. */
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

/** First segments of paths that are always API calls and never pages (endpoints.tsv, head). */
const CALLS = [
  'sac',
  'callcenter',
  'config',
  'dados',
  'senha',
  'imagens',
  'cep',
  'captcha',
  'broadcasting',
  'app',
  'docs',
  'healthz',
  'metrics',
  'email',
  'env.json',
];

/** Pages with API calls below them: '/parametros' is a page, '/parametros/SAC/env.js' a call. */
const CALLS_BELOW = ['login', 'parametros'];

/**
 * Whether a path, given as segments, belongs to the API. Real calls are in lowercase, but probes are not, so case is ignored.
 */
export function isApiPath([first = '', ...rest]: readonly string[]): boolean {
  const area = first.toLowerCase();
  return CALLS.includes(area) || (CALLS_BELOW.includes(area) && rest.some(Boolean));
}

/** The same rule as a regular expression, for a proxy in front of the API. */
export const CALL_PATTERN = `^/((${CALLS.join('|').replace('.', '\\.')})(/|$|\\?)|(${CALLS_BELOW.join('|')})/[^?])`;
