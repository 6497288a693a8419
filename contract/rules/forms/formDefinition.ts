import type { JsonSchema } from '../definitions/definition.ts';

/**
 * Layout of a form: RJSF's uiSchema, with names only and never functions (FORMS.md 15). Keys used: `ui:widget`, `ui:options`,
 * `ui:order`, `ui:help`, `ui:placeholder`, `ui:enumNames` (record value → label), `ui:field`.
 */
export type UiSchema = { readonly [key: string]: unknown };

/** The widgets that a uiSchema may name; `schemaForm` has a component for each. */
export const FORM_WIDGETS = [
  'text',
  'textarea',
  'email',
  'cpf',
  'cnpj',
  'cpfCnpj',
  'cep',
  'phone',
  'cnae',
  'number',
  'integer',
  'money',
  'percent',
  'date',
  'period',
  'select',
  'radio',
  'multiselect',
  'checkbox',
  'checkboxes',
  'autocomplete',
  'file',
  'hidden',
] as const;
export type FormWidget = (typeof FORM_WIDGETS)[number];

/**
 * `ui:options` of select, multiselect and autocomplete whose options come from the server: `origem` is a name of
 * OPTION_SOURCES, `dependeDe` the fields of the same form whose values are sent along (changing one clears this field), as
 * interpreted by `optionDependency.ts`. `period`: `dias` moves the other end. `file`: `maximo` (files), `tipos` (extensions).
 */
export interface WidgetOptions {
  origem?: string;
  dependeDe?: readonly string[];
  dias?: number;
  maximo?: number;
  tipos?: readonly string[];
  casas?: number;
  /** Takes up the full width where the form has two columns. */
  largo?: boolean;
}

/**
 * A form as sent to the browser. `validador` is the address of an ES module (ajv, standalone) compiled from exactly this
 * schema, so that both sides validate with the same code and no eval is needed (FORMS.md 9).
 */
export interface FormDefinition {
  schema: JsonSchema;
  ui: UiSchema;
  validador: string;
}

/** A choice returned by an option source. */
export interface FormOption {
  valor: string;
  rotulo: string;
  /** Second line, in grey. */
  detalhe?: string;
}
