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

/** Who a writing comes from: `ERP` are calls of other systems and files. */
export type Writer = 'CONSOLE' | 'ERP';

/** The fields that are not everybody's. */
export type FieldOwners = ReadonlyMap<string, Exclude<FieldOwner, 'AMBOS'>>;

/** As it is decided now; a transaction that writes asks `heldOwners`. */
export async function fieldOwners(db: Executor, { type, mapping }: MappedType): Promise<FieldOwners> {
  // Of a custom type the definition says it, and `storage.hold` holds that.
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

/** They stay as they are until the transaction ends: nothing is written by what an administrator has changed since. */
export async function fieldOwnersOf(tx: Tx, mapped: MappedType): Promise<FieldOwners> {
  if (!mapped.mapping.storage)
    await tx.execute(
      sql`select pg_advisory_xact_lock_shared(${LOCKS.fieldOwners}, hashtext(${mapped.type.chave}))`,
    );
  return fieldOwners(tx, mapped);
}

/** Takes what an ERP says of the console's own fields out of the row of a record that stands. */
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
  for (const key of own) if (row.leave(key) || differs.has(key)) row.kept.add(key);
}

const OF_THE_ERP = 'Este campo vem do ERP e só muda por lá.';

/** Refuses what somebody in the console says of fields of the ERP's. */
export function refuseOwned(row: PendingRow, owners: FieldOwners): void {
  for (const key of row.changed)
    if (owners.get(key) === 'ERP' && key in row.given) row.refuse(key, OF_THE_ERP);
}

/** The same for what is written beside the pipeline, on a screen of its own: 422 at the fields, by the type's keys. */
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
