import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import { escapePointer } from '../../../contract/rules/definitions/jsonLines.ts';
import type { FileProblem } from '../../../contract/rules/fileProblem.ts';
import { isSchema } from '../../../contract/rules/forms/conditions.ts';
import { drawnProblems } from '../../../contract/rules/forms/drawnProblems.ts';
import type { UiSchema } from '../../../contract/rules/forms/formDefinition.ts';
import { type FormPlaces, formShapeProblems } from '../../../contract/rules/forms/formShape.ts';
import { formAjv, ROOT } from './formAjv.ts';

/** Everything that would break a form once it is published, at its place; empty when it can be drawn and judged. */
export function formProblems(
  schema: JsonSchema,
  ui: UiSchema,
  places: FormPlaces = { schema: '/schema', ui: '/ui' },
): FileProblem[] {
  const shape = [...formShapeProblems(schema, ui, places), ...drawnProblems(schema, places.schema)];
  if (shape.length > 0) return shape;
  const problem = compileProblem(schema);
  return problem
    ? [{ pointer: places.schema, message: problem }]
    : defaultProblems(schema, schema, places.schema, '#');
}

/** Knows the standard itself; made once, because to compile it takes longer than to compile any form. */
const standard = new Ajv2020({ logger: false });

/** ajv tells in English what it stumbled over; people get the name of it. */
function compileProblem(schema: JsonSchema): string | null {
  try {
    if (!standard.validateSchema(schema))
      return 'O esquema não segue a versão 2020-12 do JSON Schema. Confira as chaves e seus tipos.';
    formAjv(schema).getSchema(ROOT);
    return null;
  } catch (error) {
    const quoted = /"([^"]+)"/.exec(error instanceof Error ? error.message : '')?.[1];
    return quoted
      ? `O esquema usa "${quoted}" de um modo que não é conhecido. Corrija ou retire.`
      : 'O esquema não pode ser compilado. Confira as chaves e seus tipos.';
  }
}

/** A default that its own field refuses would greet people with an error. Relative days (`@hoje`) are filled in later. */
function defaultProblems(root: JsonSchema, value: unknown, at: string, ref: string): FileProblem[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => defaultProblems(root, one, `${at}/${index}`, `${ref}/${index}`));
  if (!isSchema(value)) return [];
  const below = Object.entries(value).flatMap(([key, one]) =>
    ['default', 'const', 'enum', 'examples', 'x-mensagens'].includes(key)
      ? []
      : defaultProblems(root, one, `${at}/${escapePointer(key)}`, `${ref}/${escapePointer(key)}`),
  );
  const given = value.default;
  if (given === undefined || isSchema(given) || String(given).startsWith('@')) return below;
  const judge = formAjv(root).getSchema(`${ROOT}${encodeURI(ref)}`);
  if (!judge || judge(given)) return below;
  return [
    {
      pointer: `${at}/default`,
      message: 'O valor inicial não é aceito pelo próprio campo. Corrija um dos dois.',
    },
    ...below,
  ];
}
