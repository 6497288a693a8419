import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { notFound } from '../errors.ts';
import { requireVersion } from '../requireVersion.ts';
import { shownRow } from './listRecords.ts';
import type { MappedType } from './mapping.ts';
import { readRecords, type StoredRow } from './readRecords.ts';

/** One record whole, within what the person may see; 404 else. */
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

/** The same to be written: held against others, and refused with 409 where it is no longer what was read. */
export async function lockedRecord(
  tx: Tx,
  ctx: Pick<Context, 'user'>,
  mapped: MappedType,
  id: number,
  versao: number | undefined,
): Promise<StoredRow> {
  await mapped.mapping.storage?.hold(tx);
  const row = await oneRecord(tx, ctx, mapped, id, sql`update`);
  const { titulo } = mapped.type;
  await requireVersion(tx, versao, {
    entity: mapped.mapping.entity,
    entityId: id,
    version: row.version,
    name: `${titulo.genero === 'f' ? 'esta' : 'este'} ${titulo.um}`,
    state: () => shownRow(row, mapped, ctx.user),
  });
  return row;
}
