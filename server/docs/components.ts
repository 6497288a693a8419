import { Kind, type TSchema } from '@sinclair/typebox';
import { entityModules } from '../../contract/entities.ts';
import { paramNames, type Route } from '../../contract/route.ts';

export type Json = Record<string, unknown>;

/** A component of the document: its JSON Schema, its name, and the object that it was read from. */
interface Entity {
  name: string;
  schema: object;
}

/** Every schema that the contract exports under a capital, in the order of its modules. */
export function entities(modules = entityModules): Entity[] {
  return Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      /^\p{Lu}/u.test(name) && isSchema(value) ? [{ name, schema: value }] : [],
    ),
  );
}

const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Kind in value;

/**
 * Schemas as the document writes them: what the contract exports is referred to by its name, a choice of words is an
 * `enum`, and a value that may be null says so in its `type`. `used` holds what was referred to so far.
 */
export class Components {
  readonly used: Record<string, unknown> = {};
  private readonly names = new Map<string, string>();
  private readonly byObject = new Map<object, string>();

  constructor(modules = entityModules) {
    for (const { name, schema } of entities(modules)) this.know(name, schema);
  }

  /** A schema that has no name of its own, such as a body: called so from here on, in every place. */
  referAs(name: string, schema: object): Json {
    if (!this.byObject.has(schema) && !this.names.has(JSON.stringify(schema))) this.know(name, schema);
    return this.refer(schema) as Json;
  }

  private know(name: string, schema: object) {
    this.byObject.set(schema, name);
    const shape = JSON.stringify(schema);
    if (!this.names.has(shape)) this.names.set(shape, name);
  }

