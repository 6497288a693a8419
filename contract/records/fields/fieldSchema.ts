import type { JsonSchema } from '../../rules/definitions/definition.ts';
import { decimalsOf } from '../../rules/fields/campo.ts';
import { RECORD_LIMITS } from '../../rules/fields/campoFormat.ts';
import { type CampoRules, campoSchema, campoUi, type LeafType } from '../../rules/fields/campoSchema.ts';
import { conditional } from '../../rules/fields/fieldsForm.ts';
import { areJudged } from '../../rules/fields/judgedFields.ts';
import { JUDGED_FIELDS } from '../../rules/forms/fieldConditions.ts';
import { INITIAL_VALUES } from '../../rules/forms/fieldSchemas.ts';
import type { FormDefinition } from '../../rules/forms/formDefinition.ts';
import { isRecord } from '../../rules/jsonRecord.ts';
import { type AnyRecordType, EXTERNAL_CODES } from '../recordType.ts';
import { judgedIn } from './judgedRecord.ts';
import type { RecordField, RecordFields } from './recordField.ts';

const MAX_ITEMS = 500;

/** A standard type names only the limits in which its fields differ from these. */
const asRules = ({ campos: _, referidos: __, ...field }: RecordField): CampoRules => ({
  ...RECORD_LIMITS[field.tipo],
  ...field,
  tipo: field.tipo as LeafType,
});

export const placesOf = (field: Pick<RecordField, 'tipo' | 'casas'>): number =>
  field.tipo === 'GRUPO' ? 0 : decimalsOf({ ...RECORD_LIMITS[field.tipo], ...field, tipo: field.tipo });

/** Help text for the codes in the form. */
const codesText =
  'Como outros sistemas chamam este registro. Importações e integrações podem usar estes códigos no lugar da chave.';

/** An object keyed by source on the wire; a list in the form, where keys cannot be typed. */
const CODES: RecordField = {
  tipo: 'LISTA',
  titulo: 'Códigos em outros sistemas',
  ajuda: codesText,
  item: 'Código',
  codigo: ['fonte'],
  campos: {
    fonte: { tipo: 'TEXT', titulo: 'Sistema', obrigatorio: true, tamanho: 40 },
    codigo: { tipo: 'TEXT', titulo: 'Código', obrigatorio: true, tamanho: 60 },
  },
};

const groupSchema = ({ campos = {} }: RecordField): JsonSchema => objectOf(campos);

const listSchema = ({ campos = {}, item, maximo, minimo }: RecordField, key: string): JsonSchema => ({
  type: 'array',
  items: { ...conditionedObject(campos, campos, key), ...(item && { title: item }), ...initialOf(campos) },
  maxItems: maximo ?? MAX_ITEMS,
  ...(minimo && { minItems: minimo }),
});

/** The values with which a form adds an item; a record as a whole starts with `standardValues`. */
function initialOf(fields: RecordFields): JsonSchema {
  const values = Object.entries(fields).flatMap(([key, { padrao }]) =>
    padrao === undefined ? [] : [[key, padrao]],
  );
  return values.length > 0 ? { [INITIAL_VALUES]: Object.fromEntries(values) } : {};
}

function schemaOf(field: RecordField, key: string): JsonSchema {
  const { tipo, titulo, ajuda } = field;
  if (tipo !== 'GRUPO' && tipo !== 'LISTA') return campoSchema(asRules(field));
  return {
    title: titulo,
    ...(ajuda && { description: ajuda }),
    ...(tipo === 'LISTA' ? listSchema(field, key) : groupSchema(field)),
  };
}

/** Schema of a stored record of the type. Forms, imports and calls are all validated with it. */
export function recordSchema({ campos }: Pick<AnyRecordType, 'campos'>): JsonSchema {
  const judged = judgedIn(campos);
  const schema = conditionedObject({ ...campos, [EXTERNAL_CODES]: CODES }, campos);
  return areJudged(judged) ? { ...schema, [JUDGED_FIELDS]: judged } : schema;
}

/** An object whose fields may depend on one another: a record, or an item of one of its lists. */
function conditionedObject(fields: RecordFields, judged: RecordFields, list?: string): JsonSchema {
  const all = Object.entries(fields);
  const always = objectOf(Object.fromEntries(all.filter(([, { visivelSe }]) => !visivelSe)));
  if (!areJudged(judgedIn(judged))) return always;
  const allOf = all.flatMap(([key, field]) => {
    const { additionalProperties: _, ...part } = objectOf({ [key]: field });
    return [
      ...(field.visivelSe ? [conditional('visivel', key, part, list)] : []),
      ...(field.obrigatorioSe ? [conditional('obrigatorio', key, { required: [key] }, list)] : []),
    ];
  });
  // A field of a condition is none of the properties beside it.
  const { additionalProperties: _, ...open } = always;
  return { ...open, unevaluatedProperties: false, ...(allOf.length > 0 && { allOf }) };
}

const uiOf = (fields: RecordFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldUi(field)]));

/** The form of the type: the same schema with its layout. The server compiles the validator. */
export const recordForm = (type: Pick<AnyRecordType, 'campos'>): Omit<FormDefinition, 'validador'> => ({
  schema: recordSchema(type),
  ui: {
    'ui:order': [...Object.keys(type.campos), EXTERNAL_CODES],
    ...uiOf({ ...type.campos, [EXTERNAL_CODES]: CODES }),
  },
});

function objectOf(fields: RecordFields): JsonSchema {
  const required = Object.entries(fields)
    .filter(([, { obrigatorio }]) => obrigatorio)
    .map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field, key)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function fieldUi(field: RecordField): Record<string, unknown> {
  const { tipo, campos = {} } = field;
  if (tipo === 'GRUPO') return { 'ui:order': Object.keys(campos), ...uiOf(campos) };
  if (tipo === 'LISTA')
    return {
      items: { 'ui:order': Object.keys(campos), ...uiOf(campos) },
      'ui:options': { orderable: false },
    };
  return { ...campoUi(asRules(field)) };
}

/** One code per source: `{ erp: '00123' }`. `null` removes the code of a source. */
export type ExternalCodes = Readonly<Record<string, string | null>>;

interface CodeLine {
  fonte?: string;
  codigo?: string;
}

export const isCodes = (codes: unknown): codes is ExternalCodes => isRecord(codes);

/** The codes as lines of a form. */
export const codeLines = (codes: unknown): CodeLine[] =>
  isCodes(codes) ? Object.entries(codes).map(([fonte, codigo]) => ({ fonte, codigo: codigo ?? '' })) : [];

/** The lines in their wire format; a source of `before` that is no longer among them is removed. */
export function codesOf(lines: unknown, before: unknown): ExternalCodes {
  const given = (Array.isArray(lines) ? (lines as CodeLine[]) : []).flatMap(({ fonte, codigo }) =>
    fonte ? [[fonte, codigo ?? ''] as const] : [],
  );
  const removedCodes = Object.keys(isCodes(before) ? before : {}).map((fonte) => [fonte, null] as const);
  return Object.fromEntries([...removedCodes, ...given]);
}
