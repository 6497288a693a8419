import type { ComponentType } from 'react';
import type { JsonSchema } from '../../../../contract/rules/definitions/definition.ts';
import type { FormOption, WidgetOptions } from '../../../../contract/rules/forms/formDefinition.ts';
import { isPlainObject } from '../store/paths.ts';

/** What every widget is drawn from. */
export interface WidgetProps {
  id: string;
  pointer: string;
  label: string;
  /** Of widgets that choose; those that are typed into look for themselves (useTyped). */
  value?: unknown;
  change: (value: unknown) => void;
  /** What keeps the field from having a value: half a date, a file on its way. */
  setProblem: (text: string | undefined) => void;
  error: string | undefined;
  help: string | undefined;
  /** The schema that holds for the field at present. */
  schema: JsonSchema;
  options: WidgetOptions;
  /** Label of each value of an enum. */
  names: Readonly<Record<string, string>>;
  placeholder: string | undefined;
  required: boolean;
  disabled: boolean;
}

export type Widget = ComponentType<WidgetProps>;

/** The part that every MUI field takes alike. */
export const fieldProps = ({ id, label, error, help, required, disabled }: WidgetProps) => ({
  id,
  label,
  required,
  disabled,
  fullWidth: true,
  error: error !== undefined,
  helperText: error ?? help ?? '',
});

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The options that stand in the schema: an enum, of the value or of the items, with their labels. */
export function choicesOf({ schema, names }: Pick<WidgetProps, 'schema' | 'names'>): FormOption[] {
  const holder = isPlainObject(schema.items) ? schema.items : schema;
  const values = Array.isArray(holder.enum) ? holder.enum : 'const' in holder ? [holder.const] : [];
  return values
    .filter((value) => value !== '' && value !== null)
    .map((value) => ({ valor: String(value), rotulo: names[String(value)] ?? String(value) }));
}

/** An enum may hold numbers and booleans; inputs only know texts. */
export function valueOfChoice(schema: WidgetProps['schema'], text: string): unknown {
  const holder = isPlainObject(schema.items) ? schema.items : schema;
  const values: unknown[] = Array.isArray(holder.enum)
    ? holder.enum
    : 'const' in holder
      ? [holder.const]
      : [];
  return values.find((value) => String(value) === text) ?? text;
}

export const chosenTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A value that is no option any more stays readable where it was chosen. */
export const withChosen = (choices: FormOption[], chosen: readonly string[], names: WidgetProps['names']) => [
  ...choices,
  ...chosen
    .filter((text) => !choices.some(({ valor }) => valor === text))
    .map((text) => ({ valor: text, rotulo: names[text] ?? text, detalhe: 'fora da lista' })),
];
