import type { FormWidget } from '../forms/formDefinition.ts';
import type { ExtraFieldType } from './extraFields.ts';

interface FieldType {
  /** What people call it. */
  label: string;
  widget: FormWidget;
  options?: true;
  /** Values that are numbers; DECIMAL and DINHEIRO travel as exact text. */
  number?: true;
  /** What a filter asks: one of several values, or a span. TEXTAREA cannot be filtered. */
  filter: 'VALOR' | 'FAIXA' | null;
  /** Types that a published field may become without touching what is stored. */
  mayBecome: readonly ExtraFieldType[];
}

export const fieldTypes: Readonly<Record<ExtraFieldType, FieldType>> = {
  TEXT: { label: 'Texto', widget: 'text', filter: 'VALOR', mayBecome: ['TEXTAREA'] },
  TEXTAREA: { label: 'Texto longo', widget: 'textarea', filter: null, mayBecome: ['TEXT'] },
  INTEIRO: {
    label: 'Número inteiro',
    widget: 'integer',
    number: true,
    filter: 'FAIXA',
    mayBecome: ['DECIMAL'],
  },
  DECIMAL: { label: 'Número com casas', widget: 'number', number: true, filter: 'FAIXA', mayBecome: [] },
  DINHEIRO: { label: 'Valor em reais', widget: 'money', number: true, filter: 'FAIXA', mayBecome: [] },
  DATE: { label: 'Data', widget: 'date', filter: 'FAIXA', mayBecome: [] },
  SELECT: {
    label: 'Lista',
    widget: 'select',
    options: true,
    filter: 'VALOR',
    mayBecome: ['RADIO', 'MULTISELECT'],
  },
  RADIO: {
    label: 'Opções à vista',
    widget: 'radio',
    options: true,
    filter: 'VALOR',
    mayBecome: ['SELECT', 'MULTISELECT'],
  },
  MULTISELECT: {
    label: 'Várias escolhas',
    widget: 'multiselect',
    options: true,
    filter: 'VALOR',
    mayBecome: [],
  },
  CHECKBOX: { label: 'Sim ou não', widget: 'checkbox', filter: 'VALOR', mayBecome: [] },
  EMAIL: { label: 'E-mail', widget: 'email', filter: 'VALOR', mayBecome: [] },
  TELEFONE: { label: 'Telefone', widget: 'phone', filter: 'VALOR', mayBecome: [] },
};
