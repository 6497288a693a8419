import { isCodes } from '../../contract/records/fieldSchema.ts';
import { ownValue } from '../../contract/records/normalizeRecord.ts';
import type { RecordData, RecordFields } from '../../contract/records/recordField.ts';
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

/** Merges groups field by field: fields that are not given are kept. */
export const withGroups = (fields: RecordFields, { before, given }: PendingRow): RecordData =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      ownValue(fields, key)?.tipo === 'GRUPO' && value !== null
        ? { ...(before?.[key] as object | undefined), ...(value as object) }
        : value,
    ]),
  );
