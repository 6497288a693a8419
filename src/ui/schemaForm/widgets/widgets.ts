import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { FormWidget } from '#contract/rules/forms/formDefinition.ts';
import { isPeriod, isPlainObject } from '../store/paths.ts';
import { CheckboxesWidget, CheckboxWidget, RadioWidget } from './ChoiceWidgets.tsx';
import { DateWidget, InstantWidget, PeriodWidget } from './DateWidgets.tsx';
import {
  CepWidget,
  CnaeWidget,
  CnpjWidget,
  CpfCnpjWidget,
  CpfWidget,
  EmailWidget,
  FileWidget,
  IntegerWidget,
  MoneyWidget,
  NumberWidget,
  PercentWidget,
  PhoneWidget,
  TextareaWidget,
  TextWidget,
} from './InputWidgets.tsx';
import { MultiselectWidget, OptionsWidget, SelectWidget } from './SelectWidgets.tsx';
import type { Widget } from './widgetProps.ts';

/** The component for each widget name that a definition may use (contract/rules/forms/formDefinition.ts). */
export const WIDGETS: Readonly<Record<Exclude<FormWidget, 'hidden'>, Widget>> = {
  text: TextWidget,
  textarea: TextareaWidget,
  email: EmailWidget,
  cpf: CpfWidget,
  cnpj: CnpjWidget,
  cpfCnpj: CpfCnpjWidget,
  cep: CepWidget,
  phone: PhoneWidget,
  cnae: CnaeWidget,
  number: NumberWidget,
  integer: IntegerWidget,
  money: MoneyWidget,
  percent: PercentWidget,
  date: DateWidget,
  instant: InstantWidget,
  period: PeriodWidget,
  select: SelectWidget,
  radio: RadioWidget,
  multiselect: MultiselectWidget,
  checkbox: CheckboxWidget,
  checkboxes: CheckboxesWidget,
  autocomplete: OptionsWidget,
  file: FileWidget,
};

/** Widgets whose single value is an object or a list, which RJSF would otherwise split into fields. */
const WHOLE = new Set(['period', 'file', 'multiselect', 'checkboxes', 'autocomplete', 'select', 'hidden']);

/** A field's widget; without one in the definition, the default for its type. `null` for a group. */
export function widgetNameOf(schema: JsonSchema, ui: unknown): FormWidget | null {
  const named = isPlainObject(ui) ? (ui['ui:widget'] as FormWidget | undefined) : undefined;
  const type = String([schema.type].flat()[0]);
  const isWhole = type === 'object' || type === 'array';
  if (named) {
    if (named === 'select' && type === 'array') return 'multiselect';
    return isWhole && !WHOLE.has(named) ? standardOf(schema, type) : named;
  }
  return standardOf(schema, type);
}

function standardOf(schema: JsonSchema, type: string): FormWidget | null {
  if (type === 'object')
    return isPlainObject(schema.properties) && isPeriod(schema.properties) ? 'period' : null;
  if (type === 'array') return isPlainObject(schema.items) && 'enum' in schema.items ? 'multiselect' : null;
  if (type === 'boolean') return 'checkbox';
  if ('enum' in schema) return 'select';
  if (type === 'integer' || type === 'number') return type;
  const byFormat: Partial<Record<string, FormWidget>> = {
    date: 'date',
    instant: 'instant',
    email: 'email',
    cpf: 'cpf',
    cnpj: 'cnpj',
    cpfCnpj: 'cpfCnpj',
    cep: 'cep',
    phone: 'phone',
    cnae: 'cnae',
    decimal: 'number',
  };
  return byFormat[String(schema.format)] ?? 'text';
}
