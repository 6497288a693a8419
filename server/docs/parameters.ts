import type { TSchema } from '@sinclair/typebox';
import { paramNames, type Route } from '../../contract/route.ts';
import type { Components, Json } from './components.ts';

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
