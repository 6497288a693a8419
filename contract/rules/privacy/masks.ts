import { isRecord } from '../jsonRecord.ts';
import { phoneEnds } from '../phone.ts';
import { isHiddenReference } from './hiddenReference.ts';

/**
 * The kind of personal data in a marked field (`pessoal`, beside its title; LGPD art. 5, I). Names and sentences are not
 * marked, because customers could not be served without them. TEXTO is a text of which no part may be shown; FRASE a sentence
 * or message that may contain a document, an e-mail or a phone; OCULTO content without fields of its own (the values of an
 * audit entry).
 */
export const PERSONAL_KINDS = [
  'DOCUMENTO',
  'EMAIL',
  'TELEFONE',
  'NASCIMENTO',
  'ENDERECO',
  'TEXTO',
  'FRASE',
  'OCULTO',
] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

export const isPersonalKind = (value: unknown): value is PersonalKind =>
  PERSONAL_KINDS.some((kind) => kind === value);

/** The value shown to people who may not see personal data. Empty values stay empty. */
export function masked(kind: PersonalKind, value: unknown): unknown {
  if (value === null || value === undefined || value === '' || isMask(value) || isHiddenReference(value))
    return value;
  if (kind === 'OCULTO') return hidden(value);
  if (Array.isArray(value)) return value.map((each) => masked(kind, each));
  return typeof value === 'string' ? MASKS[kind](value) : null;
}

/** An empty value of the same type, so that the response keeps its shape. */
const hidden = (value: unknown): unknown =>
  Array.isArray(value) ? [] : typeof value === 'object' ? {} : typeof value === 'string' ? HIDDEN : null;

/** Replaces a value of which no part may be shown. */
export const HIDDEN = '***';
const HIDDEN_DAY = '****-**-**';

const MASKS: Readonly<Record<Exclude<PersonalKind, 'OCULTO'>, (text: string) => string>> = {
  DOCUMENTO: maskedDocument,
  EMAIL: maskedEmail,
  TELEFONE: maskedPhone,
  NASCIMENTO: () => HIDDEN_DAY,
  ENDERECO: () => HIDDEN,
  TEXTO: () => HIDDEN,
  FRASE: maskedSentence,
};

/** Shows only the middle of every CPF in a text: `***.456.789-**`. A company's document is public and is kept. */
function maskedDocument(text: string): string {
  return text.replace(CPF, (_, middle: string, end: string) => `***.${middle}.${end}-**`);
}
/** Eleven digits that are not part of a longer number, valid or not. */
const CPF = /(?<![\dA-Z])\d{3}\.?(\d{3})\.?(\d{3})-?\d{2}(?![\dA-Z])/gi;

/**
 * The first letter and the domain of every address in a text: `m***@dominio.com.br`. A text without an address, such as
 * `@maria`, is hidden as a whole.
 */
function maskedEmail(text: string): string {
  const mask = text.replace(ADDRESS, (_, first: string) => `${first}***@`);
  return mask === text ? HIDDEN : mask;
}
const ADDRESS = /([^\s@<>,;])[^\s@<>,;]*@/g;

/** Shows only the area code or country and the last four digits: `(11) *****-1234`. */
function maskedPhone(text: string): string {
  const ends = phoneEnds(text);
  return ends ? `${ends.prefix}${'*'.repeat(ends.hidden)}-${ends.tail}` : HIDDEN;
}

function maskedSentence(text: string): string {
  return maskedDocument(text.replace(ADDRESS_WITHIN, (_, first: string) => `${first}***@`)).replace(
    PHONE,
    maskedPhone,
  );
}
/** Also matches between the quotes and brackets of HTML, which is kept intact. */
const ADDRESS_WITHIN = /([^\s@<>,;:"'=()&])[^\s@<>,;:"'=()&]{0,63}@/g;
const PHONE =
  /\(\d{2}\) \d{4,5}-\d{4}|\+\d{1,3} (?:\(\d{3}\) )?\d[\d -]{4,16}\d|\b0[3589]00 \d{3} \d{3,4}\b|\b(?:300\d|40\d\d)-\d{4}\b/g;

/** Whether a text is a mask shown in place of a value. It is not a value itself and is never stored. */
export const isMask = (value: unknown): boolean =>
  typeof value === 'string' && (value === HIDDEN || value === HIDDEN_DAY || MASKED.test(value));
const MASKED = /^(?:\*{3}\.\d{3}\.\d{3}-\*\*|\S?\*{3}@\S*|(?:\(\d{2}\) |\+\d{1,3} )?\*{4,}-\d{4})$/;

/** A JSON Schema of the contract, a registration step, extra fields or a record type; all use the same mark. */
type Schema = Readonly<Record<string, unknown>>;
type Masker = (value: unknown) => unknown;

/**
 * Builds the function that masks a value of the schema for people who may not see personal data; `null` if the schema marks
 * nothing that is masked. Unaffected parts are returned as the same objects.
 */
export function maskerOf(schema: unknown, root: unknown = schema): Masker | null {
  if (!isRecord(schema)) return null;
  const { pessoal } = schema;
  if (isPersonalKind(pessoal)) return (value) => masked(pessoal, value);
  const target = resolveRef(schema.$ref, root);
  const parts = [
    target && maskerOf(target, root),
    ...alternatives(schema).map((each) => maskerOf(each, root)),
    objectMasker(schema, root),
    arrayMasker(schema, root),
  ].filter((each): each is Masker => Boolean(each));
  return parts.length === 0 ? null : (value) => parts.reduce((left, mask) => mask(left), value);
}

const alternatives = ({ anyOf, allOf, oneOf, ...schema }: Schema): unknown[] => [
  ...[anyOf, allOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : [])),
  ...[schema.then, schema.else],
];

/** `#/$defs/name`, the only form of reference used in the definitions. */
function resolveRef(ref: unknown, root: unknown): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return null;
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : null), root);
}

function objectMasker({ properties, patternProperties, additionalProperties }: Schema, root: unknown) {
  const named = maskersOf(properties, root);
  const [others] = [...maskersOf(patternProperties, root).values(), maskerOf(additionalProperties, root)];
  if (named.size === 0 && !others) return null;
  return (value: unknown): unknown => {
    if (!isRecord(value)) return value;
    if (!others) return withMasked(value, named);
    const schemas = isRecord(properties) ? properties : {};
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        const mask = named.get(key) ?? (Object.hasOwn(schemas, key) ? null : others);
        return [key, mask ? mask(child) : child];
      }),
    );
  };
}

/** A copy with the named parts masked; most of a record's fields have no mask. */
function withMasked(value: Schema, named: ReadonlyMap<string, Masker>): Schema {
  const copy: Record<string, unknown> = { ...value };
  for (const [key, mask] of named) if (Object.hasOwn(value, key)) copy[key] = mask(value[key]);
  return copy;
}

const maskersOf = (schemas: unknown, root: unknown): Map<string, Masker> =>
  new Map(
    Object.entries(isRecord(schemas) ? schemas : {}).flatMap(([key, schema]) => {
      const mask = maskerOf(schema, root);
      return mask ? [[key, mask] as const] : [];
    }),
  );

function arrayMasker({ items }: Schema, root: unknown): Masker | null {
  const mask = maskerOf(items, root);
  return mask && ((value) => (Array.isArray(value) ? value.map(mask) : value));
}

/** Dotted paths of the masks in a value, that is, what a person sends back without having been shown it. */
export function maskPaths(value: unknown, path = ''): string[] {
  if (isMask(value)) return [path || 'corpo'];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => maskPaths(child, path ? `${path}.${key}` : key));
}
