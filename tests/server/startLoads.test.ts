import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const IMPORTED = /^(?:import|export) (?!type )(?:[^;'=]* from )?'([^']+)';$/gm;

/** Packages that are read before anybody is answered: what is imported at the head of a file, from `roots` on. */
function packagesOf(roots: readonly string[]): string[] {
  const files = [...roots];
  const packages = new Set<string>();
  // Grows while it is walked.
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const target = path.join(path.dirname(file), name);
      if (!name.startsWith('.')) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
      else if (target.endsWith('.ts') && !files.includes(target)) files.push(target);
    }
  return [...packages].filter((name) => !name.startsWith('node:')).sort();
}

/**
 * Each of these is read and evaluated by every start. What few calls need (what draws, reads e-mail, signs, encrypts) is
 * imported where it is used; a package that is added here costs every start its time (docs/benchmarks.md).
 */
it('a start reads these packages and no other', () => {
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

it('the database is started before the most of them are read', () => {
  expect(packagesOf(['server/main.ts'])).toEqual(['@sinclair/typebox', 'pg']);
});
