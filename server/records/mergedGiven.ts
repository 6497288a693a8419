import { isCodes } from '../../contract/records/fieldSchema.ts';
import { normalizeFields, ownValue } from '../../contract/records/normalizeRecord.ts';
import type { RecordData, RecordFields, RecordValue } from '../../contract/records/recordField.ts';
import { EXTERNAL_CODES } from '../../contract/records/recordType.ts';
import type { PendingRow } from './pendingRow.ts';

/** Merges external codes by source: a source that is not given is kept, and `null` removes it. */
export function withCodes(
  { before, given }: PendingRow,
  merged: Record<string, unknown>,
): Record<string, unknown> {
  const codes = given[EXTERNAL_CODES];
  if (!isCodes(codes)) return merged;
  const all = { ...((before?.[EXTERNAL_CODES] ?? {}) as object), ...codes };
  const left = Object.entries(all).filter(([, code]) => code !== null && code !== '');
  const { [EXTERNAL_CODES]: _, ...rest } = merged;
  return left.length > 0 ? { ...rest, [EXTERNAL_CODES]: Object.fromEntries(left) } : rest;
}

/** Merges groups field by field: fields that are not given are kept, `null` clears. */
export const withGroups = (fields: RecordFields, { before, given }: PendingRow): RecordData =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (ownValue(fields, key)?.tipo !== 'GRUPO' || !isObject(value)) return [key, value];
      const stood = before?.[key] as RecordData | undefined;
      const parts = { ...stood, ...value };
      const left = Object.entries(parts).filter(([, part]) => part !== null);
      return [key, left.length > 0 || stood ? Object.fromEntries(left) : null];
    }),
  );

/** Each given field in its one spelling, where groups are merged: what a row says of one is no group without the rest. */
export const normalizeParts = (fields: RecordFields, data: RecordData): RecordData =>
  Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const field = ownValue(fields, key);
      return field?.tipo === 'GRUPO' && isObject(value)
        ? [[key, normalizeFields(field.campos ?? {}, value)]]
        : Object.entries(normalizeFields(fields, { [key]: value }));
    }),
  );

const isObject = (value: RecordValue): value is RecordData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
