import type { ComponentType } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { listedValues } from '#contract/rules/forms/alternatives.ts';
import type { FormOption, WidgetOptions } from '#contract/rules/forms/formDefinition.ts';
import { isPlainObject } from '../store/paths.ts';

/** Props of every widget. */
export interface WidgetProps {
  id: string;
  pointer: string;
  label: string;
  /** Only for selection widgets; text widgets read the value themselves (useBufferedInput). */
  value?: unknown;
  change: (value: unknown) => void;
  /** Sets what prevents the field from having a value: an incomplete date, a pending upload. */
  setProblem: (text: string | undefined) => void;
  error: string | undefined;
  help: string | undefined;
  /** The schema that currently applies to the field. */
  schema: JsonSchema;
  options: WidgetOptions;
  /** The label of each value of an enum. */
  names: Readonly<Record<string, string>>;
  placeholder: string | undefined;
  required: boolean;
  disabled: boolean;
}

export type Widget = ComponentType<WidgetProps>;

/** Props shared by all MUI fields. */
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

/** The options in the schema: an enum of the value or of its items, with labels. */
export function choicesOf({ schema, names }: Pick<WidgetProps, 'schema' | 'names'>): FormOption[] {
  const holder = isPlainObject(schema.items) ? schema.items : schema;
  return listedValues(holder)
    .filter(({ value }) => value !== '' && value !== null)
    .map(({ value }) => ({ valor: String(value), rotulo: names[String(value)] ?? String(value) }));
}

/** An enum may contain numbers and booleans, while inputs only handle strings. */
export function valueOfChoice(schema: WidgetProps['schema'], text: string): unknown {
  const holder = isPlainObject(schema.items) ? schema.items : schema;
  return listedValues(holder).find(({ value }) => String(value) === text)?.value ?? text;
}

export const chosenTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A selected value that is no longer an option stays readable. */
export const withChosen = (choices: FormOption[], chosen: readonly string[], names: WidgetProps['names']) => [
  ...choices,
  ...chosen
    .filter((text) => !choices.some(({ valor }) => valor === text))
    .map((text) => ({ valor: text, rotulo: names[text] ?? text, detalhe: 'fora da lista' })),
];
