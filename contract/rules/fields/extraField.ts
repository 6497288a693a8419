import type { JsonSchema } from '../definitions/definition.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import { type Campo, EXTRA_FIELDS } from './campo.ts';
import type { CAMPO_FORMAT } from './campoFormat.ts';

/**
 * The entities that can have extra fields. The name is that of the file (schemas/fields/<entity>.json) and of `entidade` on
 * the wire.
 */
export const FIELD_ENTITIES = ['cliente', 'ticket'] as const;

export type FieldEntity = (typeof FIELD_ENTITIES)[number];

export const EXTRA_FIELD_TYPES = EXTRA_FIELDS.types;

export type ExtraFieldType = (typeof EXTRA_FIELD_TYPES)[number];

/** A field added by administrators to customers or tickets, and one that a registration step asks for beside its own. */
export interface ExtraField extends Campo<ExtraFieldType> {
  /** The source of the options, a name of OPTION_SOURCES: the values are stored with their names. Never in a file. */
  readonly fonte?: string;
  /**
   * Set for a field of a registration step (registrationFields.ts), never in a file: its schema and layout there, `null` if it
   * can only be shown.
   */
  readonly cadastro?: { schema: JsonSchema; ui: UiSchema } | null;
}

/** A file of schemas/fields/. */
export interface ExtraFieldsDefinition {
  formato: typeof CAMPO_FORMAT;
  id: FieldEntity;
  titulo: string;
  descricao?: string;
  /** In display order. */
  campos: ExtraField[];
  testes?: { valores: Record<string, unknown>; espera: 'valido' | { campo: string }[] }[];
}
