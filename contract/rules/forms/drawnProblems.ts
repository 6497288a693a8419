import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import type { FileProblem } from '../fileProblem.ts';
import { isSchema } from './conditions.ts';
import { fieldSchemas, schemaAt } from './fieldSchemas.ts';

/** Says what a value may be in a way that no form has an input for. */
const UNDRAWABLE: Readonly<Record<string, string>> = {
  additionalProperties:
    'Um formulário não tem onde pedir campos sem nome. Escreva cada campo em "properties", ou use false.',
  unevaluatedProperties:
    'Um formulário não tem onde pedir campos sem nome. Escreva cada campo em "properties", ou use false.',
  prefixItems: 'Uma lista tem itens de uma forma só. Descreva-a em "items".',
};

const BRANCHES = ['then', 'else', 'allOf', 'anyOf', 'oneOf'];

/** What would be asked of a person and never be drawn: a part without a type, or rules for parts without a name. */
export function drawnProblems(root: JsonSchema, at: string): FileProblem[] {
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
      ...branches.flatMap(([branch, place]) => (isSchema(branch) ? walk(branch, place, data) : [])),
      ...(target ? walk(target, `${at}${String($ref).slice(1)}`, data) : []),
      ...(isSchema(properties) ? Object.entries(properties) : []).flatMap(([name, field]) =>
        part(field, `${path}/properties/${escapePointer(name)}`, `${data}/${escapePointer(name)}`),
      ),
      ...(items === undefined ? [] : part(items, `${path}/items`, `${data}/0`)),
    ];
  };
  const part = (field: unknown, path: string, data: string): FileProblem[] => {
    // `false` forbids a field, and draws none.
    if (field === false) return [];
    const shapes = fieldSchemas(root, data);
    const shown = isSchema(field) && (shapes.some(hasShape) || hasShape(field));
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
    isSchema(schema[key]) || Array.isArray(schema[key]) ? [{ pointer: `${path}/${key}`, message }] : [],
  );

const hasShape = ({ type, ...schema }: JsonSchema): boolean =>
  (type !== undefined && type !== 'null') ||
  ['enum', 'const', '$ref', 'properties'].some((key) => Object.hasOwn(schema, key));
