import { createHash } from 'node:crypto';
import { and, or, type SQL, sql } from 'drizzle-orm';
import { campoTypes } from '#contract/rules/fields/campo.ts';
import type { ExtraField, ExtraFieldsDefinition, FieldEntity } from '#contract/rules/fields/extraField.ts';
import {
  type FieldFilter,
  type FieldsReader,
  type FieldValues,
  fieldText,
  isReadBy,
  presentValue,
  readFieldFilters,
} from '#contract/rules/fields/fieldValues.ts';
import type { Cell, SheetColumn } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Deps } from '../../context.ts';
import { LOCKS, oneAtATime } from '../../db/advisoryLock.ts';
import type { Executor } from '../../db/client.ts';
import { invalid } from '../../errors.ts';
import { publishedDefinitions } from '../definitions/queries.ts';
import { extraFieldsOf } from './extraFields.ts';
import { fieldEntities, keyLiteral } from './fieldEntities.ts';

export { answeredFields, stepFieldsForm } from './askedFields.ts';
export { conditionFields } from './conditionFields.ts';
export {
  columnTexts,
  extraFieldsOf,
  extraFieldsWith,
  factsFor,
  fieldsOfRegistration,
  readableFields,
  readerOf,
  validatedAtRegistration,
  validatedFields,
} from './extraFields.ts';
export { fieldEntities, keyLiteral } from './fieldEntities.ts';
export { fieldGroupings, fieldSums } from './fieldSums.ts';

interface FieldColumn extends SheetColumn {
  cell: (values: FieldValues) => Cell;
}

/** Columns for the fields that are included in exports. */
export const exportedFields = (definition: ExtraFieldsDefinition | null): FieldColumn[] =>
  (definition?.campos ?? [])
    .filter(({ exportar, arquivado }) => exportar && !arquivado)
    .map((field) => ({
      title: field.titulo,
      kind: sheetKindOf(field),
      width: Math.max(12, field.titulo.length + 2),
      cell: (values) => cellOf(field, values[field.chave]),
    }));

/** A field that a step of the registration asks for keeps the text that its step gives it. */
function sheetKindOf({ tipo, cadastro }: ExtraField): SheetColumn['kind'] {
  if (cadastro !== undefined) return campoTypes[tipo].number ? 'number' : 'text';
  if (tipo === 'DATE') return 'day';
  if (tipo === 'INSTANTE') return 'instant';
  if (campoTypes[tipo].number) return 'number';
  return campoTypes[tipo].masked || tipo === 'TELEFONE' ? 'code' : 'text';
}

/** Numbers stay numbers, so that a spreadsheet can sum them, and days stay days. */
function cellOf(field: ExtraField, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  const number = campoTypes[field.tipo].number ? Number(value) : Number.NaN;
  if (Number.isFinite(number)) return number;
  const kind = sheetKindOf(field);
  const isTime = kind === 'day' || kind === 'instant';
  return isTime && typeof value === 'string' ? value : fieldText(field, value);
}

/** The condition for a list's filters by extra fields; refuses filters that match no filterable field. */
export async function fieldCondition(
  db: Executor,
  entity: FieldEntity,
  texts: readonly string[] = [],
  reader: FieldsReader = {},
): Promise<SQL | undefined> {
  if (texts.length === 0) return undefined;
  const campos = (await extraFieldsOf(db, entity))?.campos ?? [];
  const requested = campos.filter((field) => isReadBy(field, reader));
  const { filters, refused } = readFieldFilters(requested, texts);
  if (refused.length > 0)
    throw invalid({ campos: 'O filtro é de um campo que não existe mais ou não filtra. Retire-o.' });
  return and(
    ...filters.map((filter) => {
      const field = requested.find(({ chave }) => chave === filter.key) as ExtraField;
      return filter.kind === 'VALOR' ? anyValue(entity, field, filter.values) : within(entity, field, filter);
    }),
  );
}

/** Uses the GIN index of the values. A field with several choices today may have had a single one before. */
function anyValue(entity: FieldEntity, field: ExtraField, values: readonly string[]): SQL | undefined {
  const column = fieldEntities[entity].values;
  const holds = (value: unknown) => sql`${column} @> ${JSON.stringify({ [field.chave]: value })}::jsonb`;
  if (field.tipo === 'CHECKBOX') {
    // A checkbox that was never touched counts as not ticked.
    const yes = holds(true);
    return or(...values.map((value) => (value === 'true' ? yes : sql`not (${yes})`)));
  }
  return or(
    ...values.flatMap((value) =>
      field.tipo === 'MULTISELECT' ? [holds([value]), holds(value)] : [holds(presentValue(field, value))],
    ),
  );
}

type Span = Extract<FieldFilter, { kind: 'FAIXA' }>;

