import { and, or, type SQL, sql } from 'drizzle-orm';
import {
  type ExtraField,
  type ExtraFieldsDefinition,
  type FieldEntity,
  fieldTypes,
} from '../../../contract/rules/fields/fieldSchema.ts';
import {
  type FieldFilter,
  type FieldsReader,
  type FieldValues,
  fieldText,
  isReadBy,
  readFieldFilters,
} from '../../../contract/rules/fields/fieldValues.ts';
import type { Cell, SheetColumn } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Executor } from '../../db/client.ts';
import { invalid } from '../../errors.ts';
import { fieldEntities, keyLiteral } from './entities.ts';
import { extraFieldsOf } from './extraFields.ts';

export { columnTexts, readableFields, readerOf, validatedFields } from './extraFields.ts';

interface FieldColumn extends SheetColumn {
  cell: (values: FieldValues) => Cell;
}

/** Columns for the fields that are included in exports. */
export const exportedFields = (definition: ExtraFieldsDefinition | null): FieldColumn[] =>
  (definition?.campos ?? [])
    .filter(({ exportar, arquivado }) => exportar && !arquivado)
    .map((field) => ({
      title: field.titulo,
      kind: fieldTypes[field.tipo].number ? 'number' : field.tipo === 'TELEFONE' ? 'code' : 'text',
      width: Math.max(12, field.titulo.length + 2),
      cell: (values) => cellOf(field, values[field.chave]),
    }));

/** Numbers stay numbers, so that a spreadsheet can sum them. */
function cellOf(field: ExtraField, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  const number = fieldTypes[field.tipo].number ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : fieldText(field, value);
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
      field.tipo === 'MULTISELECT' ? [holds([value]), holds(value)] : [holds(value)],
    ),
  );
}

type Span = Extract<FieldFilter, { kind: 'FAIXA' }>;

/** Written like the field's own index (indexes.ts). */
function within(entity: FieldEntity, field: ExtraField, { from, to }: Span): SQL | undefined {
  const value = spanExpression(entity, field);
  const end = (text: string) => (field.tipo === 'DATE' ? sql`${text}::text` : sql`${text}::numeric`);
  return and(from ? sql`${value} >= ${end(from)}` : undefined, to ? sql`${value} <= ${end(to)}` : undefined);
}

/** The expression by which numbers and days are compared; days are texts that sort chronologically. */
function spanExpression(entity: FieldEntity, { chave, tipo }: ExtraField): SQL {
  const text = sql`${fieldEntities[entity].values} ->> ${keyLiteral(chave)}`;
  return tipo === 'DATE' ? sql`((${text}) collate "C")` : sql`public.extra_number(${text})`;
}
