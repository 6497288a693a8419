import os from 'node:os';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { RELEASE } from '../root.ts';
import { traceWith } from './spans.ts';

/** How long the remaining spans may take to be sent at shutdown before they are dropped, in milliseconds. */
const SHUTDOWN_TIMEOUT = 3_000;
/** The minimum time between messages that spans do not arrive, in milliseconds. */
const REPORT_INTERVAL = 10 * 60_000;

/**
 * Spans are sent in the background by OTLP over HTTP, in batches, to the address in the OpenTelemetry variables (its SDK
 * reads them). If the collector is unavailable, only spans are lost: 2,048 wait at most, and no request waits for them.
 * Loaded only if tracing is configured. Baggage is not passed on, since it may contain anything.
 */
export function openTracing(say: (text: string) => void): { close: () => Promise<void> } {
  let saidAt = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - saidAt < REPORT_INTERVAL) return;
    saidAt = performance.now();
    say(`Rastros: não chegam ao coletor (${reasonOf(error)}).`);
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'balcao',
          'service.version': RELEASE,
          'service.instance.id': `${os.hostname()}-${process.pid}`,
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  traceWith(provider.getTracer('balcao', RELEASE));
  return {
    async close() {
      traceWith(null);
      await withinTimeout(provider.shutdown());
      context.disable();
      propagation.disable();
    },
  };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return String(code ?? message ?? error).slice(0, 100);
}

/** Waits until the work settles, whatever its result, or the time is up. */
async function withinTimeout(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SHUTDOWN_TIMEOUT);
  });
  await Promise.race([work.catch(() => {}), tooLong]);
  clearTimeout(timer);
}
