import { eq, sql } from 'drizzle-orm';
import { mayBeOwned, ownerOf } from '../../contract/records/fieldOwners.ts';
import { changedFields, mergedRecord } from '../../contract/records/normalizeRecord.ts';
import type { FieldOwner, RecordData } from '../../contract/records/recordField.ts';
import type { AnyRecordType } from '../../contract/records/recordType.ts';
import { LOCKS } from '../db/advisoryLock.ts';
import type { Executor, Tx } from '../db/client.ts';
import { recordOwners } from '../db/tables/index.ts';
import { invalid } from '../errors.ts';
import type { MappedType } from './mapping.ts';
import type { PendingRow } from './pendingRow.ts';

/** Where a write comes from: `ERP` stands for calls of other systems and imported files. */
export type Writer = 'CONSOLE' | 'ERP';

/** The fields that only one side may write. */
export type FieldOwners = ReadonlyMap<string, Exclude<FieldOwner, 'AMBOS'>>;

/** The current owners; a writing transaction uses `fieldOwnersOf`. */
export async function fieldOwners(db: Executor, { type, mapping }: MappedType): Promise<FieldOwners> {
  // For a custom type the definition decides, and `storage.hold` locks that.
  if (mapping.storage) return ownersOf(type, {});
  const [row] = await db
    .select({ owners: recordOwners.owners })
    .from(recordOwners)
    .where(eq(recordOwners.type, type.chave));
  return ownersOf(type, row?.owners ?? {});
}

const ownersOf = (type: AnyRecordType, decided: Readonly<Record<string, FieldOwner>>): FieldOwners =>
  new Map(
    Object.entries(type.campos).flatMap(([key, field]) => {
      const owner = decided[key] ?? ownerOf(field);
      return owner === 'AMBOS' || !mayBeOwned(type, key) ? [] : [[key, owner] as const];
    }),
  );

/**
 * Locks the owners until the transaction ends, so that nothing is written by rules that an administrator has changed since.
 */
export async function fieldOwnersOf(tx: Tx, mapped: MappedType): Promise<FieldOwners> {
  if (!mapped.mapping.storage)
    await tx.execute(
      sql`select pg_advisory_xact_lock_shared(${LOCKS.fieldOwners}, hashtext(${mapped.type.chave}))`,
    );
  return fieldOwners(tx, mapped);
}

/** Drops from the row of an existing record what an ERP sends for fields that the console owns. */
export function keepOwnFields(
  { campos }: AnyRecordType,
  row: PendingRow,
  owners: FieldOwners,
  given: RecordData,
): void {
  const own = [...owners].flatMap(([key, owner]) => (owner === 'CONSOLE' ? [key] : []));
  if (own.length === 0) return;
  const before = row.before ?? {};
  const differs = new Set(changedFields(campos, before, mergedRecord(campos, before, given)));
  for (const key of own) if (row.dropField(key) || differs.has(key)) row.keptFields.add(key);
}

const OF_THE_ERP = 'Este campo vem do ERP e só muda por lá.';

/** Rejects what a console user enters for fields that the ERP owns. */
export function refuseOwned(row: PendingRow, owners: FieldOwners): void {
  for (const key of row.changed)
    if (owners.get(key) === 'ERP' && key in row.given) row.refuse(key, OF_THE_ERP);
}

/** The same check for screens that write outside the pipeline: 422 with a text per field, by the type's keys. */
export async function requireOwn(tx: Tx, mapped: MappedType, fields: readonly string[]): Promise<void> {
  const owners = await fieldOwnersOf(tx, mapped);
  const foreign = fields.filter((key) => owners.get(key) === 'ERP');
  if (foreign.length === 0) return;
  const names = foreign.map((key) => mapped.type.campos[key]?.titulo ?? key).join(', ');
  throw invalid(
    Object.fromEntries(foreign.map((key) => [key, OF_THE_ERP])),
    `${names}: vem do ERP e só muda por lá.`,
  );
}
