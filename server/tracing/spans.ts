import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

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

/** Set while spans are recorded (openTracing.ts); without it, each of these functions does nothing but the work itself. */
let tracer: Tracer | null = null;

export const traceWith = (given: Tracer | null): void => {
  tracer = given;
};

const isTracing = (): boolean => tracer !== null;

/**
 * One step of a trace. Its name and attributes come from our code: templates of routes, names of statements, queues and
 * hosts. Never an id, an address with its query, a value or an error text, since those contain what people wrote.
 */
interface Step {
  readonly name: string;
  readonly kind: keyof typeof SpanKind;
  readonly attributes?: Attributes;
  /** The parent context; defaults to the active one. */
  readonly within?: Context;
}

export function beginSpan({ name, kind, attributes = {}, within }: Step): Span | undefined {
  return tracer?.startSpan(name, { kind: SpanKind[kind], attributes }, within ?? context.active());
}

/** Runs work as one step; its database and service calls become children of that step. */
export async function traced<T>(step: Step, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(step);
  if (!span) return work();
  try {
    return await context.with(trace.setSpan(step.within ?? context.active(), span), work);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Records the kind of failure, but not its text. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', kindOf(error));
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
}

/**
 * A span for a statement that belongs to a step, until it is answered. Statements outside of a step (background polling) get
 * none.
 */
export function statementSpan(statement: unknown): Span | undefined {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return undefined;
  const { verb, table, name } = namesOf(statement);
  return beginSpan({
    name,
    kind: 'CLIENT',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      ...(table && { 'db.collection.name': table }),
    },
  });
}

/** The verb of a statement, its main table, and the name that it was prepared under. The text itself is not exported. */
export function namesOf(statement: unknown): { verb: string; table: string; name: string } {
  const { text = '', name } =
    typeof statement === 'string'
      ? { text: statement, name: undefined }
      : ((statement ?? {}) as { text?: string; name?: string });
  const verb = (/^[\s(]*([a-z]{2,20})\b/i.exec(text)?.[1] ?? 'other').toUpperCase();
  const table = tableIn(withoutSubqueries(text)) || tableIn(text);
  return { verb, table, name: name ?? [verb, table].filter(Boolean).join(' ') };
}

const tableIn = (text: string): string =>
  /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?([a-z_]{2,60})"?/i.exec(text)?.[1] ?? '';

/** Text in parentheses may query other tables. */
function withoutSubqueries(text: string): string {
  let left = text;
  for (let depth = 0; depth < 8 && left.includes('('); depth += 1) left = left.replace(/\([^()]*\)/g, '?');
  return left;
}

/** The `traceparent` of the active work, for a service that does a part of it. It contains nothing that people wrote. */
export function outgoingTrace(span?: Span): Record<string, string> {
  const carrier: Record<string, string> = {};
  if (tracer) propagation.inject(span ? trace.setSpan(context.active(), span) : context.active(), carrier);
  return carrier;
}

/** The trace context that the headers in a carrier refer to. */
export const incomingTrace = (carrier: object): Context =>
  tracer ? propagation.extract(ROOT_CONTEXT, carrier) : ROOT_CONTEXT;

/** Added to each log line, next to the id of its request. */
export function traceForLog(): { traceId?: string; spanId?: string } {
  const spanContext = tracer && trace.getActiveSpan()?.spanContext();
  return spanContext ? { traceId: spanContext.traceId, spanId: spanContext.spanId } : {};
}
