import type { RecordData, RecordField, RecordFields } from '../../contract/records/recordField.ts';
import type { AuditEntry } from '../audit.ts';
import type { MappedType } from './mapping.ts';
import type { PendingRow } from './pendingRow.ts';
import { BETWEEN_PARTS } from './recordCode.ts';

/** The audit entry for a written row: only what it changed, without confidential fields. */
export function auditEntry(
  { type, mapping }: MappedType,
  { before, after, id = 0 }: PendingRow,
  changed: readonly string[],
): AuditEntry {
  const part = (data: RecordData) =>
    auditedFields(
      type.campos,
      Object.fromEntries(changed.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]]))),
    );
  return {
    action: before ? 'ALTERAR' : 'CRIAR',
    entity: mapping.entity,
    entityId: id,
    ...(before && { before: part(before) }),
    after: part(after),
    knownAs: {
      type: type.chave,
      code: type.codigo.map((key) => String(after[key] ?? '')).join(BETWEEN_PARTS),
    },
  };
}

/** The fields of a record without the confidential ones. */
export const auditedFields = (fields: RecordFields, data: RecordData): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => !fields[key]?.sigiloso)
      .map(([key, value]) => [key, auditedValue(fields[key], value)]),
  );

function auditedValue(field: RecordField | undefined, value: unknown): unknown {
  const { campos } = field ?? {};
  if (!campos || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? value.map((item) => auditedFields(campos, item))
    : auditedFields(campos, value as RecordData);
}
