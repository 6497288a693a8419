import { eq, type SQL, sql } from 'drizzle-orm';
import type { RecordData, RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { branches } from '../../db/tables/index.ts';
import type { KnownAs } from '../../feed/writeFeed.ts';
import type { AuditEntry } from '../../writing/audit.ts';
import { decoded, selected } from '../columns.ts';
import { rowsHiding } from '../hiddenReferences.ts';
import { columnOf, type MappedType, numberKey } from '../mapping.ts';
import type { PendingRow } from './pendingRow.ts';

/** Separates the parts of a natural key with several fields, in the type's order: '10043~VAREJO'. */
export const BETWEEN_PARTS = '~';

/**
 * The natural keys of records, each as one text, by id. For a `reader` who may not see all that a key refers to, the record's
 * number stands in its place.
 */
export async function recordCodes(
  db: Executor,
  mapped: MappedType,
  where: SQL | undefined,
  reader?: User,
): Promise<ReadonlyMap<number, string>> {
  const { type, mapping } = mapped;
  if (mapping.storage) {
    const rows = await mapping.storage.read(db, { where });
    const hiding = reader && (await rowsHiding({ db, user: reader }, mapped, rows, type.codigo));
    return new Map(
      rows.map(({ id, data }) => [
        id,
        hiding?.has(id)
          ? numberKey(id)
          : type.codigo.map((key) => String(data[key] ?? '')).join(BETWEEN_PARTS),
      ]),
    );
  }
  const parts = type.codigo.flatMap((key, index) => {
    const [field, stored] = [type.campos[key], mapping.columns[key]];
    const column = columnOf(stored);
    return field && stored && column ? [{ name: `c${index}`, field, stored, column }] : [];
  });
  const { rows } = await db.execute<{ id: number } & Record<string, unknown>>(sql`
    select ${mapping.table.id} as id, ${sql.join(
      parts.map(({ name, field, column }) => sql`${selected(field, column)} as ${sql.identifier(name)}`),
      sql`, `,
    )}
    from ${mapping.table} where ${where ?? sql`true`}`);
  const text = (row: Record<string, unknown>) =>
    parts
      .map(({ name, field, stored }) => String(decoded(field, stored, row[name]) ?? ''))
      .join(BETWEEN_PARTS);
  return new Map(rows.map((row) => [row.id, text(row)]));
}

/** What the feed reports about a record that is about to be deleted: its code, and the branches whose people could see it. */
export async function goneRecord(db: Executor, mapped: MappedType, id: number): Promise<KnownAs> {
  const code = (await recordCodes(db, mapped, eq(mapped.mapping.table.id, id))).get(id) ?? '';
  return {
    type: mapped.type.chave,
    code,
    branchIds: (await branchesSeeing(db, mapped, [id])).get(id) ?? [],
  };
}

/** The branches whose people see each of the given records; empty if everyone who may read the type sees them. */
export async function branchesSeeing(
  db: Executor,
  { mapping: { table, scope } }: MappedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = new Map<number, number[]>();
  if (!scope || ids.length === 0) return found;
  for (const branch of await db.select({ id: branches.id }).from(branches)) {
    const seen = scope(ofBranch(branch.id)) ?? sql`true`;
    const { rows } = await db.execute<{ id: number }>(
      sql`select ${table.id} as id from ${table} where ${amongIds(table.id, ids)} and ${seen}`,
    );
    for (const { id } of rows) found.set(id, [...(found.get(id) ?? []), branch.id]);
  }
  return found;
}

/** A fictitious user who sees only this branch. */
const ofBranch = (branchId: number): User => ({
  id: 0,
  name: '',
  cpf: '',
  type: 'OPERADOR',
  grants: [],
  branchIds: [branchId],
  customerId: null,
  representativeId: null,
  sessionId: '',
});

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
