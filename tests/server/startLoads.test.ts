import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const IMPORTED = /^(?:import|export) (?!type )(?:[^;'=]* from )?'([^']+)';$/gm;

/** Packages loaded before the first request is answered: static imports, starting from `roots`. */
function packagesOf(roots: readonly string[]): string[] {
  const files = [...roots];
  const packages = new Set<string>();
  // Grows during the iteration.
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const target = path.join(path.dirname(file), name);
      if (!name.startsWith('.')) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
      else if (target.endsWith('.ts') && !files.includes(target)) files.push(target);
    }
  return [...packages].filter((name) => !name.startsWith('node:')).sort();
}

/**
 * Each of these is loaded and evaluated by every start. Packages needed by few calls (drawing, reading e-mail, signing,
 * encrypting) are imported where they are used; adding a package here slows down every start (docs/benchmarks.md).
 */
it('starting the server loads these packages and no others', () => {
  expect(packagesOf(['server/main.ts', 'server/startParts.ts'])).toEqual([
    '@brazilian-utils/brazilian-utils',
    '@fastify/compress',
    '@fastify/cookie',
    '@fastify/multipart',
    '@fastify/static',
    '@fastify/websocket',
    '@opentelemetry/api',
    '@sinclair/typebox',
    'ajv',
    'ajv-formats',
    'altcha-lib',
    'bowser',
    'csv-parse',
    'csv-stringify',
    'drizzle-orm',
    'fast-json-stringify',
    'fastify',
    'hucre',
    'jose',
    'libpg-query',
    'openid-client',
    'otpauth',
    'pg',
    'pg-boss',
    'prom-client',
    'qs',
    're2js',
    'sanitize-html',
    'saxes',
    'yauzl',
    'yazl',
  ]);
});

it('starting the server opens the database before most packages are loaded', () => {
  expect(packagesOf(['server/main.ts'])).toEqual(['@sinclair/typebox', 'pg']);
});
