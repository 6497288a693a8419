import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, incomingTrace, isTracing } from './spans.ts';

interface Traced {
  span: Span;
  within: Context;
}

/**
 * A span for each call, by the template of its route. Pages, their files, sockets and the looks of a balancer are no calls.
 * What runs for a call knows it by the context of its promises, which the reading of a body leaves: so it is entered twice.
 */
export function registerTracing(app: FastifyInstance): void {
  if (!isTracing()) return;
  const calls = new WeakMap<FastifyRequest, Traced>();
  app.addHook('onRequest', (request, _reply, done) => {
    const call = isCall(request) && begin(request);
    if (!call) return done();
    calls.set(request, call);
    context.with(call.within, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const call = calls.get(request);
    if (!call) return done();
    context.with(call.within, done);
  });
  app.addHook('onError', (request, _reply, error, done) => {
    if ((error.statusCode ?? 500) >= 500)
      calls.get(request)?.span.setAttribute('error.type', error.code ?? error.constructor.name);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const call = calls.get(request);
    if (!call) return done();
    const { span, within } = call;
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    // The line that says how long it took is written within it too.
    context.with(within, done);
  });
}

const isCall = ({ method, routeOptions }: FastifyRequest) =>
  routeOptions.config.contract !== undefined || method !== 'GET';

function begin(request: FastifyRequest): Traced | undefined {
  const parent = incomingTrace(request.headers);
  const route = request.routeOptions.url ?? 'desconhecida';
  const span = beginSpan({
    name: `${request.method} ${route}`,
    kind: 'SERVER',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'balcao.request_id': request.id,
    },
    within: parent,
  });
  return span && { span, within: trace.setSpan(parent, span) };
}
