import type { JsonSchema } from '../definitions/definition.ts';

/**
 * How a form is drawn: RJSF's uiSchema, names only, never functions (FORMS.md 15). Keys used: `ui:widget`,
 * `ui:options`, `ui:order`, `ui:help`, `ui:placeholder`, `ui:enumNames` (record value → label), `ui:field`.
 */
export type UiSchema = { readonly [key: string]: unknown };

/** The widgets that a uiSchema may name; `schemaForm` has one component for each. */
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
 * OPTION_SOURCES, `dependeDe` the fields of the same form whose values go along (a change of one empties this field),
 * as `optionDependency.ts` reads them.
 * `period`: `dias` moves the other end. `file`: `maximo` (files), `tipos` (extensions).
 */
export interface WidgetOptions {
  origem?: string;
  dependeDe?: readonly string[];
  dias?: number;
  maximo?: number;
  tipos?: readonly string[];
  casas?: number;
  /** Takes the whole width where the form has two columns. */
  largo?: boolean;
}

/**
 * A form as the browser gets it. `validador` is the address of an ES module (ajv, standalone) that was compiled from
 * just this schema, so the same code judges on both sides and no eval is needed (FORMS.md 9).
 */
export interface FormDefinition {
  schema: JsonSchema;
  ui: UiSchema;
  validador: string;
}

/** A choice that a source of options answers. */
export interface FormOption {
  valor: string;
  rotulo: string;
  /** Second line, in grey. */
  detalhe?: string;
}
