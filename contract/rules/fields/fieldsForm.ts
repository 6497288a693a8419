import type { JsonSchema } from '../definitions/definition.ts';
import { FIELD_CONDITION, JUDGED_FIELDS } from '../forms/fieldConditions.ts';
import type { FormDefinition } from '../forms/formDefinition.ts';
import type { ExtraField, ExtraFieldsDefinition } from './extraField.ts';
import { fieldSchema, fieldUi } from './fieldSchema.ts';
import { type FieldsReader, type FieldValues, formFields, judgedIn } from './fieldValues.ts';
import { areJudged } from './judgedFields.ts';

/**
 * The form of a record's extra fields. `stored` is the record's current values: options archived since then remain valid in
 * it. A dependent field is placed in the `then` of a condition, so that it is asked for only when shown. With `asked`, the form asks
 * for these fields alone, and the others are what their conditions read.
 */
export function fieldsForm(
  definition: Pick<ExtraFieldsDefinition, 'campos'>,
  stored: FieldValues = {},
  reader: FieldsReader = {},
  asked?: ReadonlySet<string>,
): Omit<FormDefinition, 'validador'> {
  const all = formFields(definition, reader);
  const fields = asked ? all.filter(({ chave }) => asked.has(chave)) : all;
  const judged = judgedIn({ campos: all });
  return {
    schema: {
      type: 'object',
      ...schemaOf(
        fields.filter(({ visivelSe }) => !visivelSe),
        stored,
      ),
      ...(areJudged(judged) && { ...conditionsOf(fields, stored), [JUDGED_FIELDS]: judged }),
    },
    ui: {
      'ui:order': [...fields.map(({ chave }) => chave), '*'],
      ...Object.fromEntries(fields.map((field) => [field.chave, fieldUi(field, stored[field.chave])])),
    },
  };
}

function conditionsOf(fields: readonly ExtraField[], stored: FieldValues): JsonSchema {
  const allOf = fields.flatMap((field) => [
    ...(field.visivelSe ? [conditional('visivel', field.chave, schemaOf([field], stored))] : []),
    ...(field.obrigatorioSe ? [conditional('obrigatorio', field.chave, { required: [field.chave] })] : []),
  ]);
  return allOf.length > 0 ? { allOf } : {};
}

/** The part of a schema that applies while a field is shown or demanded, of the form or of an item of a list. */
export const conditional = (
  asks: 'visivel' | 'obrigatorio',
  campo: string,
  part: JsonSchema,
  list?: string,
): JsonSchema => ({
  if: { [FIELD_CONDITION]: { campo, pergunta: asks, ...(list !== undefined && { lista: list }) } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema.
  then: part,
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
