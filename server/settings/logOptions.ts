import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { traceForLog } from '../tracing/spans.ts';
import type { LogLevel } from './settings.ts';

/**
 * One JSON line per event, with the request id that errors show to the user. Headers, bodies and query strings are never
 * logged: they hold tokens, passwords and personal data.
 */
export const logOptions = (level: LogLevel): FastifyServerOptions['logger'] => ({
  level,
  base: { app: 'balcao' },
  mixin: traceForLog,
  formatters: { level: (label: string) => ({ level: label }) },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: ['*.password', '*.senha', '*.token', '*.pass', '*.secretKey', '*.authorization', '*.cookie'],
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({
      method,
      path: withoutPeople(withoutLink(url.split('?')[0] ?? '')),
      ip,
    }),
    err: errorForLog,
  },
});

/** Anyone who has the address of a payment link can open it, so it is not logged. */
const withoutLink = (path: string) =>
  path.replace(/(\/(?:link-pagamento\/pedido|pagamento)\/)[\w-]{20,}/, '$1…');

/** Personal data that a path may contain: CPF and CNPJ with or without punctuation, and e-mail addresses. */
const PERSONAL =
  /(?<![\w])(?:\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}(?:\/|%2F)?[\dA-Z]{4}-?\d{2}|[^/\s]+(?:@|%40)[^/\s]+)(?!\w)/gi;

const withoutPeople = (path: string) => path.slice(0, MAX_PATH_LENGTH).replace(PERSONAL, '…');

const MAX_PATH_LENGTH = 300;

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
  [key: string]: unknown;
}

/** A failed query exposes its parameters in message, stack and fields; only names and code positions are kept. */
function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.constructor.name || name,
    message: withoutParameters(message),
    ...(code && { code }),
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(cause instanceof Error && depth < 3 && { cause: errorForLog(cause, depth + 1) }),
  };
}

/** PostgreSQL repeats a value that it could not parse in double quotes at the end of the message. */
const withoutParameters = (message: string): string =>
  (message.split('\nparams:')[0] ?? '').replace(/: ".*"$/s, '').slice(0, 2_000);
