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
import { RELEASE } from '../release.ts';
import { traceWith } from './spans.ts';

/** At the end, what still waits is sent for so long and then left. ms */
const PATIENCE = 3_000;
/** That spans do not arrive is said no more often than this. ms */
const SAID_EVERY = 10 * 60_000;

/**
 * Spans go out by OTLP over HTTP in the background, in batches, to where the variables of OpenTelemetry say (its SDK reads
 * them). A collector that is away loses spans, nothing else: 2,048 wait at most, and nobody waits for them. Loaded only
 * where somebody asked for it. Baggage is not passed on: it may hold anything.
 */
export function openTracing(say: (text: string) => void): { close: () => Promise<void> } {
  let saidAt = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - saidAt < SAID_EVERY) return;
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
      await withinPatience(provider.shutdown());
      context.disable();
      propagation.disable();
    },
  };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return String(code ?? message ?? error).slice(0, 100);
}

/** Whatever comes of it. */
async function withinPatience(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([work.catch(() => {}), tooLong]);
  clearTimeout(timer);
}
