import { formatCalendarDate, isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../contract/rules/format.ts';

/** A field's value as a sentence can hold it; what no plain word tells is told by its form. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(vazio)';
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (Array.isArray(value)) return listText(value);
  if (typeof value === 'object') return namedText(value as Record<string, unknown>);
  const text = String(value);
  if (isCalendarDate(text)) return formatCalendarDate(text);
  // A rich text is compared by its words.
  return /<\w+[^>]*>/.test(text)
    ? text
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : text;
}

const NAMES = ['nome', 'desc', 'descricao', 'label', 'titulo', 'valor'];

function namedText(value: Record<string, unknown>): string {
  const name = NAMES.map((key) => value[key]).find((each) => typeof each === 'string' && each !== '');
  if (typeof name === 'string') return name;
  const parts = Object.values(value).filter((each) => each !== null && each !== '');
  return parts.length === 0 ? '(vazio)' : parts.map(shownValue).join(', ');
}

function listText(values: readonly unknown[]): string {
  if (values.length === 0) return '(vazio)';
  return values.length > 8 ? formatCount(values.length, 'item', 'itens') : values.map(shownValue).join(', ');
}
