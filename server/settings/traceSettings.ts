import { Type } from '@sinclair/typebox';

/**
 * The samplers of OpenTelemetry, as its specification names them; its SDK reads the other variables (limits, batches) itself.
 */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
];

const given = (pattern: string, remedy: string) => Type.Optional(Type.String({ pattern, remedy }));
const address = (name: string, example: string) =>
  given('^https?://.', `${name} deve ser um endereço completo, por exemplo ${example}.`);
const free = Type.Optional(Type.String());

export const TRACE_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://coletor:4318'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'http://coletor:4318/v1/traces',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: given(
    '^http/protobuf$',
    'OTEL_EXPORTER_OTLP_PROTOCOL deve ser http/protobuf, o único protocolo que o Balcão fala.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: free,
  OTEL_SERVICE_NAME: free,
  OTEL_RESOURCE_ATTRIBUTES: free,
  OTEL_TRACES_SAMPLER: given(
    `^(${SAMPLERS.join('|')})$`,
    `OTEL_TRACES_SAMPLER deve ser um destes: ${SAMPLERS.join(', ')}.`,
  ),
  OTEL_TRACES_SAMPLER_ARG: given(
    '^(0|1|0?\\.\\d+|1\\.0+)$',
    'OTEL_TRACES_SAMPLER_ARG deve ser uma parte entre 0 e 1, por exemplo 0.1.',
  ),
  OTEL_TRACES_EXPORTER: given('^(otlp|none)$', 'OTEL_TRACES_EXPORTER deve ser otlp ou none.'),
  OTEL_SDK_DISABLED: given('^(true|false)$', 'OTEL_SDK_DISABLED deve ser true ou false.'),
};

/** Whether traces are to be exported. */
export const tracesOf = (env: Partial<Record<keyof typeof TRACE_VARIABLES, string>>): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) &&
  env.OTEL_TRACES_EXPORTER !== 'none' &&
  env.OTEL_SDK_DISABLED !== 'true';
