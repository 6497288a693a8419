import type { ValidateFunction } from 'ajv';
import { codeLines, recordSchema } from '#contract/records/fields/fieldSchema.ts';
import { withDependents } from '#contract/records/fields/judgedRecord.ts';
import type {
  RecordData,
  RecordField,
  RecordFields,
  RecordFieldType,
} from '#contract/records/fields/recordField.ts';
import { type AnyRecordType, EXTERNAL_CODES } from '#contract/records/recordType.ts';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { errorTexts, type FormFinding } from '#contract/rules/forms/formMessages.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { rangeProblem } from '#contract/rules/range.ts';
import { formAjv, ROOT } from '../../config/forms/rules.ts';
import type { PendingRow } from './pendingRow.ts';
import { itemKey } from './writeItems.ts';

interface Validator {
  /** Also looked up for the sentence of each finding. */
  schema: JsonSchema;
  validate: ValidateFunction;
}

/** The validator of each type, compiled once: the schemas are the console's own, and their number is bounded. */
const validators = new WeakMap<AnyRecordType, Validator>();

function validatorOf(type: AnyRecordType): Validator {
  const cachedValidator = validators.get(type);
  if (cachedValidator) return cachedValidator;
  const schema = recordSchema(type);
  const validate = formAjv(schema, { code: { optimize: false } }).getSchema(ROOT);
  if (!validate) throw new Error(`the schema of ${type.chave} does not compile`);
  const validator = { schema, validate };
  validators.set(type, validator);
  return validator;
}

/**
 * Validates a row as it would be stored, with the schema of its form. For an existing record, only fields that the row
 * changes can fail, and those that conditions show or demand because of them: a value stored before a rule was introduced must
 * not prevent a price from being corrected.
 */
export function validateRow(type: AnyRecordType, row: PendingRow, changed: ReadonlySet<string>): void {
  refuseRepeated(type, row, changed);
  refuseBackwards(type.campos, row, changed);
  const touched = withDependents(type.campos, changed);
  for (const [path, text] of findings(type, row.after)) {
    const field = path.split('/')[0] ?? '';
    if (row.before === null || touched.has(field) || field === '') row.refuse(path, text);
  }
}

const WRONG_CODES = 'Informe o código de cada sistema, como em {"erp": "00123"}.';

/**
 * Rejects values of the wrong kind for their field, with the same sentences, and removes them from the row. This comes first
 * because names are resolved and gaps filled for all rows at once, before validation, where one such value must not stop the
 * other rows.
 */
export function refuseMalformed(type: AnyRecordType, row: PendingRow): void {
  const malformed = new Set(malformedFields(type.campos, row.given));
  if (malformed.size === 0) return;
  for (const [path, text] of findings(type, row.given))
    if (malformed.has(path.split('/')[0] ?? '')) row.refuse(path, text);
  for (const key of malformed)
    if (!Object.keys(row.errors).some((path) => path === key || path.startsWith(`${key}/`)))
      row.refuse(key, key === EXTERNAL_CODES ? WRONG_CODES : 'Este valor não pode ser gravado.');
  row.given = Object.fromEntries(Object.entries(row.given).filter(([key]) => !malformed.has(key)));
}

/** The schema's findings about a record: sentences by path, such as 'itens/0/produto'. */
function findings(type: AnyRecordType, record: RecordData): [path: string, text: string][] {
  const { schema, validate } = validatorOf(type);
  const codes = record[EXTERNAL_CODES];
  if (validate({ ...record, ...(codes !== undefined && { [EXTERNAL_CODES]: codeLines(codes) }) })) return [];
  const texts = errorTexts(schema, (validate.errors ?? []) as FormFinding[]);
  return Object.entries(texts).map(([pointer, text]) => [
    pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'),
    text,
  ]);
}

/** Ranges that cannot hold, in the record, its groups and its items: the end is where the fault is mended. */
function refuseBackwards(fields: RecordFields, row: PendingRow, changed: ReadonlySet<string>) {
  const check = (inner: RecordFields, data: RecordData, path: string) => {
    for (const [key, field] of Object.entries(inner)) {
      const value = data[key];
      const at = `${path}${key}`;
      if (field.tipo === 'GRUPO' && isRecord(value)) check(field.campos ?? {}, value, `${at}/`);
      if (field.tipo === 'LISTA' && Array.isArray(value))
        for (const [index, item] of value.entries())
          if (isRecord(item)) check(field.campos ?? {}, item, `${at}/${index}/`);
      const end = field.ate === undefined ? undefined : inner[field.ate];
      const problem =
        end &&
        rangeProblem(value, data[field.ate ?? ''], { tipo: field.tipo, zeroIsOpen: end.zeroSemFim ?? false });
      const own = (path === '' ? [key, field.ate ?? ''] : [path.split('/')[0] ?? '']).some((one) =>
        changed.has(one),
      );
      if (problem && (row.before === null || own)) row.refuse(`${path}${field.ate}`, problem);
    }
  };
  check(fields, row.after, '');
}

/** A list item is identified by its key, so two with the same key would be one. */
function refuseRepeated(type: AnyRecordType, row: PendingRow, changed: ReadonlySet<string>) {
  for (const [key, field] of Object.entries(type.campos)) {
    const items = row.given[key];
    if (!field.codigo || !Array.isArray(items) || !changed.has(key)) continue;
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      const own = itemKey(field, item ?? {});
      if (seen.has(own))
        row.refuse(`${key}/${index}/${field.codigo[0]}`, 'Repete um item que já está na lista.');
      seen.add(own);
    }
  }
}

type Loose = Readonly<Record<string, unknown>>;

type Shape = (value: unknown, field: RecordField) => boolean;

/** PostgreSQL cannot store NUL, and half of a surrogate pair is not a character. */
const isText: Shape = (value) =>
  typeof value === 'string' && !value.includes('\0') && !/\p{Surrogate}/u.test(value);

const CODE: RecordField = { tipo: 'TEXT', titulo: '' };

const isCodes = (value: unknown): boolean =>
  isRecord(value) &&
  Object.entries(value).every(
    ([source, code]) => isText(source, CODE) && (code === null || isText(code, CODE)),
  );

const isSound: Shape = (value, { campos = {} }) =>
  isRecord(value) && malformedFields(campos, value).length === 0;

const SHAPES: Partial<Record<RecordFieldType, Shape>> = {
  INTEIRO: (value) => Number.isInteger(value) && Math.abs(Number(value)) < MAX_INTEGER,
  CHECKBOX: (value) => typeof value === 'boolean',
  // By its key, or as `{ fonte, codigo }`.
  REFERENCIA: (value, field) =>
    isText(value, field) || (isRecord(value) && isText(value.fonte, field) && isText(value.codigo, field)),
  GRUPO: isSound,
  MULTISELECT: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  LISTA: (value, field) => Array.isArray(value) && value.every((item) => isSound(item, field)),
};

const isShaped = (field: RecordField, value: unknown): boolean =>
  (SHAPES[field.tipo] ?? isText)(value, field);

/**
 * The given fields whose value is of the wrong kind, which no mapping or query handles. Only the kind is checked here;
 * whether the value is right is for the validator to decide.
 */
const malformedFields = (fields: RecordFields, data: Loose): string[] =>
  Object.entries(data)
    .filter(([key, value]) => {
      if (value === undefined || value === null) return false;
      if (key === EXTERNAL_CODES) return !isCodes(value);
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return field !== undefined && !isShaped(field, value);
    })
    .map(([key]) => key);

const MAX_INTEGER = 2 ** 31;
