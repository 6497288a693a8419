import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, incomingTrace, isTracing } from './spans.ts';

interface Traced {
  span: Span;
  within: Context;
}

/**
 * Opens a span for each call, named by its route template. Pages, their files, sockets and load balancer health checks are
 * not calls. Work for a call finds its span through the async context, which is lost when the body is read, so the context is
 * entered twice.
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
    // The log line with the duration is written within the context too.
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
