import type { JsonSchema } from '../definitions/definition.ts';
import type { FormDefinition } from '../forms/formDefinition.ts';
import { type ExtraField, type ExtraFieldsDefinition, fieldSchema, fieldUi } from './fieldSchema.ts';
import { type FieldsReader, type FieldValues, formFields } from './fieldValues.ts';

/**
 * The form of a record's extra fields. `stored` is the record's current values: options archived since then remain valid in
 * it. A dependent field is placed in the `then` of a condition, so that it is asked for only when shown.
 */
export function fieldsForm(
  definition: ExtraFieldsDefinition,
  stored: FieldValues = {},
  reader: FieldsReader = {},
): Omit<FormDefinition, 'validador'> {
  const fields = formFields(definition, reader);
  const always = fields.filter(({ visivelSe }) => !visivelSe);
  const schema: JsonSchema = {
    type: 'object',
    ...schemaOf(always, stored),
    ...(always.length < fields.length && {
      allOf: fields.filter(({ visivelSe }) => visivelSe).map((field) => conditional(field, fields, stored)),
    }),
  };
  return {
    schema,
    ui: {
      'ui:order': [...fields.map(({ chave }) => chave), '*'],
      ...Object.fromEntries(fields.map((field) => [field.chave, fieldUi(field, stored[field.chave])])),
    },
  };
}

const conditional = (field: ExtraField, fields: readonly ExtraField[], stored: FieldValues): JsonSchema => ({
  if: conditionOf(field, fields),
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema.
  then: schemaOf([field], stored),
});

function schemaOf(fields: readonly ExtraField[], stored: FieldValues): JsonSchema {
  const required = fields.filter(({ obrigatorio }) => obrigatorio).map(({ chave }) => chave);
  return {
    properties: Object.fromEntries(
      fields.map((field) => [field.chave, fieldSchema(field, stored[field.chave])]),
    ),
    ...(required.length > 0 && { required }),
  };
}

/**
 * Requires the field it depends on, and that field's own dependency, because a value left behind in a hidden field must not
 * show anything.
 */
function conditionOf(
  field: ExtraField,
  fields: readonly ExtraField[],
  seen: readonly string[] = [],
): JsonSchema {
  const { visivelSe } = field;
  if (!visivelSe) return {};
  const { campo, valores } = visivelSe;
  const on = fields.find(({ chave }) => chave === campo);
  const own: JsonSchema = {
    properties: {
      [campo]:
        on?.tipo === 'MULTISELECT' ? { type: 'array', contains: { enum: valores } } : { enum: valores },
    },
    required: [campo],
  };
  if (!on?.visivelSe || seen.includes(campo)) return own;
  return { allOf: [own, conditionOf(on, fields, [...seen, campo])] };
}
