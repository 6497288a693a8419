import { type SQL, sql } from 'drizzle-orm';
import { changedFields } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData, RecordField } from '#contract/records/fields/recordField.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { type AuditContext, publishParts } from '../../writing/audit.ts';
import { encoded, keyText } from '../columns.ts';
import { columnOf, type ItemTable, isItemTable, type MappedType, type WritingRecords } from '../mapping.ts';
import { readItems } from '../read/readRecords.ts';
import { branchesSeeing } from './auditedRecord.ts';
import type { PendingRow } from './pendingRow.ts';
import { referredIds } from './referrers.ts';

/** Writes the lists that changed. Items are identified by their key: one that stays keeps its id and the references to it. */
export async function writeItems(
  writing: Pick<WritingRecords, 'tx' | 'ctx'>,
  mapped: MappedType,
  rows: readonly PendingRow[],
) {
  const { type, mapping } = mapped;
  for (const [key, field] of Object.entries(type.campos)) {
    const items = mapping.columns[key];
    if (!items || !isItemTable(items)) continue;
    const changed = rows.filter((row) => isListChanged(row, key, field));
    if (changed.length === 0) continue;
    const written = await replaceItems(writing.tx, { key, field, items }, changed);
    if (items.publishedAs) await publishItems(writing, mapped, items.publishedAs, written);
  }
}

/** Refuses rows whose list drops an item that something else references. */
export async function refuseItemsInUse(tx: Tx, { type, mapping }: MappedType, rows: readonly PendingRow[]) {
  for (const [key, field] of Object.entries(type.campos)) {
    const items = mapping.columns[key];
    if (!items || !isItemTable(items) || items.inUse) continue;
    const changed = rows.filter((row) => row.before && !row.isRefused && row.changed.has(key));
    if (changed.length === 0) continue;
    const parents = changed.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const stored = await readItems(tx, field, items, parents);
    const goneOf = (row: PendingRow) => {
      const sentKeys = new Set(itemsOf(row, key).map((data) => itemKey(field, data)));
      return (stored.get(row.id ?? 0) ?? []).filter(({ data }) => !sentKeys.has(itemKey(field, data)));
    };
    const used = await referredIds(
      tx,
      items,
      changed.flatMap((row) => goneOf(row).map(({ id }) => id)),
    );
    for (const row of changed)
      if (goneOf(row).some(({ id }) => used.has(id)))
        row.refuse(key, `Um item de ${field.titulo} está em uso e não pode ser retirado.`);
  }
}

const isListChanged = ({ before, after }: PendingRow, key: string, field: RecordField): boolean =>
  changedFields({ [key]: field }, { [key]: before?.[key] }, { [key]: after[key] }).length > 0;

interface List {
  key: string;
  field: RecordField;
  items: ItemTable;
}

async function replaceItems(
  tx: Tx,
  { key, field, items }: List,
  rows: readonly PendingRow[],
): Promise<ItemsWritten> {
  const parents = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const stored = await readItems(tx, field, items, parents);
  const removedItems: { id: number; parentId: number }[] = [];
  const stayingItems: { id: number }[] = [];
  const fresh: object[] = [];
  for (const row of rows) {
    const existing = stored.get(row.id ?? 0) ?? [];
    const old = new Map(existing.map((item) => [itemKey(field, item.data), item]));
    // An item that is stored twice, as its own screen may allow, stays once.
    const doubles = existing.filter((item) => old.get(itemKey(field, item.data)) !== item);
    const wanted = new Set(itemsOf(row, key).map((data) => itemKey(field, data)));
    // What a column names by its place keeps it, whatever it is now.
    const inPlace = (index: number) => {
      const item = existing[row.sources.get(key)?.[index]?.storedIndex ?? -1];
      return item && !items.inUse && !wanted.has(itemKey(field, item.data)) ? item : undefined;
    };
    for (const [index, data] of itemsOf(row, key).entries()) {
      const same = old.get(itemKey(field, data)) ?? inPlace(index);
      if (same) old.delete(itemKey(field, same.data));
      const cells = cellsOf({ key, field, items }, row, index, data);
      if (!same) fresh.push({ ...cells, [items.parent.name]: row.id });
      else if (changedFields(field.campos ?? {}, same.data, data).length > 0)
        stayingItems.push({ ...cells, id: same.id });
    }
    removedItems.push(...[...old.values(), ...doubles].map(({ id }) => ({ id, parentId: row.id ?? 0 })));
  }
  await takeOff(
    tx,
    items,
    removedItems.map(({ id }) => id),
  );
  await updateItems(tx, { key, field, items }, stayingItems);
  const insertedItems = await insertItems(tx, { key, field, items }, fresh);
  return { made: insertedItems, changed: stayingItems.map(({ id }) => id), gone: removedItems };
}

