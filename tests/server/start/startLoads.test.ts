import { expect, it } from '@jest/globals';
import { packagesOf } from '../../support/packagesOf.ts';

/**
 * Each of these is loaded and evaluated by every start. Packages needed by few calls (drawing, reading e-mail, signing,
 * encrypting) are imported where they are used; adding a package here slows down every start (docs/benchmarks.md).
 */
it('starting the server loads these packages and no others', () => {
  expect(packagesOf(['server/main.ts', 'server/start/startParts.ts'])).toEqual([
    '@brazilian-utils/brazilian-utils',
    '@fastify/compress',
    '@fastify/cookie',
    '@fastify/multipart',
    '@fastify/static',
    '@fastify/websocket',
    '@opentelemetry/api',
    '@peculiar/asn1-cms',
    '@peculiar/asn1-schema',
    '@peculiar/asn1-x509',
    '@sinclair/typebox',
    'ajv',
    'ajv-formats',
    'altcha-lib',
    'bowser',
    'csv-stringify',
    'drizzle-orm',
    'fast-json-stringify',
    'fastify',
    'htmlparser2',
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
