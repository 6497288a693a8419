import { parseDecimal } from '../decimal.ts';
import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { formatCount, numberText } from '../format.ts';
import { formatQuantity } from '../quantity.ts';
import { fieldSchemas, schemaAt } from './fieldSchemas.ts';
import { formFormats } from './formats.ts';

/** A validation error from ajv, in the same form from the browser's module and the server's. */
export interface FormFinding {
  keyword: string;
  /** Pointer to the validated value. */
  instancePath: string;
  schemaPath: string;
  params: object;
}

/** Maximum number of fields named in a response; a caller with more errors than this is not filling in a form. */
const MAX_PROBLEMS = 200;

/**
 * Errors as Portuguese texts by the pointer of their field, one per field, choosing the most helpful. They never contain a
 * pattern, a keyword, a path or an English word (docs/domain.md 14.11).
 */
export const errorTexts = (schema: JsonSchema, findings: readonly FormFinding[]): Record<string, string> =>
  Object.fromEntries([...lazyErrorTexts(schema, findings)].map(([pointer, text]) => [pointer, text()]));

/** The same, but each text is built on demand, since a form shows few of the errors found on every keystroke. */
export function lazyErrorTexts(
  schema: JsonSchema,
  findings: readonly FormFinding[],
): ReadonlyMap<string, () => string> {
  const best = new Map<string, FormFinding>();
  for (const finding of findings) {
    if (NOISE.has(finding.keyword)) continue;
    const pointer = fieldOf(finding);
    const bestSoFar = best.get(pointer);
    if (!bestSoFar && best.size >= MAX_PROBLEMS) continue;
    if (!bestSoFar || rankOf(finding) < rankOf(bestSoFar)) best.set(pointer, finding);
  }
  return new Map(
    [...best].map(([pointer, one]) => [pointer, () => findingText(schema, pointer, one)] as const),
  );
}

/** A missing or unexpected field is named itself, instead of the object that contains it. */
export function fieldOf({ instancePath, params }: FormFinding): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, unknown>;
  const key = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return key === undefined ? instancePath : `${instancePath}/${escapePointer(String(key))}`;
}

/** The text of one error: the field's own (`x-mensagens`), otherwise that of the format, otherwise that of the keyword. */
function findingText(schema: JsonSchema, pointer: string, finding: FormFinding): string {
  const parent = schemaAt(schema, finding.schemaPath.replace(/\/[^/]*$/, ''));
  const fields = fieldSchemas(schema, pointer);
  const own = [parent, ...fields].map((one) => ownText(one, finding)).find((text) => text !== undefined);
  return own ?? formatText(finding) ?? keywordText(finding, fields, parent);
}

/** `if` only reports that a branch applied. */
const NOISE = new Set(['if']);

/** Priority among several errors: missing, wrong type, blank, wrong format, then the rest. */
const ORDER = [
  'required',
  'dependentRequired',
  'type',
  'minLength',
  'minItems',
  'const',
  'enum',
  'format',
  'pattern',
];
function rankOf({ keyword }: FormFinding): number {
  const place = ORDER.indexOf(keyword);
  return place < 0 ? ORDER.length : place;
}

/** Uses only texts defined at the field: `required` of an object refers to its members, whose own texts take precedence. */
function ownText(schema: JsonSchema | undefined, { keyword, params }: FormFinding): string | undefined {
  const texts = schema?.['x-mensagens'];
  if (typeof texts !== 'object' || texts === null) return undefined;
  const { format } = params as { format?: unknown };
  const byName = texts as Record<string, unknown>;
  const text = (typeof format === 'string' ? byName[format] : undefined) ?? byName[keyword];
  return typeof text === 'string' ? text : undefined;
}

function formatText({ keyword, params }: FormFinding): string | undefined {
  if (keyword !== 'format') return undefined;
  const { format } = params as { format?: unknown };
  return Object.hasOwn(formFormats, String(format))
    ? formFormats[String(format) as keyof typeof formFormats].message
    : undefined;
}

/** Fallback when there is no better text. */
export const UNKNOWN_PROBLEM = 'Valor inválido';

interface Violation {
  limit: number;
  params: Record<string, unknown>;
  /** All schemas of the field. */
  fields: readonly JsonSchema[];
  /** The schema that was violated. */
  schema: JsonSchema | undefined;
}

/** The text for a keyword, depending on its limit and the kind of field. */
export function keywordText(
  { keyword, params }: FormFinding,
  fields: readonly JsonSchema[],
  schema?: JsonSchema,
): string {
  const details = params as Record<string, unknown>;
  const violation = { limit: Number(details.limit), params: details, fields, schema };
  return Object.hasOwn(texts, keyword) ? (texts[keyword]?.(violation) ?? UNKNOWN_PROBLEM) : UNKNOWN_PROBLEM;
}

