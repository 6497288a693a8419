import { formatPostalCode } from '../rules/address.ts';
import { formatCalendarDate, isCalendarDate } from '../rules/calendarDate.ts';
import { formatPhone, normalizePhone } from '../rules/contact.ts';
import { decimalPlaces, parseDecimal } from '../rules/decimal.ts';
import { formatDocument, normalizeDocument } from '../rules/documents.ts';
import { formatMoney } from '../rules/format.ts';
import { formatQuantity } from '../rules/quantity.ts';
import type { RecordData, RecordField, RecordFields, RecordFieldType, RecordValue } from './recordField.ts';

/**
 * A value in its one spelling, so that equal things are equal texts: masks gone, decimals canonical, blanks around a
 * text gone. What cannot be read stays as it is, for the judge to refuse. An empty text is no value: `null`.
 */
export function normalizeValue(field: RecordField, value: RecordValue): RecordValue {
  if (value === null || value === undefined) return null;
  const spelled = SPELLINGS[field.tipo]?.(value, field) ?? value;
  return spelled === '' ? null : spelled;
}

const ofText =
  (spell: (text: string) => string): Spelling =>
  (value) =>
    typeof value === 'string' ? spell(value) : value;

/** A sheet and a program may give digits as a number: it has no leading zeros to lose here, or is refused for its length. */
const ofCode =
  (spell: (text: string) => string): Spelling =>
  (value) =>
    typeof value === 'string' || typeof value === 'number' ? spell(String(value)) : value;

const line = ofCode((text) => text.trim().replace(/\s+/g, ' '));

/** Only a mask is taken off: what else stands there is for the judge to see. */
const document = ofCode((text) => (/^[0-9A-Za-z\s./-]*$/.test(text) ? normalizeDocument(text) : text));

const phone = ofCode((text) => (/^[\d\s().+-]*$/.test(text) ? normalizePhone(text) : text));

const decimal = ofCode((text) => parseDecimal(text.trim()) ?? text.trim());

const SPELLINGS: Partial<Record<RecordFieldType, Spelling>> = {
  TEXT: line,
  TEXTAREA: ofText((text) => text.replace(/\r\n?/g, '\n').trim()),
  EMAIL: ofText((text) => text.trim().toLowerCase()),
  TELEFONE: phone,
  CPF: document,
  CNPJ: document,
  DOCUMENTO: document,
  CEP: document,
  CHAVE_NFE: document,
  DECIMAL: decimal,
  DINHEIRO: decimal,
  PERCENTUAL: decimal,
  DATE: ofText((text) => text.trim()),
  SELECT: ofText((text) => text.trim()),
  REFERENCIA: ofCode((text) => text.trim()),
  GRUPO: (value, { campos = {} }) => withoutNulls(asObject(value, (one) => normalizeFields(campos, one))),
  LISTA: (value, { campos = {} }) => {
    if (!Array.isArray(value)) return value;
    // An item is whole: what it does not say is as the field begins.
    const items = value.map((item) =>
      asObject(withoutNulls(asObject(item, (one) => normalizeFields(campos, one))), (one) => ({
        ...standardValues(campos),
        ...one,
      })),
    );
    return items.length > 0 ? items : '';
  },
};

/** Names come from whoever writes: 'constructor' and '__proto__' name nothing that an object has by itself. */
export const ownValue = <T>(data: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(data, key) ? data[key] : undefined;

/** Each given field in its one spelling; fields that the type does not have stay, for the judge to refuse. */
export const normalizeFields = (fields: RecordFields, data: RecordData): Record<string, RecordValue> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const field = ownValue(fields, key);
        return [key, field ? normalizeValue(field, value) : value];
      }),
  );

type Spelling = (value: RecordValue, field: RecordField) => RecordValue;

const asObject = (value: RecordValue, spell: (data: RecordData) => RecordValue): RecordValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? spell(value as RecordData) : value;

/** Within a group or an item nothing is "left as it was": what has no value is not there. */
function withoutNulls(value: RecordValue): RecordValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const left = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return left.length > 0 ? Object.fromEntries(left) : null;
}

/** What a new record has: the standard values of the fields that nothing was said of. */
export const standardValues = (fields: RecordFields): Record<string, RecordValue> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { padrao }]) => (padrao === undefined ? [] : [[key, padrao]])),
  );

/**
 * The record as it will be: what is absent stays, `null` clears (and leaves the standard value, where there is one).
 * A list and a group are replaced as a whole.
 */
export function mergedRecord(
  fields: RecordFields,
  before: RecordData | null,
  given: RecordData,
): Record<string, RecordValue> {
  const merged = new Map(Object.entries(before ?? standardValues(fields)));
  for (const [key, value] of Object.entries(given)) {
    const cleared = ownValue(fields, key)?.padrao;
    if (value !== null) merged.set(key, value);
    else if (cleared !== undefined) merged.set(key, cleared);
    else merged.delete(key);
  }
  return Object.fromEntries(merged);
}

/**
 * The fields in which two records differ; both are in their one spelling. A list is its items, known by their keys:
 * their order is none of its facts.
 */
export const changedFields = (fields: RecordFields, before: RecordData, after: RecordData): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => {
    const [old, fresh, field] = [ownValue(before, key), ownValue(after, key), ownValue(fields, key)];
    // Most of what stands is the very same value.
    return old !== fresh && textOf(field, old) !== textOf(field, fresh);
  });

/** Items of a list are known by their keys, however deep it lies. */
function textOf(field: RecordField | undefined, value: RecordValue): string {
  const { codigo, campos = {} } = field ?? {};
  if (!codigo || !Array.isArray(value)) return canonical(value);
  if (value.length === 0) return canonical(null);
  const itemText = (item: RecordValue) => canonical(item, campos);
  return `[${value.map(itemText).sort().join()}]`;
}

function canonical(value: RecordValue, fields: RecordFields = {}): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${textOf(ownValue(fields, key), one)}`).join()}}`;
}

/** A value as people read it, in a list as in a sheet. '' where there is none. */
export function recordText(field: RecordField, value: unknown, label?: string): string {
  if (value === null || value === undefined) return '';
  if (field.tipo === 'REFERENCIA') return label ?? String(value);
  if (field.opcoes) return field.opcoes.find(({ valor }) => valor === value)?.rotulo ?? String(value);
  if (field.tipo === 'LISTA') return Array.isArray(value) ? String(value.length) : '';
  if (field.tipo === 'GRUPO') return groupText(field, value);
  return TEXTS[field.tipo]?.(String(value)) ?? String(value);
}

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

const groupText = ({ campos = {} }: RecordField, value: unknown): string =>
  Object.entries(campos)
    .map(([key, field]) => recordText(field, (value as Record<string, unknown>)[key]))
    .filter(Boolean)
    .join(', ');
