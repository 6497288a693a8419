import type { Content } from '../editorProps.ts';
import { valueAt, withValueAt } from '../jsonPointer.ts';
import { newIf, sameWhen, type When, whenOf } from './stepWhen.ts';

type Item = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A place of the schema where fields are said: always, or in the `then` of a condition that the editor knows. */
export interface SchemaPlace {
  path: Path;
  when: When;
}

export interface StepField {
  name: string;
  /** Where it is drawn from; a field may be said twice, as a CPF and as a CNPJ. */
  said: (SchemaPlace & { schema: Item })[];
  /** When it must be given. */
  required: When[];
  /** Pointers of rules about it that this editor leaves as they are. */
  advanced: string[];
}

/** The fields of a step in the order in which they are drawn. */
export function stepFields(content: Content): StepField[] {
  const places = placesOf(content);
  const names = new Set(
    places.flatMap(({ path }) =>
      Object.entries(itemAt(content, [...path, 'properties']))
        .filter(([name, schema]) => name !== 'contexto' && isSaid(schema))
        .map(([name]) => name),
    ),
  );
  return ordered(content, [...names]).map((name) => ({
    name,
    said: places.flatMap((place) => {
      const schema = itemAt(content, [...place.path, 'properties', name]);
      return isSaid(schema) ? [{ ...place, schema }] : [];
    }),
    required: places
      .filter(({ path }) => listAt(content, [...path, 'required']).includes(name))
      .map(({ when }) => when),
    advanced: advancedAbout(content, name),
  }));
}

/** `schema` itself, and each `then` whose `if` asks of the context alone. */
export function placesOf(content: Content): SchemaPlace[] {
  const rules = listAt(content, ['schema', 'allOf']);
  return [
    { path: ['schema'], when: {} },
    ...rules.flatMap((rule, index) => {
      const when = isItem(rule) && !('else' in rule) ? whenOf(rule.if) : null;
      return when ? [{ path: ['schema', 'allOf', index, 'then'], when }] : [];
    }),
  ];
}

/** The field must be given in this case too. A text must then say something. */
export function withRequired(content: Content, name: string, when: When): Content {
  const place = placesOf(content).find((each) => sameWhen(each.when, when));
  if (!place) {
    const rules = listAt(content, ['schema', 'allOf']);
    const rule = { if: newIf(when), [THEN]: { required: [name], ...saysSomething(content, name) } };
    return withValueAt(content, ['schema', 'allOf'], [...rules, rule]);
  }
  const required = listAt(content, [...place.path, 'required']);
  if (required.includes(name)) return content;
  const named = withValueAt(content, [...place.path, 'required'], [...required, name]);
  const words = saysSomething(content, name).properties?.[name];
  if (!words) return named;
  const own = itemAt(content, [...place.path, 'properties', name]);
  return withValueAt(named, [...place.path, 'properties', name], { ...own, ...words });
}

export function withoutRequired(content: Content, name: string, when: When): Content {
  return placesOf(content)
    .filter((place) => sameWhen(place.when, when))
    .reduce((next, { path }) => {
      const required = listAt(next, [...path, 'required']).filter((each) => each !== name);
      const left = withValueAt(next, [...path, 'required'], required.length > 0 ? required : undefined);
      return withoutWords(left, [...path, 'properties', name]);
    }, content);
}

/** `ui:order` with the fields in this order; names that this editor does not know keep their places. */
export function withOrder(content: Content, names: readonly string[]): Content {
  const waiting = [...names];
  const order = listAt(content, ['ui', 'ui:order']).map((each) =>
    names.includes(String(each)) ? (waiting.shift() ?? each) : each,
  );
  const end = order.includes('*') ? order.indexOf('*') : order.length;
  return withValueAt(content, ['ui', 'ui:order'], order.toSpliced(end, 0, ...waiting));
}

/** The field that a pointer of a problem speaks of. */
export function fieldNameIn(pointer: string, names: readonly string[]): string | null {
  const found = /^\/ui\/([^/]+)|\/properties\/([^/]+)/.exec(pointer);
  const name = found?.[1] ?? found?.[2];
  return name !== undefined && names.includes(name) ? name : null;
}

/** JSON Schema's own word, where the linter takes it for a promise. */
const THEN = 'then';
const WORDS = { minLength: 1, pattern: '\\S' } as const;

function saysSomething(content: Content, name: string): { properties?: Record<string, typeof WORDS> } {
  const said = placesOf(content).map(({ path }) => itemAt(content, [...path, 'properties', name]));
  const isPlainText = said.some(
    ({ type, format, enum: values, pattern }) =>
      type === 'string' && format === undefined && values === undefined && pattern === undefined,
  );
  return isPlainText ? { properties: { [name]: WORDS } } : {};
}

function withoutWords(content: Content, path: Path): Content {
  const own = itemAt(content, path);
  if (own.minLength !== WORDS.minLength || own.pattern !== WORDS.pattern) return content;
  const { minLength: _, pattern: __, ...rest } = own;
  const next = withValueAt(content, path, Object.keys(rest).length > 0 ? rest : undefined);
  const properties = path.slice(0, -1);
  return Object.keys(itemAt(next, properties)).length === 0 ? withValueAt(next, properties, undefined) : next;
}

function ordered(content: Content, names: readonly string[]): string[] {
  const order = listAt(content, ['ui', 'ui:order']).map(String);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...names].sort((one, other) => place(one) - place(other));
}

function advancedAbout(content: Content, name: string): string[] {
  const known = new Set(placesOf(content).map(({ path }) => path[2]));
  return listAt(content, ['schema', 'allOf']).flatMap((rule, index) => {
    const inner = known.has(index) ? itemAt(rule, [THEN]).allOf : rule;
    return JSON.stringify(inner ?? null).includes(`"${name}"`) ? [`/schema/allOf/${index}`] : [];
  });
}

/** More than a further rule about a field that is said elsewhere. */
const isSaid = (schema: unknown): schema is Item =>
  isItem(schema) && ['type', '$ref', 'title', 'enum'].some((key) => key in schema);

const itemAt = (value: unknown, path: Path): Item => {
  const found = valueAt(value, path);
  return isItem(found) ? found : {};
};
const listAt = (value: unknown, path: Path): unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};
const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
