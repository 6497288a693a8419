import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { LogLevel } from './settings.ts';

/**
 * One JSON line for each event, with the request id that errors show to the user. Neither headers nor bodies
 * nor query strings are logged: they hold tokens, passwords and personal data.
 */
export const logOptions = (level: LogLevel): FastifyServerOptions['logger'] => ({
  level,
  base: { app: 'balcao' },
  formatters: { level: (label: string) => ({ level: label }) },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: ['*.password', '*.senha', '*.token', '*.pass', '*.secretKey', '*.authorization', '*.cookie'],
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?')[0], ip }),
  },
});
