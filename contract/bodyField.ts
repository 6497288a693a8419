import type { TObject, TSchema } from '@sinclair/typebox';
import { choicesOf, formatOf, titleOf } from './field.ts';
import type { Route } from './route.ts';
import { labelWord } from './words/words.ts';

/** How a value of a body is asked for. */
type InputKind = 'text' | 'email' | 'phone' | 'integer' | 'decimal' | 'day' | 'flag' | 'choice' | 'reference';

/** What a form needs to know about a field of a route's body. */
export interface BodyFieldWords {
  label: string;
  /** A reference is chosen among options from data. Absent for an instant, a list, a group or what takes several shapes. */
  kind?: InputKind;
  /** Whether it takes several values. */
  list: boolean;
  /** Whether the body is refused without it, or with it empty. */
  required: boolean;
  /** Whether it must not be empty when it is sent, although it may be left out, as in an update of some fields. */
  filled: boolean;
  /** Longest text, in characters. */
  maxLength?: number;
  /** Lines of a text that its field shows at least; 1 for one that has no line breaks. */
  lines: number;
  /** Limits of a number. */
  min?: number;
  max?: number;
  /** Most decimals of a number. */
  places?: number;
  choices: readonly { value: string; label: string }[];
  nullable: boolean;
}

/** From this length on a text has lines. */
const LONG = 240;
const VERY_LONG = 1000;

/**
 * Label, length, lines, choices and whether a field of a route's body is required, as its schema says. Throws for a field
 * that the body does not have, or without a title.
 */
export function bodyField({ body, path }: Pick<Route, 'body' | 'path'>, name: string): BodyFieldWords {
  const schema = body?.properties[name] as TSchema | undefined;
  const label = schema && titleOf(schema);
  if (!body || !schema || !label) throw new Error(`${name} of ${path} has no title`);
  const nullable = ((schema.anyOf ?? []) as TSchema[]).some(({ type }) => type === 'null');
  const [only, second] = choicesOf(schema);
  const own = only && !second ? only : schema;
  const kind = kindOf(own);
  const filled =
    !nullable && (kind === 'text' || kind === 'email' || kind === 'phone' ? own.minLength > 0 : true);
  const text = kind === 'text' ? Number(own.maxLength ?? 0) : 0;
  return {
    label: labelWord(label),
    ...(kind && { kind }),
    list: own.type === 'array',
    required: isRequired(body, name) && filled && kind !== 'flag',
    filled: filled && kind !== 'flag',
    ...(own.maxLength !== undefined && { maxLength: Number(own.maxLength) }),
    lines: text >= VERY_LONG ? 3 : text >= LONG ? 2 : 1,
    ...(own.minimum !== undefined && { min: Number(own.minimum) }),
    ...(own.maximum !== undefined && { max: Number(own.maximum) }),
    ...(kind === 'decimal' && { places: placesOf(own) }),
    choices: kind === 'choice' ? constantsOf(own) : [],
    nullable,
  };
}

const isRequired = ({ required }: TObject, name: string): boolean => (required ?? []).includes(name);

const PERSONAL: Readonly<Record<string, InputKind>> = { EMAIL: 'email', TELEFONE: 'phone' };

function kindOf(schema: TSchema): InputKind | undefined {
  if (schema.format === 'email') return 'email';
  const personal = PERSONAL[String(schema.pessoal)];
  if (personal) return personal;
  const format = formatOf(schema);
  if (format === 'id') return 'reference';
  if (format === 'instant') return undefined;
  // Texts of several languages, lists and groups are 'text' to `field`, which only aligns them.
  return format === 'text' && schema.type !== 'string' ? undefined : format;
}

/** Options without a title are codes, which their screen names. */
const constantsOf = ({ anyOf, const: only, title }: TSchema) =>
  ((anyOf ?? [{ const: only, title }]) as TSchema[]).map((option) => ({
    value: String(option.const),
    label: option.title ?? String(option.const),
  }));

/** `Decimal` allows eight; a narrower pattern says how many. */
const placesOf = ({ pattern }: TSchema): number => Number(/\{1,(\d+)\}\)\?/.exec(String(pattern))?.[1] ?? 2);

/** The fields that the body declares, in its order; the version is the form's own business. */
export const bodyFieldNames = ({ body }: Pick<Route, 'body'>): string[] =>
  Object.keys(body?.properties ?? {}).filter((name) => name !== 'versao');

/** What is said of a field that is needed and empty, on the screen as by the server. */
export const missingText = (
  { missing, sentences }: Pick<Route, 'missing' | 'sentences'>,
  name: string,
): string => missing?.[name] ?? sentences?.[name] ?? 'Campo obrigatório';

/** What a field holds before anybody wrote into it; null where it does not begin as a text, as an id chosen among options. */
export const emptyOf = ({ kind, list, nullable, choices }: BodyFieldWords): unknown => {
  if (nullable) return null;
  if (list) return [];
  if (kind === 'flag') return false;
  if (kind === 'choice') return choices[0]?.value ?? '';
  return kind && WRITTEN.has(kind) ? '' : null;
};

const WRITTEN: ReadonlySet<InputKind> = new Set(['text', 'email', 'phone']);