  /** A schema of the contract in its place. A clone (an optional property is one) is known by its shape. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.refer(one));
    if (typeof schema !== 'object' || schema === null) return schema;
    const name = this.byObject.get(schema) ?? this.names.get(JSON.stringify(schema));
    if (name) return this.named(name, () => this.written(schema));
    const written = this.written(schema);
    const wrapped = wrapperName(written);
    return wrapped ? this.named(wrapped, () => written) : written;
  }

  private named(name: string, write: () => unknown): Json {
    if (!(name in this.used)) {
      // Before its parts, which may refer to it.
      this.used[name] = {};
      this.used[name] = write();
    }
    return { $ref: `${SCHEMAS}${name}` };
  }

  private written(schema: object): Json {
    // The mark of what is masked is for the server: what it does to an answer is said once, in the head.
    const described = Object.entries(schema).filter(
      ([key, value]) => key !== 'pessoal' || typeof value !== 'string',
    );
    const parts = described.map(([key, value]) => [key, this.refer(value)]);
    return asNullable(asEnum(flat(Object.fromEntries(parts))));
  }
}

const SCHEMAS = '#/components/schemas/';

/** A page or a single answer of an entity is called after it: `PickupRowPage`, `PickupAnswer`. */
function wrapperName(schema: Json): string | undefined {
  const { itens, data, paginator, ...more } = (schema.properties ?? {}) as Record<string, Json>;
  if (Object.keys(more).length) return undefined;
  const named = (one: unknown) => String((one as Json | undefined)?.$ref ?? '').replace(SCHEMAS, '');
  if (data && !itens && !paginator && named(data)) return `${named(data)}Answer`;
  return itens && paginator && !data && named(itens.items) ? `${named(itens.items)}Page` : undefined;
}

interface Choice extends Json {
  anyOf: Json[];
}

const isChoice = (schema: Json): schema is Choice => Array.isArray(schema.anyOf);

/** A choice of choices is one choice. */
function flat(schema: Json): Json {
  if (!isChoice(schema)) return schema;
  const anyOf = schema.anyOf.flatMap((one) => (isChoice(one) ? one.anyOf : [one]));
  return { ...schema, anyOf };
}

/** A union of literals of one type. */
function asEnum(schema: Json): Json {
  if (!isChoice(schema) || !schema.anyOf.every((one) => 'const' in one)) return schema;
  const { anyOf, ...rest } = schema;
  const types = [...new Set(anyOf.map(({ type }) => type))];
  return types.length === 1 ? { ...rest, type: types[0], enum: anyOf.map((one) => one.const) } : schema;
}

/** A value or null; a reference stays a choice, because nothing can be added to it. */
function asNullable(schema: Json): Json {
  if (!isChoice(schema) || schema.anyOf.length !== 2) return schema;
  const { anyOf, ...rest } = schema;
  const [value, nothing] = anyOf as [Json, Json];
  if (nothing.type !== 'null' || typeof value.type !== 'string') return schema;
  return {
    ...value,
    ...rest,
    type: [value.type, 'null'],
    ...('const' in value && { const: undefined, enum: [value.const, null] }),
    ...(Array.isArray(value.enum) && { enum: [...value.enum, null] }),
  };
}

/**
 * The parameters of a call. A path that two calls name differently has one name in the document: `pathNames` holds it
 * in the order of the path.
 */
export function parametersOf(route: Route, pathNames: string[], components: Components): Json[] {
  const inPath = paramNames(route.path).map((name, index) => ({
    name: pathNames[index] ?? name,
    in: 'path',
    required: true,
    schema: components.refer(route.params?.properties[name]),
  }));
  const inQuery = Object.entries(route.query?.properties ?? {}).map(([name, schema]) => ({
    name: (schema as TSchema).type === 'array' ? `${name}[]` : name,
    in: 'query',
    ...(route.query?.required?.includes(name) && { required: true }),
    schema: components.refer(schema),
  }));
  return [...inPath, ...inQuery, ...headers(route)];
}

/** Headers that mean something to a call. By cookie every command needs `App`; a GET that changes state always. */
function headers(route: Route): Json[] {
  const header = (name: string, description: string, required = false) => ({
    name,
    in: 'header',
    ...(required && { required }),
    description,
    schema: { type: 'string', maxLength: 200 },
  });
  const command = route.permission !== 'public' && (route.method !== 'GET' || route.effect);
  return [
    ...(command ? [header('App', 'Sistema que faz a chamada.', route.effect)] : []),
    ...(route.idempotent
      ? [header('Idempotency-Key', 'Repetida, responde o mesmo e não faz nada outra vez.')]
      : []),
  ];
}

interface Operation extends Json {
  parameters?: Json[];
}

/** Takes parameters that several operations share out of them, under a name; answers the named ones. */
export function shareParameters(operations: Operation[]): Json {
  const uses = new Map<string, number>();
  const all = operations.flatMap(({ parameters = [] }) => parameters);
  for (const one of all) {
    const text = JSON.stringify(one);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared = [...uses].filter(([, count]) => count > 1).map(([text]) => text);
  const named = nameEach(shared.sort());
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((one) => {
      const name = named.get(JSON.stringify(one));
      return name ? { $ref: `#/components/parameters/${name}` } : one;
    });
  }
  return Object.fromEntries([...named].map(([text, name]) => [name, JSON.parse(text)]));
}

/** By its own name; of several shapes under one name also by title, and by number where that is not enough. */
function nameEach(parameters: string[]): Map<string, string> {
  const named = new Map<string, string>();
  const taken = new Set<string>();
  const ownName = (text: string) => plainName((JSON.parse(text) as { name: string }).name);
  for (const text of parameters) {
    const { schema, required } = JSON.parse(text) as { schema: { title?: string }; required?: boolean };
    const alone = parameters.filter((other) => ownName(other) === ownName(text)).length === 1;
    const base = alone
      ? ownName(text)
      : `${ownName(text)}.${plainName(schema.title ?? (required ? 'obrigatorio' : 'opcional'))}`;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}.${count}`;
    taken.add(name);
    named.set(text, name);
  }
  return named;
}

/** Names of components take no accents, brackets or spaces. */
const plainName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9_ -]/g, '')
    .trim()
    .replace(/\s+/g, '-');
