import type { RecordData, RecordField } from '#contract/records/fields/recordField.ts';
import { documentKind } from '#contract/rules/documents.ts';
import { campoTypes, decimalsOf, sizeOf } from '#contract/rules/fields/campo.ts';
import type { ExtraField, ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fileFields } from '#contract/rules/fields/fieldFiles.ts';
import { fieldsInUse, fieldText, presentValue } from '#contract/rules/fields/fieldValues.ts';
import { customerFacts } from '#contract/rules/fields/recordFacts.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import { extraFieldsOf, validatedFields } from '#server/config/fields/queries.ts';
import type { Executor } from '#server/db/client.ts';
import { customers } from '#server/db/tables/index.ts';
import type { MappedType, StoredColumn, WritingRecords } from '../../mapping.ts';
import type { PendingRow } from '../../write/pendingRow.ts';

/** The group of a customer's record with the fields that administrators added. */
const GROUP = 'camposAdicionais';

/** One type for each definition, so that what is built once for a type stays. */
const typeOf = new WeakMap<ExtraFieldsDefinition, MappedType>();

/** Customers with the fields that administrators added, to customers or to a step of the registration. */
export async function withAddedFields(db: Executor, base: MappedType): Promise<MappedType> {
  const definition = await extraFieldsOf(db, 'cliente');
  const fields = definition ? fieldsInUse(definition) : [];
  if (!definition || fields.length === 0) return base;
  const extendedType = typeOf.get(definition) ?? extended(base, fields);
  typeOf.set(definition, extendedType);
  return extendedType;
}

function extended({ type, mapping, ...rest }: MappedType, fields: readonly ExtraField[]): MappedType {
  const group: RecordField = {
    tipo: 'GRUPO',
    titulo: 'Campos adicionais',
    campos: Object.fromEntries(fields.map((field) => [field.chave, asRecordField(field)])),
  };
  return {
    ...rest,
    type: { ...type, campos: { ...type.campos, [GROUP]: group } },
    mapping: {
      ...mapping,
      columns: { ...mapping.columns, [GROUP]: columnOf(fields) },
      rules: async (rows, writing) => {
        await mapping.rules?.(rows, writing);
        await refuseWrong(rows, fields, writing);
      },
    },
  };
}

/** Without what only its own form demands, which `refuseWrong` asks again: a file names some of the fields. */
function asRecordField(field: ExtraField): RecordField {
  const { tipo, titulo, ajuda, pessoal, opcoes = [] } = field;
  const shared = { titulo, ...(ajuda && { ajuda }), ...(pessoal && { pessoal }) };
  // Several values, and what can only be shown, are one text.
  if (tipo === 'MULTISELECT' || tipo === 'ARQUIVO' || isOnlyShown(field))
    return { ...shared, tipo: 'TEXTAREA' };
  switch (tipo) {
    case 'INTEIRO':
      return { ...shared, tipo, minimo: -MAX_INTEGER, maximo: MAX_INTEGER };
    case 'DECIMAL':
    case 'DINHEIRO':
    case 'PERCENTUAL':
      return { ...shared, tipo, tamanho: sizeOf(field), casas: Math.max(decimalsOf(field), PLACES) };
    case 'SELECT':
    case 'RADIO':
      return {
        ...shared,
        tipo: 'SELECT',
        opcoes: opcoes.map(({ valor, rotulo }) => ({ valor, rotulo })),
      };
    case 'TEXT':
    case 'TEXTAREA':
      return { ...shared, tipo: sizeOf(field) > SHORT ? 'TEXTAREA' : tipo, tamanho: sizeOf(field) };
    default:
      return { ...shared, tipo };
  }
}

const MAX_INTEGER = 2_147_483_647;
const SHORT = 255;
/** As many as a stored value may have had before a rule was narrowed. */
const PLACES = 4;

const BETWEEN = '; ';

/** What stands in the customer's extra fields under another key is kept. */
const columnOf = (fields: readonly ExtraField[]): StoredColumn => ({
  column: customers.extraFields,
  shared: true,
  read(stored) {
    const values = recordOf(stored);
    const shown = fields.flatMap((field) => {
      const value = asShown(field, values[field.chave]);
      return value === undefined ? [] : [[field.chave, value] as const];
    });
    return shown.length > 0 ? Object.fromEntries(shown) : undefined;
  },
  write(value, stored) {
    const before = recordOf(stored);
    const otherEntries = Object.entries(before).filter(([key]) => !fields.some(({ chave }) => chave === key));
    const written = fields.flatMap((field) => {
      const next = asStored(field, (value as RecordData | undefined)?.[field.chave], before[field.chave]);
      return next === undefined ? [] : [[field.chave, next] as const];
    });
    return Object.fromEntries([...otherEntries, ...written]);
  },
});

function asShown(field: ExtraField, stored: unknown): unknown {
  const value = presentValue(field, stored);
  if (value === undefined) return undefined;
  if (isOnlyShown(field)) return fieldText(field, stored);
  if (field.tipo === 'MULTISELECT') return [value].flat().join(BETWEEN);
  return campoTypes[field.tipo].options && typeof value === 'number' ? String(value) : value;
}

/** A value that is shown as it stands keeps its stored form, whatever that is. */
function asStored(field: ExtraField, given: unknown, stored: unknown): unknown {
  if (isOnlyShown(field) || given === asShown(field, stored)) return stored;
  if (given === undefined || given === null) return undefined;
  if (field.tipo === 'MULTISELECT')
    return String(given)
      .split(';')
      .map((each) => each.trim())
      .filter(Boolean);
  return isNumeric(field) && Number.isFinite(Number(given)) ? Number(given) : given;
}

/** Files and groups, and options whose source and names only its form knows. */
const isOnlyShown = ({ cadastro, fonte, tipo }: ExtraField): boolean =>
  cadastro === null || fonte !== undefined || tipo === 'ARQUIVO';

/** A step may ask for a number where extra fields have a text. */
const isNumeric = ({ cadastro }: ExtraField): boolean =>
  cadastro?.schema.type === 'number' || cadastro?.schema.type === 'integer';

/** The same rules as in the form of the extra fields, at each field. */
async function refuseWrong(
  rows: readonly PendingRow[],
  fields: readonly ExtraField[],
  { tx }: WritingRecords,
): Promise<void> {
  const column = columnOf(fields);
  for (const row of rows) {
    if (!row.changed.has(GROUP)) continue;
    const before = recordOf(row.shared[GROUP]);
    const values = column.write(row.after[GROUP], before) as RecordData;
    const { values: kept, errors } = await validatedFields(tx, 'cliente', values, {
      before: row.before && before,
      facts: customerFacts(documentKind(String(row.after.documento ?? ''))),
    });
    for (const [key, text] of Object.entries(errors)) row.refuse(`${GROUP}/${key}`, text);
    refuseFiles(row, fields, before);
    // Without what its conditions hide, and with what formulas give.
    row.after = { ...row.after, [GROUP]: column.read(kept) };
  }
}

/** A name in a sheet or call brings no file, and its absence takes none away that the customer has. */
function refuseFiles(row: PendingRow, fields: readonly ExtraField[], before: Record<string, unknown>): void {
  const given = recordOf(row.after[GROUP]);
  for (const field of fileFields(fields))
    if ((given[field.chave] ?? undefined) !== asShown(field, before[field.chave]))
      row.refuse(`${GROUP}/${field.chave}`, FILES_ELSEWHERE);
}

const FILES_ELSEWHERE = 'Arquivos se incluem e se retiram só na ficha do cliente.';
