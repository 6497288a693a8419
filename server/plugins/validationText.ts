import type { ErrorObject } from 'ajv';
import { INVALID_EMAIL } from '../../contract/rules/email.ts';

/**
 * ajv's findings as one Portuguese sentence a field. No keyword, pattern or English word reaches a person.
 * Keys are dotted paths (`itens.0.qtd_solicitada`).
 */
export function textsByField(errors: readonly ErrorObject[]): Record<string, string> {
  const texts = new Map<string, string>();
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (texts.size === MOST_FIELDS) break;
    const field = fieldOf(error).slice(0, LONGEST_FIELD);
    if (!texts.has(field)) texts.set(field, textOf(error));
  }
  return Object.fromEntries(texts);
}

/** More than any form shows: an answer never grows with what a stranger sends. */
const MOST_FIELDS = 200;
const LONGEST_FIELD = 120;

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  return path.join('.') || 'corpo';
}

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
  required: () => 'Campo obrigatório',
  additionalProperties: () => 'Campo desconhecido: retire-o e envie de novo.',
  unevaluatedProperties: () => 'Campo desconhecido: retire-o e envie de novo.',
  type: ({ type }) => TYPES[String(type)] ?? 'O campo é inválido',
  format: ({ format }) => FORMATS[String(format)] ?? 'O campo é inválido',
  minLength: ({ limit }) => (limit === 1 ? 'Campo obrigatório' : `Use pelo menos ${limit} caracteres.`),
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
