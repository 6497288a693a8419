import type { JsonSchema } from '../definitions/definition.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import { campoSchema, campoUi } from './campoSchema.ts';
import type { ExtraField } from './extraField.ts';

/** Schema of the field's value; a field of a registration step keeps that of its step. */
export const fieldSchema = (field: ExtraField, present?: unknown): JsonSchema =>
  field.cadastro
    ? {
        title: field.titulo,
        ...(field.ajuda && { description: field.ajuda }),
        ...field.cadastro.schema,
      }
    : campoSchema(field, present);

/** Layout of the field. */
export const fieldUi = (field: ExtraField, present?: unknown): UiSchema =>
  field.cadastro ? field.cadastro.ui : campoUi(field, present);
