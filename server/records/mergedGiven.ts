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
export function withGroups(fields: RecordFields, { before, given }: PendingRow): RecordData {
  const groups = groupsIn(fields, given);
  if (groups.length === 0) return given;
  const merged: Record<string, RecordValue> = { ...given };
  for (const key of groups) {
    const stood = before?.[key] as RecordData | undefined;
    const parts = { ...stood, ...(given[key] as RecordData) };
    const left = Object.entries(parts).filter(([, part]) => part !== null);
    merged[key] = left.length > 0 || stood ? Object.fromEntries(left) : null;
  }
  return merged;
}

/** Each given field in its one spelling, where groups are merged: what a row says of one is no group without the rest. */
export function normalizeParts(fields: RecordFields, data: RecordData): RecordData {
  const groups = groupsIn(fields, data);
  if (groups.length === 0) return normalizeFields(fields, data);
  const rest = Object.fromEntries(Object.entries(data).filter(([key]) => !groups.includes(key)));
  const parts = groups.map((key) => [
    key,
    normalizeFields(fields[key]?.campos ?? {}, data[key] as RecordData),
  ]);
  return { ...normalizeFields(fields, rest), ...Object.fromEntries(parts) };
}

/** The given fields that are groups. */
const groupsIn = (fields: RecordFields, given: RecordData): string[] =>
  Object.keys(given).filter((key) => ownValue(fields, key)?.tipo === 'GRUPO' && isObject(given[key]));

const isObject = (value: RecordValue): value is RecordData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
