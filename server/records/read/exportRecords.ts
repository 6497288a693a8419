import { sql } from 'drizzle-orm';
import { recordText } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData, RecordField } from '#contract/records/fields/recordField.ts';
import type { recordRoutes } from '#contract/records/routes/records.ts';
import type { Input } from '#contract/route.ts';
import { isMissingDocument } from '#contract/rules/documents.ts';
import { chosenOf } from '#contract/rules/fields/chosenOptions.ts';
import { importFields, itemOfPath, nameTitle, onlyField } from '#contract/rules/imports/matchColumns.ts';
import { recordsOf } from '#contract/rules/jsonRecord.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import { forLongReading } from '../../db/replica.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { requireRecords } from '../access.ts';
import { mappedType } from '../custom/queries.ts';
import type { MappedType } from '../mapping.ts';
import { orderSql, recordOrder } from './keyedPages.ts';
import { listCondition, shownRows } from './listRecords.ts';
import { readRecords } from './readRecords.ts';
import type { StoredRow } from './storedRow.ts';

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

interface ExportedRow extends StoredRow {
  /** The texts of the mapping's `facts`, in their order. */
  facts: readonly string[];
}

interface ExportColumn extends SheetColumn {
  value: (row: ExportedRow) => Cell;
}

/**
 * The columns that an import reads, so that the file can be corrected and imported again, the names of references, and what is
 * known of the records besides.
 */
const columnsOf = ({ type, mapping: { facts = [] } }: MappedType): ExportColumn[] => [
  ...fieldColumns(type),
  ...facts.map(
    ({ title, width }, at): ExportColumn => ({
      ...{ title, width, kind: 'text' },
      value: (row) => row.facts[at] ?? '',
    }),
  ),
];

const fieldColumns = (type: MappedType['type']): ExportColumn[] =>
  importFields(type.campos).flatMap((one) => {
    const { path, title, field } = one;
    const own = column(title, field, ({ data }) => valueAt(data, path));
    if (field.tipo !== 'REFERENCIA' || one.item) return [own];
    const name: ExportColumn = {
      title: nameTitle(title),
      kind: 'text',
      width: 30,
      value: ({ labels }) => labels[path] ?? '',
    };
    return [own, name];
  });

/** What a record holds at a path of the import: 'cnpj', 'endereco/cep', 'contatos/2/nome'. */
function valueAt(data: RecordData, path: string): unknown {
  const item = itemOfPath(path);
  const [key = '', inner] = (item?.list ?? path).split('/');
  const value = inner === undefined ? data[key] : (data[key] as RecordData | undefined)?.[inner];
  if (!item) return value;
  return Array.isArray(value) ? value[item.place - 1]?.[item.key] : undefined;
}

/** All items in one cell, in the format that the import reads: 'A; B'. */
function listText(field: RecordField, value: unknown): string {
  const [inner = ''] = onlyField(field) ?? [];
  return recordsOf(value)
    .map((item) => String(item[inner] ?? ''))
    .join('; ');
}

const NUMBERS: ReadonlySet<string> = new Set(['DECIMAL', 'DINHEIRO', 'PERCENTUAL']);
const CODES: ReadonlySet<string> = new Set([
  'CPF',
  'CNPJ',
  'DOCUMENTO',
  'CEP',
  'CHAVE_NFE',
  'REFERENCIA',
  'LISTA',
]);

function column(title: string, field: RecordField, read: (row: StoredRow) => unknown): ExportColumn {
  const width = Math.min(40, Math.max(10, title.length + 2, (field.tamanho ?? 20) / 2));
  if (field.tipo === 'INTEIRO')
    return { title, kind: 'number', width, value: (row) => (read(row) as number | undefined) ?? null };
  if (NUMBERS.has(field.tipo))
    return { title, kind: 'decimal', width, value: (row) => (read(row) as string | undefined) ?? null };
  if (field.tipo === 'DATE')
    return { title, kind: 'day', width, value: (row) => (read(row) as string | undefined) ?? null };
  if (field.tipo === 'INSTANTE')
    return { title, kind: 'instant', width, value: (row) => (read(row) as string | undefined) ?? null };
  const text = (row: StoredRow) => {
    if (field.tipo === 'LISTA') return listText(field, read(row));
    if (field.tipo === 'MULTISELECT')
      return chosenOf(read(row))
        .map((one) => recordText(field, [one]))
        .join('; ');
    const value = read(row);
    // By what is stored in its place, a record without a document is found again.
    if (field.tipo === 'DOCUMENTO' && typeof value === 'string' && isMissingDocument(value)) return value;
    return field.tipo === 'REFERENCIA' ? String(value ?? '') : recordText(field, value);
  };
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
  const { table, facts = [] } = mapped.mapping;
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    const rows = await readRecords(db, mapped, {
      where: sql`${table.id} = any(${sql.param(some)}::int[])`,
      brief: true,
      lists: (field) => onlyField(field) !== undefined || (field.emColunas ?? 0) > 0,
      codes: true,
    });
    const shown = await shownRows({ db, user }, mapped, rows);
    const addedFacts = await Promise.all(facts.map(({ read }) => read(db, some)));
    const byId = new Map(
      rows.map((row, at) => {
        const { rotulos: labels = {}, ...data } = shown[at] ?? {};
        const texts = addedFacts.map((byRecord) => byRecord.get(row.id) ?? '');
        return [row.id, { ...row, data: data as RecordData, labels, facts: texts }];
      }),
    );
    for (const id of some) {
      const row = byId.get(id);
      if (row) yield columns.map(({ value }) => value(row));
    }
  }
}
