import type { TSchema } from '@sinclair/typebox';
import { formatOf } from '#contract/field.ts';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import { UNTYPED } from '#contract/rules/draftReading.ts';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { listText } from '#contract/rules/text.ts';

/** The schemas of what stands at a pointer of a draft, whose titles name it. None: the form has no such field any more. */
export type DraftFields = (pointer: string) => readonly JsonSchema[];

/** Those of a draft that has the shape of this schema. */
export const fieldsOf =
  (schema: JsonSchema): DraftFields =>
  (pointer) =>
    fieldSchemas(schema, pointer);

/** For what stands in a draft and nobody typed. */
export const untyped: JsonSchema = { [UNTYPED]: true };

/** What the form had once, or another version of it has. */
export const OTHER_FIELD = 'Outro campo';

export interface DraftText {
  label: string;
  value: string;
}

/**
 * Everything that was written in a draft, each with the titles of its field and of what that stands in: 'Itens 2 › Observação'.
 * What has a schema without a title is only a part of what it stands in.
 */
export function draftTexts(content: unknown, fields: DraftFields): DraftText[] {
  return textsAt(content, { fields, pointer: '', path: [] });
}

/** The same for a part of a draft that has a name already. */
export const partTexts = (content: unknown, name: string, label: string, fields: DraftFields): DraftText[] =>
  textsAt(content, { fields, pointer: `/${escapePointer(name)}`, path: [label] });

interface Place {
  fields: DraftFields;
  pointer: string;
  /** The titles on the way. */
  path: readonly string[];
}

function textsAt(content: unknown, { fields, pointer, path }: Place): DraftText[] {
  if (Array.isArray(content)) return listTexts(content, { fields, pointer, path });
  if (isFile(content)) return [{ label: labelOf(path), value: content.nome }];
  if (isRecord(content))
    return Object.entries(content).flatMap(([key, value]) => {
      const at = `${pointer}/${escapePointer(key)}`;
      const schemas = fields(at);
      if (schemas.some((schema) => schema[UNTYPED] === true)) return [];
      return textsAt(value, { fields, pointer: at, path: pathTo(path, schemas) });
    });
  const value = valueText(content, fields(pointer));
  return value ? [{ label: labelOf(path), value }] : [];
}

/** What was chosen among several is one line; entries have numbers. */
function listTexts(entries: readonly unknown[], { fields, pointer, path }: Place): DraftText[] {
  if (entries.every((entry) => !isRecord(entry) && !Array.isArray(entry))) {
    const value = listText(
      entries.map((entry, at) => valueText(entry, fields(`${pointer}/${at}`))).filter(Boolean),
    );
    return value ? [{ label: labelOf(path), value }] : [];
  }
  const last = path.at(-1);
  return entries.flatMap((entry, at) => {
    const numbered = last === undefined ? `${at + 1}` : `${last} ${at + 1}`;
    return textsAt(entry, { fields, pointer: `${pointer}/${at}`, path: [...path.slice(0, -1), numbered] });
  });
}

function pathTo(path: readonly string[], schemas: readonly JsonSchema[]): readonly string[] {
  if (schemas.length === 0) return path.at(-1) === OTHER_FIELD ? path : [...path, OTHER_FIELD];
  const title = titleIn(schemas);
  return title === undefined ? path : [...path, title];
}

/** The title of an option is that of a choice and not of the field. */
const titleIn = (schemas: readonly JsonSchema[]): string | undefined =>
  schemas.flatMap(({ title, const: only }) =>
    typeof title === 'string' && only === undefined ? title : [],
  )[0];

const labelOf = (path: readonly string[]) => path.join(' › ') || 'Escrito';

function valueText(value: unknown, schemas: readonly JsonSchema[]): string {
  if (schemas.some(isId)) return '';
  if (value === true) return titleIn(schemas) === undefined ? '' : 'Sim';
  if (typeof value === 'number') return `${value}`;
  if (typeof value !== 'string') return '';
  const option = schemas.find((schema) => schema.const === value && typeof schema.title === 'string');
  return option ? String(option.title) : wordsOf(value);
}

/** A number that only the database knows tells its reader nothing. */
const isId = (schema: JsonSchema) => formatOf(schema as TSchema) === 'id';

/** The text of an HTML string. */
const wordsOf = (text: string): string =>
  (text.includes('<')
    ? (new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '')
    : text
  ).trim();

const isFile = (value: unknown): value is { nome: string } =>
  isRecord(value) && typeof value.id === 'string' && typeof value.nome === 'string' && 'tamanho' in value;
