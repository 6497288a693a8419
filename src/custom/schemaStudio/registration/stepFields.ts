import { call, type Expression } from '#contract/expression/tree.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { conditionSchema, schemaCondition } from '#contract/rules/registration/stepCondition.ts';
import { type StepFact, stepFacts } from '#contract/rules/registration/stepFacts.ts';
import type { Content } from '../editorProps.ts';
import { isWithin, pointerOf, stepsOf, valueAt, withValueAt } from '../jsonPointer.ts';

export type Item = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** A part of the schema that declares fields: the root, or the `then` of a condition that the editor understands. */
interface SchemaPlace {
  path: Path;
  when: When;
}

/** The condition under which a rule applies; `null`: always. */
export type When = Expression | null;

/** When a field has to be filled in. */
export type Requirement = 'NUNCA' | 'SEMPRE' | Expression;

export interface StepField {
  name: string;
  /** Pointer in the data, without list indexes: '/email', '/referenciasComerciais/nome'. */
  key: string;
  /** Its declarations; a field may be declared twice, as a CPF and as a CNPJ. */
  declarations: (SchemaPlace & { schema: Item })[];
  /** Path of its UI declaration; the parent path holds the order of its group. */
  ui: Path;
  /** Path of the schema of the enclosing group or list item; null for the step itself. */
  holder: Path | null;
  /** Other fields described by the same schema, which change along with it. */
  sharedWith: string[];
  /** The cases in which it is required. */
  required: When[];
  /** Pointers of rules about it that this editor does not touch. */
  advanced: string[];
}

/** The fields of a step in display order, each followed by the fields nested inside it. */
export function stepFields(content: Content): StepField[] {
  const places = placesOf(content);
  const top = namesIn(content, places, ['ui']).map((name): StepField => {
    const declarations = declarationsIn(content, places, name);
    return {
      name,
      key: `/${escapePointer(name)}`,
      declarations,
      ui: ['ui', name],
      holder: null,
      sharedWith: [],
      required: requiredIn(content, places, name),
      advanced: advancedAbout(content, name),
    };
  });
  const all = top.flatMap((field) => [field, ...inside(content, field)]);
  return all.map((field) => ({
    ...field,
    sharedWith: all
      .filter((other) => other !== field && field.holder !== null && placeKey(other) === placeKey(field))
      .map(({ key }) => key),
  }));
}

const placeKey = ({ holder, name }: StepField) => JSON.stringify([holder, name]);

/** The fields of a group or a list's item, including nested ones. */
function inside(content: Content, group: StepField, depth = 0): StepField[] {
  const own = groupOf(content, group);
  if (!own || depth > DEEPEST) return [];
  const place = [{ path: own.path, when: null }];
  const ui = own.isList ? [...group.ui, 'items'] : group.ui;
  return namesIn(content, place, ui)
    .map(
      (name): StepField => ({
        name,
        key: `${group.key}/${escapePointer(name)}`,
        declarations: declarationsIn(content, place, name),
        ui: [...ui, name],
        holder: own.path,
        sharedWith: [],
        required: requiredIn(content, place, name),
        advanced: [],
      }),
    )
    .flatMap((field) => [field, ...inside(content, field, depth + 1)]);
}

const DEEPEST = 4;

/**
 * Where the properties of a group or of a list's items are declared; null for a field. Anything with an input of its own is a
 * field, however many values it holds, such as a period or files.
 */
export function groupOf(
  content: Content,
  { declarations: [first], ui, name }: Pick<StepField, 'declarations' | 'ui' | 'name'>,
): { path: Path; isList: boolean } | null {
  if (!first || valueAt(content, [...ui, 'ui:widget']) !== undefined) return null;
  const at = resolveRef(content, [...first.path, 'properties', name]);
  const schema = itemAt(content, at);
  if (isRecord(schema.properties)) return { path: at, isList: false };
  if (schema.type !== 'array') return null;
  const items = resolveRef(content, [...at, 'items']);
  return isRecord(itemAt(content, items).properties) ? { path: items, isList: true } : null;
}

/** The target of a reference. */
function resolveRef(content: Content, path: Path): Path {
  const { $ref } = itemAt(content, path);
  return typeof $ref === 'string' && $ref.startsWith('#/') ? ['schema', ...stepsOf($ref.slice(1))] : path;
}

