import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { grantsOf, type Permission } from '#contract/permissions.ts';
import type { InitialLoad } from '#contract/session/session.ts';
import { emptyAnswers } from './emptyAnswers.ts';

/** The console's requests, in order: 'GET /sac/tickets?page=1'. */
export const requested: string[] = [];
export const requests: Request[] = [];

/** The settings of a deployment, which most do without; without an answer, the console is as delivered. */
const OPTIONAL_SETTINGS = '/env.json';

/** A server that only answers what the test defines, and with nothing where most screens ask; any other call fails the test. */
export function serve(...handlers: RequestHandler[]) {
  const server = setupServer(...handlers, ...emptyAnswers);
  const started = new Set<string>();
  const unanswered: string[] = [];
  server.events.on('request:start', ({ request, requestId }) => {
    started.add(requestId);
    const { pathname, search, origin } = new URL(request.url);
    requested.push(`${request.method} ${origin === location.origin ? '' : origin}${pathname}${search}`);
    requests.push(request.clone());
  });
  server.events.on('request:unhandled', ({ request, requestId }) => {
    const { pathname } = new URL(request.url);
    // A request of the previous test may still be on its way when the handlers of that test are gone.
    if (started.has(requestId) && pathname !== OPTIONAL_SETTINGS)
      unanswered.push(`${request.method} ${pathname}`);
  });
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    server.resetHandlers();
    requested.length = 0;
    requests.length = 0;
    started.clear();
    // The screen saw a network error, which it may well survive: the test would prove less than it seems to.
    expect(unanswered.splice(0)).toEqual([]);
  });
  afterAll(() => server.close());
  return server;
}

export const person = (id: number, nome = 'Ana Paula de Souza', cpf = '40000000477') => ({
  id,
  nome,
  cpf,
  email: 'ana@example.com',
  tipo: 'OPERADOR' as const,
  tipoDescricao: 'Operador',
  cliente: null,
});

/** The initial load of a person with these grants. */
export const loadOf = (
  colaborador: InitialLoad['colaborador'],
  grants: readonly Permission[] = [],
): InitialLoad => ({
  colaborador,
  loja: { nome: 'Distribuidora' },
  filiais: [],
  colaboradores: [],
  modulos: grantsOf(grants),
  lojas: [],
  clientesfiliais: [],
  tipoImposto: '',
  parametros: {},
  preferencias: {},
});

export const refusal = (status: number, error: string, extra: object = {}) =>
  HttpResponse.json({ error, code: 'RECUSA', ...extra }, { status });

/** Returns one response after the other; the last one is repeated. */
export function inTurn(...answers: (() => Response)[]) {
  let turn = 0;
  return () => (answers[Math.min(turn++, answers.length - 1)] as () => Response)();
}

export { HttpResponse, http };
