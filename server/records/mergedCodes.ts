import { EXTERNAL_CODES } from '../../contract/records/recordType.ts';
import type { PendingRow } from './pendingRow.ts';

/** Codes are merged by source: one that is not named stays, `null` takes it away. */
export function withCodes(
  { before, given }: PendingRow,
  merged: Record<string, unknown>,
): Record<string, unknown> {
  const codes = given[EXTERNAL_CODES];
  if (codes === undefined || codes === null || typeof codes !== 'object') return merged;
  const all = { ...((before?.[EXTERNAL_CODES] ?? {}) as object), ...codes };
  const left = Object.entries(all).filter(([, code]) => code !== null && code !== '');
  const { [EXTERNAL_CODES]: _, ...rest } = merged;
  return left.length > 0 ? { ...rest, [EXTERNAL_CODES]: Object.fromEntries(left) } : rest;
}
