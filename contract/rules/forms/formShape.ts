import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { isRecord } from '../jsonRecord.ts';
import type { FileProblem } from '../problem.ts';
import { fieldSchemas, schemaAt } from './fieldSchemas.ts';
import { FORM_WIDGETS, OPTION_SOURCES, type UiSchema } from './formDefinition.ts';
import { SCHEMA_DATA, unsafeSchemaProblems } from './unsafeSchemaProblems.ts';

/** Locations of a form's two parts in its file. */
export interface FormPlaces {
  schema: string;
  ui: string;
}

/**
 * What prevents a form from being drawn although its schema is valid (docs/domain.md 14.15, 16): conditions on a value that may be
 * missing, choices that cannot be drawn without eval, unknown widgets and sources.
 */
export function formShapeProblems(schema: JsonSchema, ui: UiSchema, places: FormPlaces): FileProblem[] {
  // Checked first: nothing else may traverse a schema that is too large or refers to itself.
  const dangers = unsafeSchemaProblems(schema, places.schema);
  if (dangers.length > 0) return dangers;
  return [...schemaShape(schema, schema, places.schema), ...uiShape(schema, ui, '', places.ui)];
}

function schemaShape(root: JsonSchema, value: unknown, at: string): FileProblem[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => schemaShape(root, one, `${at}/${index}`));
  if (!isRecord(value)) return [];
  const below = Object.entries(value).flatMap(([key, one]) =>
    SCHEMA_DATA.has(key) ? [] : schemaShape(root, one, `${at}/${escapePointer(key)}`),
  );
  return [...ownShape(root, value, at), ...below];
}

function ownShape(root: JsonSchema, schema: JsonSchema, at: string): FileProblem[] {
  const problems: FileProblem[] = [];
  const say = (key: string, message: string) => problems.push({ pointer: `${at}/${key}`, message });
  if (isRecord(schema.if) && !asksPresence(schema.if))
    say(
      'if',
      'A condição precisa de "required" com os campos que consulta; sem ele vale também quando faltam.',
    );
  if (typeof schema.$ref === 'string' && !(schema.$ref.startsWith('#/') && schemaAt(root, schema.$ref)))
    say(
      '$ref',
      `A referência ${schema.$ref} não existe neste arquivo. Corrija-a ou inclua o que ela nomeia.`,
    );
  if ('dependencies' in schema || 'dependentSchemas' in schema)
    say(
      'dependencies' in schema ? 'dependencies' : 'dependentSchemas',
      'Escreva a dependência como if/then dentro de "allOf": cada caso em uma entrada.',
    );
  return problems;
}

/** An `if` also holds for a missing field unless it requires the field to be present (docs/domain.md 14.4). */
function asksPresence(condition: JsonSchema): boolean {
  const { properties, required, allOf, anyOf, not } = condition;
  const parts = [allOf, anyOf, not && [not]].flatMap((list) => (Array.isArray(list) ? list : []));
  if (!isRecord(properties))
    return required !== undefined || parts.length === 0 || parts.filter(isRecord).every(asksPresence);
  const requested = Array.isArray(required) ? required : [];
  return Object.keys(properties).every((key) => requested.includes(key));
}

function uiShape(root: JsonSchema, ui: unknown, pointer: string, at: string): FileProblem[] {
  if (!isRecord(ui)) return [];
  const fields = fieldSchemas(root, pointer);
  return Object.entries(ui).flatMap(([key, value]): FileProblem[] => {
    const place = `${at}/${escapePointer(key)}`;
    if (!key.startsWith('ui:')) return childShape(root, key, value, pointer, place);
    const message = optionProblem(key, value, fields);
    return message ? [{ pointer: place, message }] : [];
  });
}

function childShape(
  root: JsonSchema,
  key: string,
  value: unknown,
  pointer: string,
  at: string,
): FileProblem[] {
  const child = `${pointer}/${key === 'items' ? '0' : escapePointer(key)}`;
  const isField = fieldSchemas(root, child).length > 0;
  const named = isField ? child : `${pointer}/${escapePointer(key)}`;
  if (!isField && fieldSchemas(root, named).length === 0)
    return [{ pointer: at, message: `O campo "${key}" não existe no esquema. Corrija o nome ou retire-o.` }];
  return uiShape(root, value, named, at);
}

