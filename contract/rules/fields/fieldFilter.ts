import { isCalendarDate } from '../calendarDate.ts';
import { parseBrazilianDecimal, parseDecimal } from '../decimal.ts';
import type { ExtraField } from './extraFields.ts';
import { fieldTypes } from './fieldSchema.ts';

/** What a list is filtered by, as texts: `rota:SUL`, `limiteVisitas:1..4`, `retornarEm:2026-11-01..`. */
export type FieldFilterText = string;

export type FieldFilter =
  | { kind: 'VALOR'; key: string; values: string[] }
  | { kind: 'FAIXA'; key: string; from: string; to: string };

const NUMBER = '(-?\\d[\\d.,]*)';
const BETWEEN = new RegExp(`^${NUMBER}\\s*(?:a|até|-)\\s*${NUMBER}$`, 'i');
const FROM = new RegExp(`^(?:a partir de|desde|de|>=?)\\s*${NUMBER}$`, 'i');
const UNTIL = new RegExp(`^(?:até|<=?)\\s*${NUMBER}$`, 'i');

/** The span that a text says, also as people type it: '3', '1 a 4', 'até 4', 'a partir de 2'; an open end is ''. */
export function readSpan(text: string): { from: string; to: string } {
  const typed = text.trim();
  if (typed.includes('..')) {
    const [from = '', to = ''] = typed.split('..', 2);
    return { from: plain(from), to: plain(to) };
  }
  const between = BETWEEN.exec(typed);
  if (between && !isCalendarDate(typed)) return { from: plain(between[1]), to: plain(between[2]) };
  const from = FROM.exec(typed);
  if (from) return { from: plain(from[1]), to: '' };
  const until = UNTIL.exec(typed);
  return until ? { from: '', to: plain(until[1]) } : { from: plain(typed), to: plain(typed) };
}

/** Numbers as the wire has them; anything else as it is. */
const plain = (text = ''): string => parseDecimal(text) ?? parseBrazilianDecimal(text) ?? text;

export const spanText = (from: string, to: string): string => (from || to ? `${from}..${to}` : '');

/**
 * Reads the filters that the fields allow. Several values of one field are alternatives. What names no filterable
 * field, or no value that it could have, is answered in `refused`.
 */
export function readFieldFilters(
  campos: readonly ExtraField[],
  texts: readonly FieldFilterText[],
): { filters: FieldFilter[]; refused: string[] } {
  const filters: FieldFilter[] = [];
  const refused: string[] = [];
  for (const text of texts) {
    const at = text.indexOf(':');
    const [key, said] = [text.slice(0, at), text.slice(at + 1)];
    const field = campos.find(({ chave, filtravel, arquivado }) => chave === key && filtravel && !arquivado);
    const kind = field && fieldTypes[field.tipo].filter;
    if (at < 1 || !said || !field || !kind) refused.push(text);
    else if (kind === 'VALOR') addValue(filters, key, said);
    else if (isSpan(field, said)) filters.push({ kind, key, ...readSpan(said) });
    else refused.push(text);
  }
  return { filters, refused };
}

function addValue(filters: FieldFilter[], key: string, value: string) {
  const known = filters.find((each) => each.key === key);
  if (known?.kind === 'VALOR') known.values.push(value);
  else filters.push({ kind: 'VALOR', key, values: [value] });
}

function isSpan({ tipo }: ExtraField, text: string): boolean {
  const { from, to } = readSpan(text);
  const good = (end: string) =>
    end === '' || (tipo === 'DATE' ? isCalendarDate(end) : end.length <= 24 && parseDecimal(end) !== null);
  return good(from) && good(to) && Boolean(from || to);
}
