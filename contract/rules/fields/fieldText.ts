import { formatCalendarDate, isCalendarDate } from '../calendarDate.ts';
import { decimalPlaces, parseDecimal } from '../decimal.ts';
import { formatMoney, formatNumber } from '../format.ts';
import { formatPhone } from '../phone.ts';
import type { ExtraField } from './extraFields.ts';
import { chosenOf } from './fieldOptions.ts';
import { decimalsOf } from './fieldSchema.ts';
import { presentValue } from './fieldValues.ts';

/** A value in words for people; '' for none. Archived options keep their label, unknown ones their value. */
export function fieldText(field: ExtraField, stored: unknown): string {
  const value = presentValue(field, stored);
  if (value === undefined) return '';
  switch (field.tipo) {
    case 'SELECT':
    case 'RADIO':
    case 'MULTISELECT':
      return chosenOf(value)
        .map((each) => field.opcoes?.find(({ valor }) => valor === each)?.rotulo ?? each)
        .join(', ');
    case 'CHECKBOX':
      return value === true ? 'Sim' : 'Não';
    case 'DATE':
      return typeof value === 'string' && isCalendarDate(value) ? formatCalendarDate(value) : String(value);
    case 'TELEFONE':
      return formatPhone(String(value));
    case 'INTEIRO':
    case 'DECIMAL':
    case 'DINHEIRO':
      return numberText(field, String(value));
    default:
      return String(value);
  }
}

function numberText(field: ExtraField, text: string): string {
  const value = parseDecimal(text);
  if (value === null) return text;
  if (field.tipo === 'INTEIRO') return formatNumber(value, 0);
  // Digits that a narrower rule would not take any more are shown all the same.
  const places = Math.max(decimalsOf(field), decimalPlaces(value));
  return field.tipo === 'DINHEIRO' ? formatMoney(value, places) : formatNumber(value, places);
}
