import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openTracing } from '#server/tracing/openTracing.ts';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of its trace in this process. */
  parent: string;
  name: string;
  /** 2 handles a request, 3 makes one, 5 processes a queued job. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
}

/** An OpenTelemetry collector (OTLP over HTTP, protobuf) that keeps what it receives, raw and parsed. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  resource: ReceivedSpan['attributes'];
  /** All received bytes, to be searched for what must not be in them. */
  raw: () => string;
  close: () => Promise<void>;
}

/** What a piece of work sends to a separate collector. */
export async function spansOf(work: () => Promise<unknown>): Promise<Pick<OtlpReceiver, 'spans' | 'raw'>> {
  const collector = await otlpReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  const tracing = openTracing(() => {});
  try {
    await work();
  } finally {
    await tracing.close();
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    await collector.close();
  }
  return collector;
}

export async function otlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const resource: ReceivedSpan['attributes'] = {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    bodies.push(body);
    for (const { value: batch } of read(body).filter(({ field }) => field === 1))
      for (const part of read(batch as Buffer)) {
        if (part.field === 1) Object.assign(resource, attributesOf(part.value as Buffer, 1));
        if (part.field === 2)
          spans.push(
            ...read(part.value as Buffer)
              .filter(({ field }) => field === 2)
              .map(({ value }) => spanOf(value as Buffer)),
          );
      }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    raw: () => Buffer.concat(bodies).toString('latin1'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Field {
  field: number;
  value: Buffer | bigint;
}

/**
 * The protobuf wire format: each field consists of its number and type, followed by a number or a length-prefixed byte
 * string.
 */
function read(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(varint());
    const kind = key & 7;
    const value = kind === 0 ? varint() : bytes(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()));
    fields.push({ field: key >> 3, value });
  }
  return fields;
}

/** opentelemetry/proto/trace/v1/trace.proto */
function spanOf(message: Buffer): ReceivedSpan {
  const fields = read(message);
  const one = (number: number) => fields.find(({ field }) => field === number)?.value;
  const hex = (number: number) => (one(number) as Buffer | undefined)?.toString('hex') ?? '';
  const status = one(15) as Buffer | undefined;
  return {
    traceId: hex(1),
    spanId: hex(2),
    parent: hex(4),
    name: (one(5) as Buffer).toString('utf8'),
    kind: Number(one(6)),
    attributes: attributesOf(message, 9),
    failed: status !== undefined && read(status).some(({ field, value }) => field === 3 && value === 2n),
  };
}

function attributesOf(message: Buffer, number: number): ReceivedSpan['attributes'] {
  const pairs = read(message)
    .filter(({ field }) => field === number)
    .map(({ value }) => {
      const [key, given] = [1, 2].map(
        (place) => read(value as Buffer).find(({ field }) => field === place)?.value as Buffer,
      );
      return [key?.toString('utf8') ?? '', readValue(given ?? Buffer.alloc(0))] as const;
    });
  return Object.fromEntries(pairs);
}

function readValue(given: Buffer): string | number | boolean {
  const [known] = read(given);
  if (known?.field === 2) return known.value === 1n;
  if (known?.field === 3) return Number(known.value);
  if (known?.field === 4) return (known.value as Buffer).readDoubleLE();
  return Buffer.isBuffer(known?.value) ? known.value.toString('utf8') : '';
}
