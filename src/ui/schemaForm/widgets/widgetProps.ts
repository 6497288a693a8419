import type { ComponentType } from 'react';
import type { JsonSchema } from '../../../../contract/rules/definitions/definition.ts';
import type { WidgetOptions } from '../../../../contract/rules/forms/formDefinition.ts';

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