async function takeOff(tx: Tx, { table, inUse }: ItemTable, ids: readonly number[]) {
  if (ids.length === 0) return;
  if (!inUse) await tx.delete(table).where(amongIds(table.id, ids));
  else
    await tx.execute(sql`
      update ${table} set ${sql.identifier(inUse.name)} = false${versionRaised(table)}
      where ${amongIds(table.id, ids)}`);
}

/** Raises the item's version, so that a user who has it open on its own screen notices the change. */
const versionRaised = (table: ItemTable['table']): SQL =>
  'version' in table ? sql`, version = ${table.version} + 1` : sql``;

const itemsOf = (row: PendingRow, key: string): RecordData[] => {
  const list = row.after[key];
  return Array.isArray(list) ? list : [];
};

export const itemKey = (field: RecordField, data: RecordData): string =>
  keyText((field.codigo ?? []).map((key) => data[key] ?? ''));

const columnsOf = ({ field, items }: List) =>
  Object.keys(field.campos ?? {}).flatMap((key) => {
    const column = columnOf(items.columns[key]);
    return column ? [{ key, column }] : [];
  });

function cellsOf(list: List, row: PendingRow, index: number, data: RecordData): Record<string, unknown> {
  const { field, items } = list;
  return Object.fromEntries(
    columnsOf(list).map(({ key, column }) => {
      const isReference = field.campos?.[key]?.tipo === 'REFERENCIA' && data[key] !== undefined;
      const value = isReference ? row.referenceOf(`${list.key}/${index}/${key}`) : data[key];
      return [column.name, encoded(items.columns[key] as never, value)];
    }),
  );
}

const typed = (list: List) =>
  columnsOf(list).map(({ column }) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`);

const named = (list: List) => columnsOf(list).map(({ column }) => sql.identifier(column.name));

async function insertItems(tx: Tx, list: List, cells: readonly object[]): Promise<number[]> {
  if (cells.length === 0) return [];
  const { table, parent } = list.items;
  const columns = [sql.identifier(parent.name), ...named(list)];
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into ${table} (${sql.join(columns, sql`, `)}) select ${sql.join(columns, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      as x(${sql.identifier(parent.name)} integer, ${sql.join(typed(list), sql`, `)})
    returning id`);
  return rows.map(({ id }) => id);
}

async function updateItems(tx: Tx, list: List, cells: readonly object[]) {
  if (cells.length === 0) return;
  const { table } = list.items;
  const assignments = named(list).map((name) => sql`${name} = x.${name}`);
  await tx.execute(sql`
    update ${table} set ${sql.join(assignments, sql`, `)}${versionRaised(table)}
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as x(id integer, ${sql.join(typed(list), sql`, `)})
    where ${table.id} = x.id`);
}

/** The result of writing a list: ids of the items, and for removed ones also their record. */
interface ItemsWritten {
  made: readonly number[];
  changed: readonly number[];
  gone: readonly { id: number; parentId: number }[];
}

/** Publishes items that other systems treat as separate objects, such as a customer's contacts, in addition to the record. */
export async function publishItems(
  { tx, ctx }: { tx: Tx; ctx: AuditContext },
  mapped: MappedType,
  entity: string,
  { made, changed, gone }: ItemsWritten,
): Promise<void> {
  const parents = [...new Set(gone.map(({ parentId }) => parentId))];
  const seenBy = await branchesSeeing(tx, mapped, parents);
  await publishParts(tx, ctx, [
    ...made.map((entityId) => ({ action: 'CRIAR', entity, entityId })),
    ...changed.map((entityId) => ({ action: 'ALTERAR', entity, entityId })),
    ...gone.map(({ id, parentId }) => ({
      action: 'EXCLUIR',
      entity,
      entityId: id,
      knownAs: { code: String(id), branchIds: seenBy.get(parentId) ?? [] },
    })),
  ]);
}
