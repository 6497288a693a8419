import { and, eq, type SQL, sql } from 'drizzle-orm';
import { sentenceOf } from '#contract/records/recordType.ts';
import { type recordRoutes, StoredRecord } from '#contract/records/routes/records.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { externalCodes } from '../../db/tables/index.ts';
import { notFound, refused, shownBy } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { requireRecords } from '../access.ts';
import { mappedType } from '../custom/queries.ts';
import type { MappedType } from '../mapping.ts';
import { shownRow } from '../read/listRecords.ts';
import { listed, readRecords } from '../read/readRecords.ts';
import type { StoredRow } from '../read/storedRow.ts';
import { auditedFields, goneRecord } from './auditedRecord.ts';
import { itemTables, referrersOf } from './referrers.ts';
import { saveRecords } from './saveRecords.ts';
import { publishItems } from './writeItems.ts';

type Remove = typeof recordRoutes.remove;

/**
 * Deletes a record that nothing references and archives one that something does. If neither is possible, it refuses and names
 * what references the record.
 */
export async function removeRecord({ params, query }: Input<Remove>, ctx: Context): Promise<Output<Remove>> {
  const mapped = await mappedType(ctx.db, params.chave);
  requireRecords(ctx.user, mapped.type, 'excluir');
  // No `command`: `PUT /dados/v1` calls it for each of its lines, which have keys of their own.
  return ctx.db.transaction(async (tx) => {
    const row = await lockedRecord(tx, ctx, mapped, params.id, query.versao);
    const removalRefusal = await mapped.mapping.removal?.(row.data, { tx, ctx });
    if (removalRefusal) throw refused('EM_USO', removalRefusal);
    const referrers = await referrersOf(tx, ctx.user, mapped, row.id);
    return {
      data:
        referrers.length > 0
          ? await archive(tx, ctx, mapped, row, referrers)
          : await remove(tx, ctx, mapped, row),
    };
  });
}

async function remove(tx: Tx, ctx: Context, mapped: MappedType, row: StoredRow) {
  const { type, mapping } = mapped;
  const knownAs = await goneRecord(tx, mapped, row.id);
  await tx
    .delete(externalCodes)
    .where(and(eq(externalCodes.type, type.chave), eq(externalCodes.recordId, row.id)));
  for (const list of itemTables(mapping)) {
    const { table, parent, publishedAs: entity } = list;
    const removedRows = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(parent, row.id), listed(list)));
    const items = removedRows.map(({ id }) => ({ id: Number(id), parentId: row.id }));
    if (entity) await publishItems({ tx, ctx }, mapped, entity, { made: [], changed: [], gone: items });
    await tx.delete(table).where(eq(parent, row.id));
  }
  await tx.delete(mapping.table).where(eq(mapping.table.id, row.id));
  await mapping.removed?.(row, { tx, ctx, dryRun: false });
  await audit(tx, ctx, {
    action: 'EXCLUIR',
    entity: mapping.entity,
    entityId: row.id,
    before: auditedFields(type.campos, row.data),
    knownAs,
  });
  return { resultado: 'excluido', message: sentenceOf(type, 'excluído.') };
}

async function archive(
  tx: Tx,
  ctx: Context,
  mapped: MappedType,
  row: StoredRow,
  referrers: readonly string[],
) {
  const { situacao } = mapped.type;
  const by = referrers.join(', ');
  if (!situacao || row.data[situacao] === false)
    throw refused('EM_USO', `Não é possível excluir: há registros que citam este. ${by}.`);
  // Permission to delete includes permission to archive.
  const given = [{ id: row.id, dados: { [situacao]: false } }];
  const [result] = await saveRecords(tx, ctx, mapped, given, { mode: 'alterar', verb: 'excluir' });
  if (result?.resultado !== 'mudado')
    throw refused('EM_USO', Object.values(result?.erros ?? {})[0] ?? 'Não foi possível arquivar.');
  return {
    id: row.id,
    resultado: 'arquivado',
    message: `${sentenceOf(mapped.type, 'arquivado.').replace(/\.$/, '')}: há registros que citam ${mapped.type.titulo.genero === 'f' ? 'ela' : 'ele'}. ${by}.`,
  };
}

/** One complete record, if the person may see it; otherwise 404. */
export async function oneRecord(
  db: Executor,
  { user }: Pick<Context, 'user'>,
  mapped: MappedType,
  id: number,
  lock?: SQL,
): Promise<StoredRow> {
  const { mapping } = mapped;
  const where = and(eq(mapping.table.id, id), mapping.scope?.(user));
  const [row] = await readRecords(db, mapped, { where, lock });
  if (!row) throw notFound();
  return row;
}

/** The same for writing: locks the record, and refuses with 409 if it has changed since it was read. */
export async function lockedRecord(
  tx: Tx,
  ctx: Pick<Context, 'user'>,
  mapped: MappedType,
  id: number,
  versao: number | undefined,
): Promise<StoredRow> {
  await mapped.mapping.storage?.lockDefinition(tx);
  const row = await oneRecord(tx, ctx, mapped, id, sql`update`);
  const { titulo } = mapped.type;
  await requireVersion(tx, versao, {
    entity: mapped.mapping.entity,
    entityId: id,
    version: row.version,
    name: `${titulo.genero === 'f' ? 'esta' : 'este'} ${titulo.um}`,
    state: async () => shownBy(StoredRecord, await shownRow({ db: tx, user: ctx.user }, mapped, row)),
  });
  return row;
}