const namesIn = (content: Content, places: readonly SchemaPlace[], ui: Path): string[] => {
  const names = new Set(
    places.flatMap(({ path }) =>
      Object.entries(itemAt(content, [...path, 'properties']))
        .filter(([name, schema]) => name !== 'contexto' && isDeclaration(schema))
        .map(([name]) => name),
    ),
  );
  return ordered(content, [...names], ui);
};

const declarationsIn = (
  content: Content,
  places: readonly SchemaPlace[],
  name: string,
): StepField['declarations'] =>
  places.flatMap((place) => {
    const schema = itemAt(content, [...place.path, 'properties', name]);
    return isDeclaration(schema) ? [{ ...place, schema }] : [];
  });

const requiredIn = (content: Content, places: readonly SchemaPlace[], name: string): When[] =>
  places.filter(({ path }) => listAt(content, [...path, 'required']).includes(name)).map(({ when }) => when);

/** Where the field can be required: in the step's cases, or within its group. */
export const placesFor = (content: Content, { holder }: StepField): SchemaPlace[] =>
  holder === null ? placesOf(content) : [{ path: holder, when: null }];

/** `schema` itself, and every `then` whose `if` the condition editor can show. */
function placesOf(content: Content): SchemaPlace[] {
  const rules = listAt(content, ['schema', 'allOf']);
  return [
    { path: ['schema'], when: null },
    ...rules.flatMap((rule, index) => {
      const when = isRecord(rule) && !('else' in rule) ? schemaCondition(rule.if) : null;
      return when ? [{ path: ['schema', 'allOf', index, 'then'], when }] : [];
    }),
  ];
}

export const requirementOf = ({ required }: StepField): Requirement => {
  const conditions = required.filter((when) => when !== null);
  const [only, ...more] = conditions;
  if (conditions.length < required.length) return 'SEMPRE';
  if (!only) return 'NUNCA';
  return more.length === 0 ? only : call('alguma', ...conditions);
};

/** The step with another requirement of the field, in the place of those that it had. A condition has to be one that a schema says. */
export function withRequirement(content: Content, field: StepField, requirement: Requirement): Content {
  const bare = placesFor(content, field).reduce(
    (next, { path }) => withoutRequired(next, field, path),
    content,
  );
  const next = requirement === 'NUNCA' ? bare : withRequired(bare, field, requirement);
  const rules = listAt(next, ['schema', 'allOf']);
  const left = rules.filter((rule) => !isEmptyRule(rule));
  if (left.length === rules.length) return next;
  return withValueAt(next, ['schema', 'allOf'], left.length > 0 ? left : undefined);
}

/** A rule of which nothing is left but its condition. */
const isEmptyRule = (rule: unknown) =>
  isRecord(rule) && !('else' in rule) && 'if' in rule && Object.keys(itemAt(rule, [THEN])).length === 0;

/** A text must then not be blank. */
function withRequired(content: Content, field: StepField, requirement: 'SEMPRE' | Expression): Content {
  const { name } = field;
  const when = requirement === 'SEMPRE' ? null : requirement;
  const place = placesFor(content, field).find((each) => JSON.stringify(each.when) === JSON.stringify(when));
  const words = saysSomething(field) ? NOT_BLANK : null;
  if (!place) {
    const rules = listAt(content, ['schema', 'allOf']);
    const then = { required: [name], ...(words && { properties: { [name]: words } }) };
    const rule = { if: when && conditionSchema(when), [THEN]: then };
    return withValueAt(content, ['schema', 'allOf'], [...rules, rule]);
  }
  const required = listAt(content, [...place.path, 'required']);
  const named = withValueAt(content, [...place.path, 'required'], [...required, name]);
  if (!words) return named;
  const own = itemAt(content, [...place.path, 'properties', name]);
  return withValueAt(named, [...place.path, 'properties', name], { ...own, ...words });
}

function withoutRequired(content: Content, { name }: StepField, path: Path): Content {
  const required = listAt(content, [...path, 'required']);
  if (!required.includes(name)) return content;
  const others = required.filter((each) => each !== name);
  const left = withValueAt(content, [...path, 'required'], others.length > 0 ? others : undefined);
  return withoutWords(left, [...path, 'properties', name]);
}

