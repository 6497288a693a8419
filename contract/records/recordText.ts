import { formatPostalCode } from '../rules/address.ts';
import { formatCalendarDate, isCalendarDate } from '../rules/calendarDate.ts';
import { decimalPlaces } from '../rules/decimal.ts';
import { formatDocument } from '../rules/documents.ts';
import { formatMoney } from '../rules/format.ts';
import { formatPhone } from '../rules/phone.ts';
import { formatQuantity } from '../rules/quantity.ts';
import type { RecordField, RecordFieldType } from './recordField.ts';

/** A value as people read it, in a list as in a sheet. '' where there is none. */
export function recordText(field: RecordField, value: unknown, label?: string): string {
  if (value === null || value === undefined) return '';
  if (field.tipo === 'REFERENCIA') return label ?? String(value);
  if (field.opcoes) return field.opcoes.find(({ valor }) => valor === value)?.rotulo ?? String(value);
  if (field.tipo === 'LISTA') return Array.isArray(value) ? String(value.length) : '';
  if (field.tipo === 'GRUPO') return groupText(field, value);
  return TEXTS[field.tipo]?.(String(value)) ?? String(value);
}

const groupText = ({ campos = {} }: RecordField, value: unknown): string =>
  Object.entries(campos)
    .map(([key, field]) => recordText(field, (value as Record<string, unknown>)[key]))
    .filter(Boolean)
    .join(', ');

const TEXTS: Partial<Record<RecordFieldType, (text: string) => string>> = {
  CHECKBOX: (text) => (text === 'true' ? 'Sim' : 'Não'),
  CPF: formatDocument,
  CNPJ: formatDocument,
  DOCUMENTO: formatDocument,
  CEP: formatPostalCode,
  TELEFONE: formatPhone,
  DATE: (text) => (isCalendarDate(text) ? formatCalendarDate(text) : text),
  DECIMAL: formatQuantity,
  DINHEIRO: (text) => formatMoney(text, Math.max(2, decimalPlaces(text))),
  PERCENTUAL: (text) => `${formatQuantity(text)}%`,
};
