import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { READS, type Route } from '#contract/route.ts';
import { INVALID_EMAIL } from '#contract/rules/contact.ts';
import { keyWording } from '#contract/rules/keyWording.ts';
import { invalid, notFound, Refusal, ShownRecord } from '../errors.ts';
import { databaseFailure } from '../failures.ts';
import { maskedPart, personalFor } from '../session/personalData.ts';
import { securityHeaders } from './security.ts';

/** Sends every failure in one shape (`Failure`), with the request id under which it is found in the log. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answer(asRefusal(error, request), request, reply),
  );
}

/** Answers requests that Fastify rejects before any hook runs, such as an address that cannot be decoded. */
export function answerUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders(request, 'nenhum'));
  answer(new Refusal(400, 'PEDIDO_INVALIDO', 'O endereço não pôde ser lido.'), request, reply);
}

export function answer(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  reply.header('Cache-Control', 'no-store');
  const wait = refusal.extra?.aguarde;
  if (refusal.status === 429 && typeof wait === 'number') reply.header('Retry-After', wait);
  if (refusal.status === 503)
    reply.header('Retry-After', typeof wait === 'number' ? wait : RETRY_AFTER_SECONDS);
  // Serialized here because the extra keys of a 409 are not in the refusal's schema. An address that cannot be decoded is
  // refused before the user is determined.
  const user = request.user ?? null;
  const words = user?.recordVerbs === undefined ? (text: string) => text : keyWording;
  const sentence = (text: string) => personalFor(user, 'FRASE', words(text));
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({
      error: sentence(refusal.message),
      code: refusal.code,
      ...(refusal.fields && {
        errors: Object.fromEntries(
          Object.entries(refusal.fields).map(([key, text]) => [key, sentence(text)]),
        ),
      }),
      ...shownExtra(refusal, user),
      requestId: request.id,
    });
}

/** The present state in a conflict, masked by the schema of the call that shows it. */
function shownExtra({ extra }: Refusal, user: FastifyRequest['user']): Refusal['extra'] {
  if (!extra?.atual) return extra;
  const { estado, ...atual } = extra.atual as Record<string, unknown>;
  if (estado instanceof ShownRecord) atual.estado = maskedPart(user, estado.schema, estado.value);
  return { ...extra, atual };
}

/** Seconds to wait before retrying a server that was short of a resource. */
const RETRY_AFTER_SECONDS = 5;

const BY_CODE: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Refusal(
      413,
      'CORPO_GRANDE',
      'O envio é grande demais. Reduza o texto ou os arquivos e tente de novo.',
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal(415, 'FORMATO_RECUSADO', 'Envie os dados em JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Refusal(400, 'CORPO_VAZIO', 'O pedido veio sem dados.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new Refusal(400, 'JSON_INVALIDO', 'Os dados enviados não são um JSON válido.'),
};

function asRefusal(error: FastifyError & { ajv?: ErrorObject[] }, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error.ajv) {
    // A path that cannot name a record is treated as an unknown record.
    if (error.validationContext === 'params') return notFound();
    const route = error.validationContext === 'body' ? request.routeOptions.config.contract : undefined;
    return invalid(textsByField(error.ajv, route));
  }
  const refusal = BY_CODE[error.code]?.();
  if (refusal) return refusal;
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return new Refusal(400, 'JSON_INVALIDO', 'Os dados enviados não são um JSON válido.');
  }
  if (error.statusCode === 429)
    return new Refusal(429, 'MUITAS_TENTATIVAS', 'Muitos pedidos. Aguarde um minuto.');
  if (error.statusCode && error.statusCode < 500) {
    return new Refusal(error.statusCode, 'PEDIDO_INVALIDO', 'O pedido não pôde ser lido.');
  }
  const ofDatabase = databaseFailure(error);
  request.log.error({ err: error }, ofDatabase ? 'the database failed' : 'unexpected error');
  return (
    ofDatabase ??
    new Refusal(
      500,
      'ERRO_INTERNO',
      `Algo deu errado do nosso lado. Tente de novo; se continuar, informe o protocolo ${request.id}.`,
    )
  );
}

/**
 * Turns ajv's errors into one Portuguese sentence per field. Users never see a keyword, a pattern or an English word. Keys
 * are dotted paths (`itens.0.qtd_solicitada`).
 * @param route whose own sentences come first
 */
export function textsByField(
  errors: readonly ErrorObject[],
  route: Pick<Route, 'sentences' | 'missing'> | undefined,
): Record<string, string> {
  const texts = new Map<string, string>();
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (texts.size === MAX_FIELDS) break;
    const field = fieldOf(error).slice(0, MAX_FIELD_LENGTH);
    const lacking = isMissing(error) ? route?.missing?.[field] : undefined;
    const own = error.keyword === 'additionalProperties' ? undefined : (lacking ?? route?.sentences?.[field]);
    if (!texts.has(field)) texts.set(field, own || textOf(error));
  }
  return Object.fromEntries(texts);
}

const isMissing = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'required' ||
  (keyword === 'minLength' && params.limit === 1) ||
  (keyword === READS && params.problem === MISSING);

/** More than any form has, so that an answer does not grow with the size of arbitrary input. */
const MAX_FIELDS = 200;
const MAX_FIELD_LENGTH = 120;

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  return path.join('.') || 'corpo';
}

/** What is said of a field that is absent, empty, or of which nobody sees anything. */
export const MISSING = 'Campo obrigatório';

const FORMATS: Record<string, string> = {
  date: 'Informe uma data válida.',
  'date-time': 'Informe data e hora válidas.',
  email: INVALID_EMAIL,
  uuid: 'O campo é inválido',
};

const TYPES: Record<string, string> = {
  integer: 'Informe um número inteiro.',
  number: 'Informe um número.',
  string: 'Informe um texto.',
  boolean: 'Informe sim ou não.',
  array: 'Informe uma lista.',
  object: 'Informe os dados deste grupo.',
};

const BY_KEYWORD: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => MISSING,
  [READS]: ({ problem }) => String(problem),
  additionalProperties: () => 'Campo desconhecido: retire-o e envie de novo.',
  unevaluatedProperties: () => 'Campo desconhecido: retire-o e envie de novo.',
  type: ({ type }) => TYPES[String(type)] ?? 'O campo é inválido',
  format: ({ format }) => FORMATS[String(format)] ?? 'O campo é inválido',
  minLength: ({ limit }) => (limit === 1 ? MISSING : `Use pelo menos ${limit} caracteres.`),
  maxLength: ({ limit }) => `Máximo de ${limit} caracteres.`,
  minimum: ({ limit }) => `O menor valor aceito é ${limit}.`,
  maximum: ({ limit }) => `O maior valor aceito é ${limit}.`,
  minItems: ({ limit }) => `Informe pelo menos ${limit}.`,
  maxItems: ({ limit }) => `Informe no máximo ${limit}.`,
  uniqueItems: () => 'Há itens repetidos na lista.',
  enum: () => 'Escolha uma das opções.',
  const: () => 'Escolha uma das opções.',
};

const textOf = ({ keyword, params }: ErrorObject): string =>
  BY_KEYWORD[keyword]?.(params) ?? 'O campo é inválido';
