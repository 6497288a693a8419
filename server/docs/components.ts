import { Kind, type TSchema } from '@sinclair/typebox';
import { entityModules } from '#contract/entities.ts';
import { paramNames, type Route } from '#contract/route.ts';

export type Json = Record<string, unknown>;

/** A component of the document: its JSON Schema and its name. `schema` is the object as exported. */
interface Entity {
  name: string;
  schema: object;
}

/** Every schema that the contract exports under a capitalized name, in the order of its modules. */
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
 * Writes schemas the way the document needs them: exported schemas are referenced by name, a union of literals becomes an
 * `enum`, and a nullable value says so in its `type`. `used` holds the schemas referenced so far.
 */
export class Components {
  readonly used: Record<string, unknown> = {};
  private readonly names = new Map<string, string>();
  private readonly byObject = new Map<object, string>();

  constructor(modules = entityModules) {
    for (const { name, schema } of entities(modules)) this.know(name, schema);
  }

  /** Gives a name to a schema without one, such as a body; from here on it is referenced by that name everywhere. */
  referAs(name: string, schema: object): Json {
    if (!this.byObject.has(schema) && !this.names.has(JSON.stringify(schema))) this.know(name, schema);
    return this.refer(schema) as Json;
  }

  private know(name: string, schema: object) {
    this.byObject.set(schema, name);
    const shape = JSON.stringify(schema);
    if (!this.names.has(shape)) this.names.set(shape, name);
  }

  /**
   * Returns the schema, or a reference to it if it has a name. A clone (such as an optional property) is recognized by its
   * shape.
   */
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
      // Set before its parts are written, since they may refer to it.
      this.used[name] = {};
      this.used[name] = write();
    }
    return { $ref: `${SCHEMAS}${name}` };
  }

  private written(schema: object): Json {
    // The masking mark is for the server only; its effect on answers is described once, in the document's introduction.
    const described = Object.entries(schema).filter(
      ([key, value]) => key !== 'pessoal' || typeof value !== 'string',
    );
    const parts = described.map(([key, value]) => [key, this.refer(value)]);
    return asNullable(asEnum(flat(Object.fromEntries(parts))));
  }
}

const SCHEMAS = '#/components/schemas/';

/** A page or a single answer of an entity is named after it: `PickupRowPage`, `PickupAnswer`. */
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

/** Flattens a union of unions. */
function flat(schema: Json): Json {
  if (!isChoice(schema)) return schema;
  const anyOf = schema.anyOf.flatMap((one) => (isChoice(one) ? one.anyOf : [one]));
  return { ...schema, anyOf };
}

/** Turns a union of literals of one type into an `enum`. */
function asEnum(schema: Json): Json {
  if (!isChoice(schema) || !schema.anyOf.every((one) => 'const' in one)) return schema;
  const { anyOf, ...rest } = schema;
  const types = [...new Set(anyOf.map(({ type }) => type))];
  return types.length === 1 ? { ...rest, type: types[0], enum: anyOf.map((one) => one.const) } : schema;
}

/**
 * Turns a union of a value and null into a nullable type; a union with a reference is kept, because nothing can be added to a
 * reference.
 */
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
 * The parameters of a call. If two calls name a path parameter differently, the document uses one common name: `pathNames`
 * lists the names in path order.
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

/**
 * The headers that matter to a call. With cookie authentication, every command needs `App`; a GET that changes state always
 * needs it.
 */
function headers(route: Route): Json[] {
  const header = (name: string, description: string, required = false) => ({
    name,
    in: 'header',
    ...(required && { required }),
    description,
    schema: { type: 'string', maxLength: 200 },
  });
  const command = route.permission !== 'public' && (route.method !== 'GET' || route.changesState);
  return [
    ...(command ? [header('App', 'Sistema que faz a chamada.', route.changesState)] : []),
    ...(route.idempotent
      ? [
          header('Idempotency-Key', 'Repetida, responde o mesmo e não faz nada outra vez.'),
          header(
            'Rascunho',
            'O rascunho que este pedido envia, como `id` ou `id/versao`. Ele é enviado uma vez só: depois disso a resposta é 409 RASCUNHO_ENVIADO, com o que ele virou.',
          ),
        ]
      : []),
  ];
}

interface Operation extends Json {
  parameters?: Json[];
}

/**
 * Moves parameters that several operations share into named components, replaces them with references, and returns the
 * components.
 */
export function shareParameters(operations: Operation[]): Json {
  const uses = new Map<string, number>();
  const all = operations.flatMap(({ parameters = [] }) => parameters);
  for (const one of all) {
    const text = JSON.stringify(one);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared = [...uses].filter(([, count]) => count > 1).map(([text]) => text);
  const named = uniqueNames(shared.sort());
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((one) => {
      const name = named.get(JSON.stringify(one));
      return name ? { $ref: `#/components/parameters/${name}` } : one;
    });
  }
  return Object.fromEntries([...named].map(([text, name]) => [name, JSON.parse(text)]));
}

/**
 * A parameter keeps its own name. If several shapes share that name, the title is appended, and a number where that is not
 * enough.
 */
function uniqueNames(parameters: string[]): Map<string, string> {
  const named = new Map<string, string>();
  const takenNames = new Set<string>();
  const ownName = (text: string) => plainName((JSON.parse(text) as { name: string }).name);
  for (const text of parameters) {
    const { schema, required } = JSON.parse(text) as { schema: { title?: string }; required?: boolean };
    const alone = parameters.filter((other) => ownName(other) === ownName(text)).length === 1;
    const base = alone
      ? ownName(text)
      : `${ownName(text)}.${plainName(schema.title ?? (required ? 'obrigatorio' : 'opcional'))}`;
    let name = base;
    for (let count = 2; takenNames.has(name); count += 1) name = `${base}.${count}`;
    takenNames.add(name);
    named.set(text, name);
  }
  return named;
}

/** Component names allow no accents, brackets or spaces. */
const plainName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9_ -]/g, '')
    .trim()
    .replace(/\s+/g, '-');
