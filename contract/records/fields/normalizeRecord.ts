import { formatPostalCode } from '../../rules/contact.ts';
import { decimalPlaces, parseDecimal } from '../../rules/decimal.ts';
import { formatDocument } from '../../rules/documents.ts';
import { chosenOf } from '../../rules/fields/chosenOptions.ts';
import { withoutMask } from '../../rules/fields/fieldValues.ts';
import { formatMoney } from '../../rules/format.ts';
import { isRecord } from '../../rules/jsonRecord.ts';
import { formatPhone, normalizePhone } from '../../rules/phone.ts';
import { isHiddenReference, NO_ACCESS } from '../../rules/privacy/hiddenReference.ts';
import { formatQuantity } from '../../rules/quantity.ts';
import { formatCalendarDate, isCalendarDate } from '../../rules/time/calendarDate.ts';
import { formatInstant } from '../../rules/time/instantText.ts';
import { isUnseen } from '../../rules/titles.ts';
import { judgedRecord } from './judgedRecord.ts';
import type { RecordData, RecordField, RecordFields, RecordFieldType, RecordValue } from './recordField.ts';

/**
 * Normalises a value, so that equal values have equal texts: masks removed, decimals canonical, surrounding blanks removed. A
 * value that cannot be read is left unchanged, for the validator to reject. An empty text is no value: `null`.
 */
export function normalizeValue(field: RecordField, value: RecordValue): RecordValue {
  if (value === null || value === undefined) return null;
  const spelled = NORMALIZERS[field.tipo]?.(value, field) ?? value;
  return spelled === '' ? null : spelled;
}

const ofText =
  (spell: (text: string) => string): Normalizer =>
  (value) =>
    typeof value === 'string' ? spell(value) : value;

/**
 * Sheets and programs may give digits as a number; leading zeros are already lost by then, or the value is rejected for its
 * length.
 */
const ofCode =
  (spell: (text: string) => string): Normalizer =>
  (value) =>
    typeof value === 'string' || typeof value === 'number' ? spell(String(value)) : value;

const line = ofCode((text) => (isUnseen(text) ? '' : text.trim().replace(/\s+/g, ' ')));

const document = ofCode(withoutMask);

const phone = ofCode(normalizePhone);

const decimal = ofCode((text) => parseDecimal(text.trim()) ?? text.trim());

const TEXT: RecordField = { tipo: 'TEXT', titulo: '' };

const NORMALIZERS: Partial<Record<RecordFieldType, Normalizer>> = {
  TEXT: (value, { comMascara }) =>
    comMascara && typeof value === 'string' ? value.replace(/[\s./-]/g, '') : line(value, TEXT),
  TEXTAREA: ofText((text) => (isUnseen(text) ? '' : text.replace(/\r\n?/g, '\n').trim())),
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
  INSTANTE: ofText((text) => text.trim().replace(' ', 'T')),
  SELECT: ofText((text) => text.trim()),
  RADIO: ofText((text) => text.trim()),
  // In the order of the options, so that equal choices are equal values.
  MULTISELECT: (value, { opcoes = [] }) => {
    if (!Array.isArray(value) && typeof value !== 'string') return value;
    const chosen = [...new Set([value].flat().map((one) => (typeof one === 'string' ? one.trim() : one)))];
    const placeOf = (one: unknown) => {
      const place = opcoes.findIndex(({ valor }) => valor === one);
      return place < 0 ? opcoes.length : place;
    };
    const given = chosen.filter((one) => one !== '');
    return given.length > 0 ? given.sort((a, b) => placeOf(a) - placeOf(b)) : '';
  },
  REFERENCIA: ofCode((text) => text.trim()),
  GRUPO: (value, { campos = {} }) => withoutNulls(asObject(value, (one) => normalizeFields(campos, one))),
  LISTA: (value, { campos = {} }) => {
    if (!Array.isArray(value)) return value;
    // An item is always complete: fields that it does not mention get their default.
    const items = value.map((item) =>
      asObject(withoutNulls(asObject(item, (one) => normalizeFields(campos, one))), (one) => ({
        ...standardValues(campos),
        ...one,
      })),
    );
    return items.length > 0 ? items : '';
  },
};

