export type Meta = Readonly<Record<string, unknown>>;

/** What may be written at a place: a key with its description, or a value. */
export interface Suggestion {
  label: string;
  detail?: string;
  /** What it is for, in Portuguese, as the meta-schema says it. */
  info?: string;
}

/** Keys that an object at `path` may have. */
export function keySuggestions(root: Meta, path: readonly (string | number)[]): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const schema of schemasAt(root, path)) {
    const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
    for (const [key, given] of Object.entries(asMeta(schema.properties))) {
      const inner = variants(root, asMeta(given));
      const known = found.get(key);
      found.set(key, {
        label: key,
        ...textOf('detail', [...new Set(inner.flatMap(typesOf))].join(' ou ') || known?.detail),
        ...textOf('info', infoOf(inner, required.has(key)) || known?.info),
      });
    }
  }
  return [...found.values()];
}

/** Values that a place may hold, as JSON: enums, constants, yes and no, and the brackets of lists and objects. */
export function valueSuggestions(root: Meta, path: readonly (string | number)[]): Suggestion[] {
  const values = new Map<string, Suggestion>();
  const add = (value: unknown, info?: unknown) => {
    const label = JSON.stringify(value);
    values.set(label, { label, ...textOf('info', info) });
  };
  for (const schema of schemasAt(root, path)) {
    if ('const' in schema) add(schema.const, schema.description);
    for (const value of Array.isArray(schema.enum) ? schema.enum : []) add(value, schema.description);
    for (const type of typesOf(schema)) {
      if (type === 'boolean') for (const value of [true, false]) add(value, schema.description);
      if (type === 'null') add(null, schema.description);
      if (type === 'object') values.set('{}', { label: '{}', ...textOf('info', schema.description) });
      if (type === 'array') values.set('[]', { label: '[]', ...textOf('info', schema.description) });
    }
  }
  return [...values.values()];
}

/** Every schema that speaks of the value at `path`; an unknown key answers none. */
export function schemasAt(root: Meta, path: readonly (string | number)[]): Meta[] {
  return path.reduce<Meta[]>(
    (schemas, step) => schemas.flatMap((schema) => childrenOf(root, schema, step)),
    variants(root, root),
  );
}

function childrenOf(root: Meta, schema: Meta, step: string | number): Meta[] {
  if (typeof step === 'number') return variants(root, asMeta(schema.items));
  const properties = asMeta(schema.properties);
  if (step in properties) return variants(root, asMeta(properties[step]));
  const patterns = Object.entries(asMeta(schema.patternProperties))
    .filter(([pattern]) => new RegExp(pattern, 'u').test(step))
    .flatMap(([, inner]) => variants(root, asMeta(inner)));
  return patterns.length > 0 ? patterns : variants(root, asMeta(schema.additionalProperties));
}

/** A schema, what it refers to, and what it is joined of. */
function variants(root: Meta, schema: Meta, depth = 0): Meta[] {
  if (depth > 8 || Object.keys(schema).length === 0) return [];
  const { $ref, ...own } = schema;
  const target = typeof $ref === 'string' ? targetOf(root, $ref) : null;
  const joined = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(own[key]) ? own[key] : []));
  const branches = ['then', 'else'].map((key) => own[key]);
  return [
    ...(Object.keys(own).length > 0 ? [own] : []),
    ...[target, ...joined, ...branches].flatMap((each) => variants(root, asMeta(each), depth + 1)),
  ];
}

function targetOf(root: Meta, ref: string): unknown {
  if (!ref.startsWith('#')) return null;
  return ref
    .slice(2)
    .split('/')
    .filter(Boolean)
    .reduce<unknown>((inner, step) => asMeta(inner)[step], root);
}

const WORDS: Record<string, string> = {
  string: 'texto',
  number: 'número',
  integer: 'inteiro',
  boolean: 'sim ou não',
  array: 'lista',
  object: 'objeto',
  null: 'null',
};

const typesOf = ({ type }: Meta): string[] =>
  (Array.isArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string');

const infoOf = (schemas: readonly Meta[], required: boolean) => {
  const description = schemas.find(({ description: text }) => typeof text === 'string')?.description;
  return [description, required ? 'Obrigatória.' : ''].filter(Boolean).join(' ');
};

const textOf = <K extends string>(key: K, text: unknown): { [name in K]?: string } => {
  if (typeof text !== 'string' || text === '') return {};
  const words = key === 'detail' ? text.replace(/\b[a-z]+\b/g, (word) => WORDS[word] ?? word) : text;
  return { [key]: words } as { [name in K]?: string };
};

const asMeta = (value: unknown): Meta =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Meta) : {};