function optionProblem(key: string, value: unknown, fields: readonly JsonSchema[]): string | null {
  if (key === 'ui:widget' && !FORM_WIDGETS.includes(value as never))
    return `Não há o componente "${String(value)}". Use um destes: ${FORM_WIDGETS.join(', ')}.`;
  if (key === 'ui:order') return orderProblem(value, fields);
  if (key !== 'ui:options' || !isRecord(value) || value.origem === undefined) return null;
  // Whether such a record type exists is checked where its options are requested.
  return Object.hasOwn(OPTION_SOURCES, String(value.origem)) || /^cadastro-[a-z]/.test(String(value.origem))
    ? null
    : `Não há a origem "${String(value.origem)}". Use uma destas: ${Object.keys(OPTION_SOURCES).join(', ')}.`;
}

/** An order that names an unknown field or omits one makes the whole form disappear. */
function orderProblem(order: unknown, fields: readonly JsonSchema[]): string | null {
  const names = fields.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : []));
  const given = Array.isArray(order) ? order.map(String) : [];
  const stranger = given.find((name) => name !== '*' && !names.includes(name));
  if (stranger !== undefined) return `"${stranger}" não é um campo deste grupo. Retire-o da ordem.`;
  const forgotten = given.includes('*') ? undefined : names.find((name) => !given.includes(name));
  return forgotten === undefined ? null : `Falta "${forgotten}" na ordem. Inclua-o, ou "*" para os demais.`;
}

/** Keywords that allow values for which no form has an input. */
const UNDRAWABLE: Readonly<Record<string, string>> = {
  additionalProperties:
    'Um formulário não tem onde pedir campos sem nome. Escreva cada campo em "properties", ou use false.',
  unevaluatedProperties:
    'Um formulário não tem onde pedir campos sem nome. Escreva cada campo em "properties", ou use false.',
  prefixItems: 'Uma lista tem itens de uma forma só. Descreva-a em "items".',
};

const BRANCHES = ['then', 'else', 'allOf', 'anyOf', 'oneOf'];

/** Parts that a person would have to fill in but that are never drawn: a part without a type, or rules for unnamed parts. */
export function unrenderableFieldProblems(root: JsonSchema, at: string): FileProblem[] {
  const seen = new Set<string>();
  const walk = (schema: JsonSchema, path: string, data: string): FileProblem[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    const { properties, items, $ref } = schema;
    const branches = BRANCHES.flatMap((key): [unknown, string][] => {
      const branch = schema[key];
      return Array.isArray(branch)
        ? branch.map((one, index) => [one, `${path}/${key}/${index}`])
        : [[branch, `${path}/${key}`]];
    });
    const target = typeof $ref === 'string' ? schemaAt(root, $ref) : undefined;
    return [
      ...undrawable(schema, path),
      ...branches.flatMap(([branch, place]) => (isRecord(branch) ? walk(branch, place, data) : [])),
      ...(target ? walk(target, `${at}${String($ref).slice(1)}`, data) : []),
      ...(isRecord(properties) ? Object.entries(properties) : []).flatMap(([name, field]) =>
        part(field, `${path}/properties/${escapePointer(name)}`, `${data}/${escapePointer(name)}`),
      ),
      ...(items === undefined ? [] : part(items, `${path}/items`, `${data}/0`)),
    ];
  };
  const part = (field: unknown, path: string, data: string): FileProblem[] => {
    // `false` forbids a field, so nothing is drawn.
    if (field === false) return [];
    const shapes = fieldSchemas(root, data);
    const shown = isRecord(field) && (shapes.some(hasShape) || hasShape(field));
    if (!shown)
      return [
        {
          pointer: `${path}/type`,
          message: 'Esta parte não diz de que tipo é, e não apareceria no formulário. Inclua "type".',
        },
      ];
    const found = walk(field, path, data);
    const isList = [field, ...shapes].some(({ type }) => type === 'array');
    return isList && ![field, ...shapes].some((one) => one.items !== undefined)
      ? [...found, { pointer: `${path}/items`, message: 'A lista não diz o que tem. Inclua "items".' }]
      : found;
  };
  return walk(root, at, '');
}

const undrawable = (schema: JsonSchema, path: string): FileProblem[] =>
  Object.entries(UNDRAWABLE).flatMap(([key, message]) =>
    isRecord(schema[key]) || Array.isArray(schema[key]) ? [{ pointer: `${path}/${key}`, message }] : [],
  );

const hasShape = ({ type, ...schema }: JsonSchema): boolean =>
  (type !== undefined && type !== 'null') ||
  ['enum', 'const', '$ref', 'properties'].some((key) => Object.hasOwn(schema, key));
