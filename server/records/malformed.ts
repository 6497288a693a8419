import type { RecordField, RecordFields, RecordFieldType } from '../../contract/records/recordField.ts';
import { EXTERNAL_CODES } from '../../contract/records/recordType.ts';

type Loose = Readonly<Record<string, unknown>>;
type Shape = (value: unknown, field: RecordField) => boolean;

/**
 * The given fields that hold another kind of value than the field takes: what no mapping and no query is written for.
 * A sound kind is all that is asked here; whether the value is right is the judge's.
 */
export const malformedFields = (fields: RecordFields, data: Loose): string[] =>
  Object.entries(data)
    .filter(([key, value]) => {
      if (value === undefined || value === null) return false;
      if (key === EXTERNAL_CODES) return !isCodes(value);
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return field !== undefined && !isShaped(field, value);
    })
    .map(([key]) => key);

const isShaped = (field: RecordField, value: unknown): boolean =>
  (SHAPES[field.tipo] ?? isText)(value, field);

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** PostgreSQL holds no NUL, and half of a pair of surrogates is no character. */
const isText: Shape = (value) =>
  typeof value === 'string' && !value.includes('\0') && !/\p{Surrogate}/u.test(value);

const MOST = 2 ** 31;
const isSound: Shape = (value, { campos = {} }) =>
  isObject(value) && malformedFields(campos, value).length === 0;

const SHAPES: Partial<Record<RecordFieldType, Shape>> = {
  INTEIRO: (value) => Number.isInteger(value) && Math.abs(Number(value)) < MOST,
  CHECKBOX: (value) => typeof value === 'boolean',
  // By its key, or as `{ fonte, codigo }`.
  REFERENCIA: (value, field) =>
    isText(value, field) || (isObject(value) && isText(value.fonte, field) && isText(value.codigo, field)),
  GRUPO: isSound,
  LISTA: (value, field) => Array.isArray(value) && value.every((item) => isSound(item, field)),
};

const isCodes = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([source, code]) => isText(source, CODE) && (code === null || isText(code, CODE)),
  );
const CODE: RecordField = { tipo: 'TEXT', titulo: '' };