/** What a requirement of the field may depend on: the context, and the fields beside it. */
export const factsBeside = (content: Content, name?: string): readonly StepFact[] =>
  stepFacts(
    itemAt(content, ['schema']),
    content.ui,
    namesIn(content, placesOf(content), ['ui']).filter((each) => each !== name),
  );

/** `ui:order` with the fields in this order; names that this editor does not know keep their positions. */
export function withOrder(content: Content, names: readonly string[], group: Path = ['ui']): Content {
  const waiting = [...names];
  const order = listAt(content, [...group, 'ui:order']).map((each) =>
    names.includes(String(each)) ? (waiting.shift() ?? each) : each,
  );
  const end = order.includes('*') ? order.indexOf('*') : order.length;
  return withValueAt(content, [...group, 'ui:order'], order.toSpliced(end, 0, ...waiting));
}

/** The field that a pointer into its UI declaration or its rules refers to. */
export function fieldAt(pointer: string, fields: readonly StepField[]): StepField | undefined {
  const within = (place: Path) => isWithin(pointer, pointerOf(place));
  const deepest = (found: StepField[]) => found.sort((one, other) => other.key.length - one.key.length)[0];
  const drawn = deepest(fields.filter(({ ui }) => within(ui)));
  const declarations = deepest(
    fields.filter(({ declarations: places, name }) =>
      places.some(({ path }) => within([...path, 'properties', name])),
    ),
  );
  const ruled = /\/properties\/([^/]+)/.exec(pointer)?.[1];
  return drawn ?? declarations ?? fields.find(({ key }) => key === `/${ruled}`);
}

/** The JSON Schema keyword, kept in a constant because the linter takes an object with `then` for a promise. */
const THEN = 'then';
const NOT_BLANK = { minLength: 1, pattern: '\\S' } as const;

const saysSomething = ({ declarations }: StepField): boolean =>
  declarations.some(
    ({ schema: { type, format, enum: values, pattern } }) =>
      type === 'string' && format === undefined && values === undefined && pattern === undefined,
  );

function withoutWords(content: Content, path: Path): Content {
  const own = itemAt(content, path);
  if (own.minLength !== NOT_BLANK.minLength || own.pattern !== NOT_BLANK.pattern) return content;
  const { minLength: _, pattern: __, ...rest } = own;
  const next = withValueAt(content, path, Object.keys(rest).length > 0 ? rest : undefined);
  const properties = path.slice(0, -1);
  return Object.keys(itemAt(next, properties)).length === 0 ? withValueAt(next, properties, undefined) : next;
}

function ordered(content: Content, names: readonly string[], ui: Path): string[] {
  const order = listAt(content, [...ui, 'ui:order']).map(String);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...names].sort((one, other) => place(one) - place(other));
}

function advancedAbout(content: Content, name: string): string[] {
  const standingNames = new Set(placesOf(content).map(({ path }) => path[2]));
  return listAt(content, ['schema', 'allOf']).flatMap((rule, index) => {
    const inner = standingNames.has(index) ? beyondRequired(itemAt(rule, [THEN]), name) : rule;
    return JSON.stringify(inner ?? null).includes(`"${name}"`) ? [`/schema/allOf/${index}`] : [];
  });
}

/** What a rule says of a field besides declaring and demanding it. */
function beyondRequired({ allOf, properties }: Item, name: string): unknown {
  const own = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const isPlain =
    own === undefined || isDeclaration(own) || JSON.stringify(own) === JSON.stringify(NOT_BLANK);
  return isPlain ? allOf : [allOf ?? null, { [name]: own }];
}

/** Whether it declares the field, rather than only adding a rule to a field declared elsewhere. */
const isDeclaration = (schema: unknown): schema is Item =>
  isRecord(schema) && ['type', '$ref', 'title', 'enum'].some((key) => key in schema);

export const itemAt = (value: unknown, path: Path): Item => {
  const found = valueAt(value, path);
  return isRecord(found) ? found : {};
};
export const listAt = (value: unknown, path: Path): unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};
