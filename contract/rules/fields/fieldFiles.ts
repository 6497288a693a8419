import type { FileRef } from '../../config/platform.ts';
import type { ExtraField } from './extraField.ts';

/** The most files that a field may ask for. */
export const MAX_FIELD_FILES = 20;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys of a reference in the order in which the database gives them back, so that equal values are equal texts. */
export function orderedFile(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id, mime, nome, tamanho, ...rest } = value;
  return { id, mime, nome, tamanho, ...rest };
}

const isFile = (value: unknown): value is FileRef => isObject(value) && typeof value.id === 'string';

/** The files that a value of a field refers to, each once; what is none, from before the field kept files, is left out. */
export function filesHeld(value: unknown): FileRef[] {
  const found = new Map([value].flat().flatMap((each) => (isFile(each) ? [[each.id, each] as const] : [])));
  return [...found.values()];
}

/** The values with files by their names, as people read them in a log. */
export const withFileNames = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const fileRefs = Array.isArray(value) ? filesHeld(value) : [];
      return [key, fileRefs.length > 0 ? fileRefs.map(({ nome }) => nome).join(', ') : value];
    }),
  );

/** The fields that keep files. An archived one keeps what it has. */
export const fileFields = (fields: readonly ExtraField[]): ExtraField[] =>
  fields.filter(({ tipo }) => tipo === 'ARQUIVO');

/** The values without references to files: a copy of a record does not have the files of the first one. */
export const withoutFiles = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => !Array.isArray(value) || filesHeld(value).length === 0),
  );
