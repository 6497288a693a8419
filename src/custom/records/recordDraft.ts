import { codeLines, codesOf } from '../../../contract/records/fieldSchema.ts';
import { recordText, standardValues } from '../../../contract/records/normalizeRecord.ts';
import type { RecordField, RecordFields } from '../../../contract/records/recordField.ts';
import { EXTERNAL_CODES } from '../../../contract/records/recordType.ts';
import type { RecordTypeView, StoredRecord } from '../../../contract/records/routes.ts';
import type { FieldChecks } from '../../../contract/rules/draftReading.ts';

/** A record being edited: every field is present, with `null` for an empty one. */
export type WrittenRecord = Record<string, unknown>;

const fieldsOf = (type: RecordTypeView) => type.campos as RecordFields;

/** The empty value of a field: lists and groups start as empty containers. */
const nothing = ({ tipo }: RecordField): unknown => (tipo === 'LISTA' ? [] : tipo === 'GRUPO' ? {} : null);

const withEveryField = (type: RecordTypeView, data: Record<string, unknown>): WrittenRecord => ({
  ...Object.fromEntries(
    Object.entries(fieldsOf(type)).map(([key, field]) => [key, data[key] ?? nothing(field)]),
  ),
  [EXTERNAL_CODES]: data[EXTERNAL_CODES] ?? [],
});

export const writtenOf = (type: RecordTypeView, record: StoredRecord): WrittenRecord =>
  withEveryField(type, { ...record, [EXTERNAL_CODES]: codeLines(record[EXTERNAL_CODES]) });

export const emptyRecord = (type: RecordTypeView): WrittenRecord =>
  withEveryField(type, standardValues(fieldsOf(type)));

/** The form's representation, without the keys of empty fields. */
export const formValue = (written: WrittenRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));

export const writtenForm = (type: RecordTypeView, value: Record<string, unknown>): WrittenRecord =>
  withEveryField(type, value);

/**
 * The request body, with `null` for an empty field. For an existing record only edited fields are sent, so that what another
 * user changed elsewhere meanwhile is preserved.
 */
export function sentRecord(type: RecordTypeView, written: WrittenRecord, record: StoredRecord | undefined) {
  const read = record && writtenOf(type, record);
  const changed = Object.entries(written).filter(([key, value]) => !read || !isSame(value, read[key]));
  const dados = Object.fromEntries(changed);
  if (EXTERNAL_CODES in dados)
    dados[EXTERNAL_CODES] = codesOf(written[EXTERNAL_CODES], record?.[EXTERNAL_CODES]);
  return { dados };
}

/** Deep equality that ignores key order and empty values, because a form orders a group's fields in its own way. */
export const isSame = (a: unknown, b: unknown): boolean => held(a) === held(b);

function held(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(held).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .map(([key, one]) => [key, held(one)] as const)
    .filter(([, one]) => one !== 'null')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? 'null' : `{${entries.map((pair) => pair.join(':')).join()}}`;
}

/** The shape that a stored draft's value must have to fit its field. */
export const draftChecks = (type: RecordTypeView): FieldChecks<WrittenRecord> => ({
  ...Object.fromEntries(
    Object.entries(fieldsOf(type)).map(([key, { tipo }]) => [key, (value: unknown) => fits(tipo, value)]),
  ),
  [EXTERNAL_CODES]: (value) => fits('LISTA', value),
});

function fits(tipo: RecordField['tipo'], value: unknown): boolean {
  if (tipo === 'LISTA') return Array.isArray(value);
  if (tipo === 'GRUPO') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return value === null || typeof value !== 'object';
}

/** The field labels and value formatting for the conflict view. */
export const fieldWords = (type: RecordTypeView) =>
  Object.fromEntries(
    Object.entries(fieldsOf(type)).map(([key, field]) => [
      key,
      { label: field.titulo, show: (value: unknown) => recordText(field, value) || '(vazio)' },
    ]),
  );