/** Keys come from user input, so 'constructor' and '__proto__' must not find inherited properties. */
export const ownValue = <T>(data: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(data, key) ? data[key] : undefined;

/** Normalises each given field. Fields that the type does not have are kept, for the validator to reject. */
export function normalizeFields(fields: RecordFields, data: RecordData): Record<string, RecordValue> {
  const normalized: Record<string, RecordValue> = {};
  for (const [key, value] of Object.entries(data)) {
    if (value === undefined) continue;
    const field = ownValue(fields, key);
    put(normalized, key, field ? normalizeValue(field, value) : value);
  }
  return normalized;
}

/** Like an assignment, but for '__proto__' too, since keys come from user input. */
function put(data: Record<string, RecordValue>, key: string, value: RecordValue) {
  if (key !== '__proto__') data[key] = value;
  else Object.defineProperty(data, key, { value, writable: true, enumerable: true, configurable: true });
}

type Normalizer = (value: RecordValue, field: RecordField) => RecordValue;

const asObject = (value: RecordValue, spell: (data: RecordData) => RecordValue): RecordValue =>
  isRecord(value) ? spell(value as RecordData) : value;

/** Within a group or an item, nothing can be "left as it was": a field without a value is omitted. */
function withoutNulls(value: RecordValue): RecordValue {
  if (!isRecord(value)) return value;
  const left = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return left.length > 0 ? Object.fromEntries(left) : null;
}

const standards = new WeakMap<RecordFields, Readonly<Record<string, RecordValue>>>();

/** The default values of a new record, for fields that were not given. */
export function standardValues(fields: RecordFields): Readonly<Record<string, RecordValue>> {
  const cachedDefaults = standards.get(fields);
  if (cachedDefaults) return cachedDefaults;
  const defaults = Object.fromEntries(
    Object.entries(fields).flatMap(([key, { padrao }]) => (padrao === undefined ? [] : [[key, padrao]])),
  );
  standards.set(fields, Object.freeze(defaults));
  return defaults;
}

/**
 * The resulting record: absent fields are kept, and `null` clears a field (to its default, if it has one). Lists and groups
 * are replaced as a whole. What conditions hide is left out, and what was given for a formula is replaced by its result.
 */
export function mergedRecord(
  fields: RecordFields,
  before: RecordData | null,
  given: RecordData,
): Record<string, RecordValue> {
  const merged: Record<string, RecordValue> = { ...(before ?? standardValues(fields)) };
  for (const [key, value] of Object.entries(given)) {
    const stored = value === null ? ownValue(fields, key)?.padrao : value;
    if (value === null && stored === undefined) delete merged[key];
    else put(merged, key, stored);
  }
  return judgedRecord(fields, merged);
}

/**
 * The fields in which two normalised records differ. List items are identified by their keys, and their order does not
 * matter.
 */
export function changedFields(fields: RecordFields, before: RecordData, after: RecordData): string[] {
  const changed: string[] = [];
  for (const key of Object.keys(before)) if (isChanged(fields, before, after, key)) changed.push(key);
  for (const key of Object.keys(after))
    if (!Object.hasOwn(before, key) && isChanged(fields, before, after, key)) changed.push(key);
  return changed;
}

function isChanged(fields: RecordFields, before: RecordData, after: RecordData, key: string): boolean {
  const [old, fresh] = [ownValue(before, key), ownValue(after, key)];
  // Most unchanged fields hold the identical value.
  if (old === fresh) return false;
  if (isPlain(old) && isPlain(fresh)) return (old ?? null) !== (fresh ?? null);
  const field = ownValue(fields, key);
  return textOf(field, old) !== textOf(field, fresh);
}

const isPlain = (value: RecordValue): boolean => typeof value !== 'object' || value === null;

/** Identifies list items by their keys at any depth. */
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

/** A value as people read it, in a list or a sheet; '' when there is none. */
export function recordText(field: RecordField, value: unknown, label?: string): string {
  if (value === null || value === undefined) return '';
  if (field.tipo === 'REFERENCIA') return label ?? (isHiddenReference(value) ? NO_ACCESS : String(value));
  if (field.tipo === 'MULTISELECT')
    return chosenOf(value)
      .map((one) => field.opcoes?.find(({ valor }) => valor === one)?.rotulo ?? one)
      .join(', ');
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
  INSTANTE: formatInstant,
  DECIMAL: formatQuantity,
  DINHEIRO: (text) => formatMoney(text, Math.max(2, decimalPlaces(text))),
  PERCENTUAL: (text) => `${formatQuantity(text)}%`,
};

const groupText = ({ campos = {} }: RecordField, value: unknown): string =>
  Object.entries(campos)
    .map(([key, field]) => recordText(field, (value as Record<string, unknown>)[key]))
    .filter(Boolean)
    .join(', ');