/** Written like the field's own index (`syncFieldIndexes`). */
function within(entity: FieldEntity, field: ExtraField, { from, to }: Span): SQL | undefined {
  const value = spanExpression(entity, field);
  const end = (text: string) => (isByDay(field) ? sql`${text}::text` : sql`${text}::numeric`);
  return and(from ? sql`${value} >= ${end(from)}` : undefined, to ? sql`${value} <= ${end(to)}` : undefined);
}

/** The expression by which numbers and days are compared; days are texts that sort chronologically. */
const spanExpression = (entity: FieldEntity, field: ExtraField): SQL =>
  comparedBy(field, sql`${fieldEntities[entity].values} ->> ${keyLiteral(field.chave)}`);

/** An instant is stored as the clock of its branch, whose day comes first. */
function comparedBy({ tipo }: ExtraField, text: SQL): SQL {
  if (tipo === 'INSTANTE') return sql`("left"((${text}), 10) collate "C")`;
  return tipo === 'DATE' ? sql`((${text}) collate "C")` : sql`(public.extra_number(${text}))`;
}

const isByDay = ({ tipo }: ExtraField): boolean => tipo === 'DATE' || tipo === 'INSTANTE';

/** For tables with more rows than this, publishing does not wait for an index. */
const SMALL = 50_000;

/** Fields that are filtered by range; all others use the single GIN index. */
const rangeFields = ({ campos }: ExtraFieldsDefinition): ExtraField[] =>
  campos.filter(
    ({ tipo, filtravel, arquivado }) => filtravel && !arquivado && campoTypes[tipo].filter === 'FAIXA',
  );

/** A unique name per table, key and type of comparison, so that a change of type gets a new index. */
function indexName(entity: FieldEntity, { chave, tipo }: ExtraField): string {
  const way = tipo === 'INSTANTE' ? 'instant' : tipo === 'DATE' ? 'day' : 'number';
  const hash = createHash('sha256').update(`${chave} ${way}`).digest('hex').slice(0, 12);
  return `${prefixOf(entity)}${hash}`;
}
const prefixOf = (entity: FieldEntity) => `${fieldEntities[entity].tableName}_field_`;

/**
 * Creates the indexes needed by the fields' filters and drops the others. Building one blocks writers, so for a large table
 * this is left to `concurrently`, outside the publication (hourly); until then its filter scans the rows.
 */
export async function syncFieldIndexes(
  db: Executor,
  definition: ExtraFieldsDefinition,
  how: 'PUBLISHING' | 'CONCURRENTLY',
): Promise<void> {
  const entity = definition.id;
  const existing = await fieldIndexes(db, entity);
  const wanted = new Map(rangeFields(definition).map((field) => [indexName(entity, field), field]));
  const large = await isLarge(db, entity);
  if (how === 'PUBLISHING' && large) return;
  const concurrently = sql.raw(how === 'CONCURRENTLY' ? 'concurrently' : '');
  for (const { name, valid } of existing)
    if (!wanted.has(name) || !valid)
      await db.execute(sql`drop index ${concurrently} if exists ${sql.identifier(name)}`);
  const sound = new Set(existing.filter(({ valid }) => valid).map(({ name }) => name));
  for (const [name, field] of wanted)
    if (!sound.has(name)) {
      const value = expression(field);
      await db.execute(
        sql`create index ${concurrently} if not exists ${sql.identifier(name)}
          on ${sql.identifier(fieldEntities[entity].tableName)} (${value}) where ${value} is not null`,
      );
    }
}

/**
 * Creates the indexes that publications postponed on large tables. Only one process does so at a time, and writers continue
 * meanwhile.
 */
export const syncLargeFieldIndexes = ({ pool }: Pick<Deps, 'pool'>): Promise<unknown> =>
  oneAtATime(pool, LOCKS.fieldIndexes, async (db) => {
    for (const { content } of await publishedDefinitions<ExtraFieldsDefinition>(db, 'fields'))
      await syncFieldIndexes(db, content, 'CONCURRENTLY');
  });

/** Without the table's name, as in index definitions. */
const expression = (field: ExtraField): SQL =>
  comparedBy(field, sql`extra_fields ->> ${keyLiteral(field.chave)}`);

async function fieldIndexes(db: Executor, entity: FieldEntity): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await db.execute<{ name: string; valid: boolean }>(sql`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where starts_with(c.relname, ${prefixOf(entity)}) and pg_table_is_visible(c.oid)`);
  return rows;
}

/** Based on the last ANALYZE; a table that was never analyzed is new and therefore small. */
async function isLarge(db: Executor, entity: FieldEntity): Promise<boolean> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select reltuples::float8 as rows from pg_class where oid = ${fieldEntities[entity].tableName}::regclass`,
  );
  return (rows[0]?.rows ?? 0) > SMALL;
}