const texts: Record<string, (violation: Violation) => string> = {
  required: ({ fields }) => missingText(fields),
  dependentRequired: ({ fields }) => missingText(fields),
  type: ({ params }) => typeText(params.type),
  const: ({ params }) =>
    params.allowedValue === true ? 'É preciso marcar esta opção' : 'Este valor não é aceito aqui',
  enum: () => 'Escolha uma das opções da lista',
  minLength: ({ limit }) => (limit === 1 ? 'Campo obrigatório' : `Use pelo menos ${characters(limit)}`),
  maxLength: ({ limit }) => `Use no máximo ${characters(limit)}`,
  pattern: ({ params }) => (params.pattern === '\\S' ? 'Campo obrigatório' : 'Formato inválido'),
  minimum: ({ limit }) => `Use ${numberText(limit)} ou mais`,
  maximum: ({ limit }) => `Use ${numberText(limit)} ou menos`,
  exclusiveMinimum: ({ limit }) => `Use mais que ${numberText(limit)}`,
  exclusiveMaximum: ({ limit }) => `Use menos que ${numberText(limit)}`,
  multipleOf: ({ params }) =>
    params.multipleOf === 1
      ? 'Use um número inteiro'
      : `Use um múltiplo de ${numberText(Number(params.multipleOf))}`,
  formatMinimum: ({ params }) => limitText(params.limit, 'anterior', 'mínima', 'ou mais'),
  formatMaximum: ({ params }) => limitText(params.limit, 'posterior', 'máxima', 'ou menos'),
  formatExclusiveMinimum: ({ params }) => limitText(params.limit, 'anterior', 'mínima', 'ou mais', true),
  formatExclusiveMaximum: ({ params }) => limitText(params.limit, 'posterior', 'máxima', 'ou menos', true),
  minItems: ({ limit, schema }) =>
    limit === 1
      ? isChoice(schema)
        ? 'Escolha pelo menos uma opção'
        : 'Inclua pelo menos um'
      : isChoice(schema)
        ? `Escolha pelo menos ${limit} opções`
        : `Inclua pelo menos ${limit}`,
  maxItems: ({ limit, schema }) =>
    isChoice(schema)
      ? `Escolha no máximo ${formatCount(limit, 'opção', 'opções')}`
      : `Deixe no máximo ${limit}`,
  uniqueItems: () => 'Há itens repetidos. Retire um deles',
  contains: () => 'Falta um item que é obrigatório',
  minProperties: () => 'Preencha este grupo',
  additionalProperties: () => 'Este campo não faz parte do formulário',
  unevaluatedProperties: () => 'Este campo não faz parte do formulário',
  unevaluatedItems: () => 'Há um item que não faz parte do formulário',
  'false schema': () => 'Este campo não pode ser preenchido aqui',
  format: () => 'Formato inválido',
  'x-periodo': ({ params }) =>
    params.problema === 'dias'
      ? `O período pode ter no máximo ${formatCount(Number(params.dias), 'dia', 'dias')}`
      : 'A data final vem antes da inicial',
};

const isChoice = (schema: JsonSchema | undefined) =>
  typeof schema?.items === 'object' &&
  schema.items !== null &&
  ('enum' in schema.items || 'const' in schema.items);

const isArray = (schema: JsonSchema) => schema.type === 'array';

const TYPES: Record<string, string> = {
  string: 'Campo obrigatório',
  number: 'Use um número',
  integer: 'Use um número inteiro',
  boolean: 'Marque ou desmarque esta opção',
  array: 'Escolha uma ou mais opções',
  object: 'Campo obrigatório',
};
const typeText = (type: unknown): string => TYPES[String([type].flat()[0])] ?? UNKNOWN_PROBLEM;

const characters = (count: number) => formatCount(count, 'caractere', 'caracteres');

/** The keywords that have a text of their own; a test covers each of them. */
export const KNOWN_KEYWORDS: readonly string[] = Object.keys(texts);

function missingText(fields: readonly JsonSchema[]): string {
  if (fields.some((one) => one.const === true || one.type === 'boolean'))
    return 'É preciso marcar esta opção';
  if (fields.some((one) => isArray(one) && isChoice(one))) return 'Escolha pelo menos uma opção';
  if (fields.some(isArray)) return 'Inclua pelo menos um';
  return fields.some((one) => 'enum' in one) ? 'Escolha uma opção' : 'Campo obrigatório';
}

/** Days use the two sentences of document 001 section 8; decimals are also sent as text. */
function limitText(limit: unknown, side: string, name: string, more: string, exclusive = false): string {
  const exact = parseDecimal(String(limit ?? ''));
  if (exact === null) return `Data ${side} a data ${name}`;
  if (!exclusive) return `Use ${formatQuantity(exact)} ${more}`;
  return side === 'anterior'
    ? `Use mais que ${formatQuantity(exact)}`
    : `Use menos que ${formatQuantity(exact)}`;
}
