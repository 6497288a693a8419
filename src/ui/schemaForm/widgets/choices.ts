import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { isPlainObject } from '../store/paths.ts';
import type { WidgetProps } from './widgetProps.ts';

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
