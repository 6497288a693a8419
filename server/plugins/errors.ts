import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, notFound, Refusal } from '../errors.ts';
import { databaseFailure } from './databaseFailure.ts';
import { securityHeaders } from './security.ts';
import { textsByField } from './validationText.ts';

/** Every failure leaves in one shape (`Failure`), with the request id that finds it in the log. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answer(asRefusal(error, request), request, reply),
  );
}

/** What Fastify refuses before any hook runs: an address that cannot be decoded. */
export function answerUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders(request, 'nenhum'));
  answer(new Refusal(400, 'PEDIDO_INVALIDO', 'O endereço não pôde ser lido.'), request, reply);
}

export function answer(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  reply.header('Cache-Control', 'no-store');
  const wait = refusal.extra?.aguarde;
  if (refusal.status === 429 && typeof wait === 'number') reply.header('Retry-After', wait);
  if (refusal.status === 503) reply.header('Retry-After', typeof wait === 'number' ? wait : SOON);
  // Serialised here: the extra keys of a 409 are not in the schema of a refusal.
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({
      error: refusal.message,
      code: refusal.code,
      ...(refusal.fields && { errors: refusal.fields }),
      ...refusal.extra,
      requestId: request.id,
    });
}

/** Seconds after which a server that was short of something is worth asking again. */
const SOON = 5;

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
    // A path that cannot name a record is an unknown record.
    if (error.validationContext === 'params') return notFound();
    return invalid(textsByField(error.ajv));
  }
  const known = BY_CODE[error.code]?.();
  if (known) return known;
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
