import { sql } from 'drizzle-orm';
import { recordText } from '../../contract/records/normalizeRecord.ts';
import type { RecordData, RecordField } from '../../contract/records/recordField.ts';
import { upperFirst } from '../../contract/records/recordType.ts';
import type { recordRoutes } from '../../contract/records/routes.ts';
import type { Input } from '../../contract/route.ts';
import { onlyField } from '../../contract/rules/imports/matchColumns.ts';
import { localDate, localTime } from '../../contract/rules/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../adapters/spreadsheet/spreadsheet.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { forLongReading } from '../db/replica.ts';
import type { FileAnswer } from '../fileAnswer.ts';
import { zoneOf } from '../session/zoneOf.ts';
import { requireRecords } from './access.ts';
import { orderSql, recordOrder } from './keyedPages.ts';
import { listCondition, shownRow } from './listRecords.ts';
import { mappedType } from './mappedType.ts';
import type { MappedType } from './mapping.ts';
import { readRecords, type StoredRow } from './readRecords.ts';

/** Streams all records that match the filters as a file; the export is audited before the first byte. */
export async function exportRecords(
  { params, query }: Input<typeof recordRoutes.exportFile>,
  ctx: Context,
): Promise<FileAnswer> {
  const mapped = await mappedType(ctx.db, params.chave);
  requireRecords(ctx.user, mapped.type, 'ler');
  const { formato = 'xlsx', ...list } = query;
  const where = await listCondition(ctx, mapped, list);
  const order = orderSql(mapped, recordOrder(mapped, list, ctx.user));
  const { table } = mapped.mapping;
  const found = await ctx.db.execute<{ id: number }>(
    sql`select ${table.id} as id from ${table} where ${where ?? sql`true`} order by ${order}`,
  );
  const ids = found.rows.map(({ id }) => id);
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: mapped.mapping.entity,
    entityId: formato,
    after: { linhas: ids.length, formato, ...list },
  });
  ctx.setHeader('X-Total-Linhas', String(ids.length));
  const columns = columnsOf(mapped);
  const [zone, now] = [await zoneOf(ctx.db, ctx.user), ctx.now()];
  const { mime, write } = sheetWriters[formato];
  const name = upperFirst(mapped.type.titulo.muitos);
  return {
    content: write({
      name: name.slice(0, 31),
      columns,
      rows: exportedRows(await forLongReading(ctx), mapped, ids, columns),
      zone,
    }),
    name: `${mapped.type.titulo.muitos} ${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}.${formato}`,
    mime,
  };
}

interface ExportColumn extends SheetColumn {
  value: (row: StoredRow) => Cell;
}

/**
 * One column per field, named by its title, so that the file can be corrected and imported again; a reference gets its key
 * and its name.
 */
const columnsOf = ({ type }: MappedType): ExportColumn[] =>
  Object.entries(type.campos).flatMap(([key, field]) => {
    if (field.tipo === 'LISTA') return listColumn(key, field);
    if (field.tipo === 'GRUPO')
      return Object.entries(field.campos ?? {}).map(([inner, one]) =>
        column(one.titulo, one, ({ data }) => (data[key] as Record<string, unknown> | undefined)?.[inner]),
      );
    const own = column(field.titulo, field, ({ data }) => data[key]);
    if (field.tipo !== 'REFERENCIA') return [own];
    const name: ExportColumn = {
      title: `${field.titulo} (nome)`,
      kind: 'text',
      width: 30,
      value: ({ labels }) => labels[key] ?? '',
    };
    return [own, name];
  });

/** A list with a single field per item, in the format that the import reads: 'A; B'. */
function listColumn(key: string, field: RecordField): ExportColumn[] {
  const [inner, one] = onlyField(field) ?? [];
  if (!inner || !one) return [];
  const text = ({ data }: StoredRow) =>
    ((data[key] ?? []) as RecordData[]).map((item) => String(item[inner] ?? '')).join('; ');
  return [{ title: field.titulo, kind: 'code', width: 30, value: text }];
}

const NUMBERS: ReadonlySet<string> = new Set(['DECIMAL', 'DINHEIRO', 'PERCENTUAL']);
const CODES: ReadonlySet<string> = new Set(['CPF', 'CNPJ', 'DOCUMENTO', 'CEP', 'CHAVE_NFE', 'REFERENCIA']);

function column(title: string, field: RecordField, read: (row: StoredRow) => unknown): ExportColumn {
  const width = Math.min(40, Math.max(10, title.length + 2, (field.tamanho ?? 20) / 2));
  if (field.tipo === 'INTEIRO')
    return { title, kind: 'number', width, value: (row) => (read(row) as number | undefined) ?? null };
  if (NUMBERS.has(field.tipo))
    return { title, kind: 'decimal', width, value: (row) => (read(row) as string | undefined) ?? null };
  if (field.tipo === 'DATE')
    return { title, kind: 'day', width, value: (row) => (read(row) as string | undefined) ?? null };
  const text = (row: StoredRow) =>
    field.tipo === 'REFERENCIA' ? String(read(row) ?? '') : recordText(field, read(row));
  return { title, kind: CODES.has(field.tipo) ? 'code' : 'text', width, value: text };
}

/** How many records are held in memory at a time. */
const BATCH = 1_000;

async function* exportedRows(
  { db, user }: Context,
  mapped: MappedType,
  ids: readonly number[],
  columns: readonly ExportColumn[],
): AsyncGenerator<Cell[]> {
  const { table } = mapped.mapping;
  const shown = (row: StoredRow): StoredRow => {
    const { rotulos: labels, ...data } = shownRow(row, mapped, user);
    return { ...row, data: data as RecordData, labels };
  };
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    const rows = await readRecords(db, mapped, {
      where: sql`${table.id} = any(${sql.param(some)}::int[])`,
      brief: true,
      lists: (field) => onlyField(field) !== undefined,
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of some) {
      const row = byId.get(id);
      if (row) yield columns.map(({ value }) => value(shown(row)));
    }
  }
}
