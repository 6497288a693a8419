import type { ErrorObject } from 'ajv';
import { escapePointer } from '../../../contract/rules/definitions/jsonLines.ts';
import { valueText } from '../../../contract/rules/definitions/valueText.ts';
import type { FileProblem } from '../../../contract/rules/problem.ts';

/** ajv's findings as places and Portuguese sentences; errors that only repeat others are dropped. */
export const schemaProblems = (errors: readonly ErrorObject[]): FileProblem[] =>
  errors
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => ({ pointer: pointerOf(error), message: textOf(error) }));

/** A key too many, or one that is missing, is named itself: there stands the control that mends it. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const key = params.additionalProperty ?? params.unevaluatedProperty ?? params.missingProperty;
  return key === undefined ? instancePath : `${instancePath}/${escapePointer(String(key))}`;
}

const types: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  integer: 'um número inteiro',
  boolean: 'true ou false',
  array: 'uma lista [...]',
  object: 'um grupo {...}',
  null: 'null',
};

type Params = Record<string, unknown>;

const texts: Record<string, (params: Params) => string> = {
  required: ({ missingProperty }) => `Falta a chave "${missingProperty}". Inclua-a.`,
  additionalProperties: ({ additionalProperty }) =>
    `A chave "${additionalProperty}" não existe aqui. Corrija o nome ou retire-a.`,
  unevaluatedProperties: ({ unevaluatedProperty }) =>
    `A chave "${unevaluatedProperty}" não existe aqui. Corrija o nome ou retire-a.`,
  type: ({ type }) =>
    `Use ${[type]
      .flat()
      .map((name) => types[String(name)] ?? name)
      .join(' ou ')}.`,
  enum: ({ allowedValues }) => `Use um destes valores: ${listOf(allowedValues)}.`,
  const: ({ allowedValue }) => `Use o valor ${valueText(allowedValue)}.`,
  pattern: () => 'O texto não tem o formato pedido. Veja a descrição da chave.',
  minLength: ({ limit }) => (limit === 1 ? 'Preencha o texto.' : `Use pelo menos ${limit} caracteres.`),
  maxLength: ({ limit }) => `Use no máximo ${limit} caracteres.`,
  minimum: ({ limit }) => `Use ${limit} ou mais.`,
  maximum: ({ limit }) => `Use ${limit} ou menos.`,
  minItems: ({ limit }) => `Inclua pelo menos ${limit} na lista.`,
  maxItems: ({ limit }) => `Deixe no máximo ${limit} na lista.`,
  uniqueItems: ({ i, j }) => `Os itens ${j} e ${i} são iguais. Retire um.`,
  oneOf: () => 'Use só uma das formas descritas para esta chave.',
  anyOf: () => 'O valor não tem nenhuma das formas descritas para esta chave.',
  dependentRequired: ({ missingProperty, property }) =>
    `Com "${property}" é preciso também "${missingProperty}".`,
};

const textOf = ({ keyword, params }: ErrorObject): string =>
  texts[keyword]?.(params) ?? 'O valor não é aceito aqui. Veja a descrição da chave.';

const listOf = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => valueText(value)).join(', ') : '';
