import type { ExtraField, ExtraFieldsDefinition } from '../../../contract/rules/fields/extraFields.ts';
import { fieldTypes } from '../../../contract/rules/fields/fieldSchema.ts';
import type { FieldValues } from '../../../contract/rules/fields/fieldValues.ts';
import { fieldText } from '../../../contract/rules/fields/fieldValues.ts';
import type { Cell, SheetColumn } from '../../adapters/spreadsheet/spreadsheet.ts';

interface FieldColumn extends SheetColumn {
  cell: (values: FieldValues) => Cell;
}

/** Columns of a file for the fields that go into exports. */
export const exportedFields = (definition: ExtraFieldsDefinition | null): FieldColumn[] =>
  (definition?.campos ?? [])
    .filter(({ exportar, arquivado }) => exportar && !arquivado)
    .map((field) => ({
      title: field.titulo,
      kind: fieldTypes[field.tipo].number ? 'number' : field.tipo === 'TELEFONE' ? 'code' : 'text',
      width: Math.max(12, field.titulo.length + 2),
      cell: (values) => cellOf(field, values[field.chave]),
    }));

/** Numbers stay numbers, so that a sheet can add them. */
function cellOf(field: ExtraField, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  const number = fieldTypes[field.tipo].number ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : fieldText(field, value);
}
