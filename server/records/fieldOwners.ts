import { eq } from 'drizzle-orm';
import { changedFields, mergedRecord } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { fieldOwnerRoutes, mayBeOwned, ownerOf } from '#contract/records/routes/fieldOwners.ts';
import type { Input } from '#contract/route.ts';
import type { FieldOwner } from '#contract/rules/fields/campo.ts';
import type { Context } from '../context.ts';
import { LOCKS, lockUntilCommit, shareUntilCommit } from '../db/advisoryLock.ts';
import type { Executor, Tx } from '../db/client.ts';
import { recordOwners } from '../db/tables/index.ts';
import { invalid, refused, shownBy } from '../errors.ts';
import { implement } from '../implement.ts';
import { audit } from '../writing/audit.ts';
import { command } from '../writing/command.ts';
import { requireVersion } from '../writing/requireVersion.ts';
import { mappedType } from './custom/queries.ts';
import type { MappedType } from './mapping.ts';
import type { PendingRow } from './write/pendingRow.ts';

type Routes = typeof fieldOwnerRoutes;

export const fieldOwnerImplementation = implement(fieldOwnerRoutes, {
  async get({ params }, ctx) {
    return { data: await ownersView(ctx.db, await mappedType(ctx.db, params.chave)) };
  },
  update: command(fieldOwnerRoutes.update, { prepare: ownableType, work: update }),
});

async function ownersView(db: Executor, mapped: MappedType) {
  const { type, mapping } = mapped;
  const [row] = await db.select().from(recordOwners).where(eq(recordOwners.type, type.chave));
  const owners = await fieldOwners(db, mapped);
  return {
    versao: row?.version ?? 0,
    noEstudio: mapping.storage !== undefined,
    campos: Object.entries(type.campos)
      .filter(([key]) => mayBeOwned(type, key))
      .map(([chave, { titulo }]) => ({ chave, titulo, origem: owners.get(chave) ?? ('AMBOS' as const) })),
  };
}

async function ownableType(ctx: Context, { params, body }: Input<Routes['update']>): Promise<MappedType> {
  const mapped = await mappedType(ctx.db, params.chave);
  const { type } = mapped;
  if (mapped.mapping.storage)
    throw refused(
      'NO_ESTUDIO',
      'De um cadastro próprio, a origem de cada campo se escolhe na definição, no estúdio.',
    );
  const unknown = body.campos.map(({ chave }) => chave).find((key) => !mayBeOwned(type, key));
  if (unknown !== undefined)
    throw invalid({ [unknown]: 'Este campo não existe ou não muda depois de criado.' });
  return mapped;
}

async function update(tx: Tx, ctx: Context, { body }: Input<Routes['update']>, mapped: MappedType) {
  const { type } = mapped;
  // Writers hold the same lock (see `fieldOwnersOf`), so they finish first.
  await lockUntilCommit(tx, LOCKS.fieldOwners, type.chave);
  const [row] = await tx.select().from(recordOwners).where(eq(recordOwners.type, type.chave));
  await requireVersion(tx, body.versao, {
    entity: 'record_owners',
    entityId: type.chave,
    version: row?.version ?? 0,
    name: 'quem manda nos campos',
    state: async () => shownBy(fieldOwnerRoutes.get.response.properties.data, await ownersView(tx, mapped)),
  });
  const before = row?.owners ?? {};
  const owners: Record<string, FieldOwner> = {
    ...before,
    ...Object.fromEntries(body.campos.map(({ chave, origem }) => [chave, origem])),
  };
  const changed = Object.keys(owners).filter((key) => owners[key] !== (before[key] ?? 'AMBOS'));
  if (changed.length > 0) {
    const set = { owners, updatedAt: ctx.now(), version: (row?.version ?? 0) + 1 };
    await tx
      .insert(recordOwners)
      .values({ type: type.chave, ...set })
      .onConflictDoUpdate({ target: recordOwners.type, set });
    const part = (of: Readonly<Record<string, FieldOwner>>) =>
      Object.fromEntries(changed.map((key) => [key, of[key] ?? 'AMBOS']));
    await audit(tx, ctx, {
      action: 'ALTERAR',
      entity: 'record_owners',
      entityId: type.chave,
      before: part(before),
      after: part(owners),
    });
  }
  return { data: { message: 'Origem dos campos salva. Vale a partir da próxima gravação.' } };
}

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
  if (!mapped.mapping.storage) await shareUntilCommit(tx, LOCKS.fieldOwners, mapped.type.chave);
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
