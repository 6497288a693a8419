import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { DefinitionProblem, JsonSchema } from '#contract/rules/definitions/definition.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import type { RecordFacts } from '#contract/rules/fields/recordFacts.ts';
import type { UiSchema } from '#contract/rules/forms/formDefinition.ts';
import { errorTexts } from '#contract/rules/forms/formMessages.ts';
import {
  type FormPlaces,
  formShapeProblems,
  unrenderableFieldProblems,
} from '#contract/rules/forms/formShape.ts';
import { SCHEMA_DATA, unsafeSchemaProblems } from '#contract/rules/forms/unsafeSchemaProblems.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { Refusal } from '../../errors.ts';
import { Recent } from '../../recent.ts';
import { canonicalText } from '../definitions/rules.ts';
import { formAjv, ROOT } from './formAjv.ts';
import { type ValidatorCode, validateData } from './validateThread.ts';

export { formAjv, ROOT } from './formAjv.ts';
export { validatorAddress } from './storedValidators.ts';

/**
 * Runs a definition's examples one after the other and returns their problems. Stops at the first that times out, since the
 * others would make the user wait just as long.
 */
export async function exampleProblems<E>(
  examples: readonly E[],
  validate: (example: E, index: number) => Promise<DefinitionProblem[]>,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const [index, example] of examples.entries())
    try {
      found.push(...(await validate(example, index)));
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      found.push({ pointer: `/testes/${index}`, message: failure.message, severity: 'ERRO' });
      break;
    }
  return found;
}

/**
 * Everything that would break a form once it is published, with its location; empty when it can be rendered and validated.
 */
export async function formProblems(
  schema: JsonSchema,
  ui: UiSchema,
  places: FormPlaces = { schema: '/schema', ui: '/ui' },
): Promise<FileProblem[]> {
  // A schema that is too large or refers to itself skips the other checks.
  const dangers = unsafeSchemaProblems(schema, places.schema);
  const shape =
    dangers.length > 0
      ? dangers
      : [...formShapeProblems(schema, ui, places), ...unrenderableFieldProblems(schema, places.schema)];
  if (shape.length > 0) return shape;
  const problem = compileProblem(schema);
  return problem ? [{ pointer: places.schema, message: problem }] : defaultProblems(schema, places.schema);
}

/** Why a schema built from fields could not validate anything; `null` when it compiles. */
export function schemaProblem(schema: JsonSchema, at: string): FileProblem | null {
  const [danger] = unsafeSchemaProblems(schema, at);
  const message = danger?.message ?? compileProblem(schema);
  return message ? { pointer: at, message } : null;
}

/** Includes the JSON Schema standard itself. Created once, because compiling that takes longer than compiling any form. */
const standard = new Ajv2020({ logger: false, code: { optimize: false } });

/** ajv reports problems in English; users only see which name caused them. */
function compileProblem(schema: JsonSchema): string | null {
  try {
    if (!standard.validateSchema(schema))
      return 'O esquema não segue a versão 2020-12 do JSON Schema. Confira as chaves e seus tipos.';
    formAjv(schema, { code: { optimize: false } }).getSchema(ROOT);
    return null;
  } catch (error) {
    const quoted = /"([^"]+)"/.exec(error instanceof Error ? error.message : '')?.[1];
    return quoted
      ? `O esquema usa "${quoted}" de um modo que não é conhecido. Corrija ou retire.`
      : 'O esquema não pode ser compilado. Confira as chaves e seus tipos.';
  }
}

/** A default that its own field refuses would show the user an error at once. Relative days (`@hoje`) are filled in later. */
async function defaultProblems(root: JsonSchema, at: string): Promise<FileProblem[]> {
  const found = defaultsOf(root, '').map((each, index) => ({ ...each, name: `d${index}` }));
  if (found.length === 0) return [];
  const parts = found.map(({ pointer, name }) => [name, `${ROOT}#${encodeURI(pointer)}`]);
  const validator = partsValidator(root, Object.fromEntries(parts));
  const problems: FileProblem[] = [];
  for (const { pointer, value, name } of found)
    if ((await validateData(validator, name, value)).length > 0)
      problems.push({
        pointer: `${at}${pointer}/default`,
        message: 'O valor inicial não é aceito pelo próprio campo. Corrija um dos dois.',
      });
  return problems;
}

/** All defaults of a schema, each with the pointer of its owner. */
function defaultsOf(value: unknown, pointer: string): { pointer: string; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => defaultsOf(one, `${pointer}/${index}`));
  if (!isRecord(value)) return [];
  const below = Object.entries(value).flatMap(([key, one]) =>
    SCHEMA_DATA.has(key) ? [] : defaultsOf(one, `${pointer}/${escapePointer(key)}`),
  );
  const given = value.default;
  if (given === undefined || isRecord(given) || String(given).startsWith('@')) return below;
  return [{ pointer, value: given }, ...below];
}

/**
 * The server's validation of form data: texts by JSON pointer; empty when the data is valid. It uses the browser's own rules,
 * outside the main thread and with a time limit.
 */
export async function formErrors(
  schema: JsonSchema,
  data: unknown,
  facts?: RecordFacts,
): Promise<Record<string, string>> {
  return errorTexts(schema, await validateData(validatorOf(schema), 'validar', data, facts));
}

const validators = new Recent<ValidatorCode>(200);

/** The validators of the same objects, whose text need not be built for each validation; definitions are never changed in place. */
const ofObjects = new WeakMap<JsonSchema, ValidatorCode>();

function validatorOf(schema: JsonSchema): ValidatorCode {
  const validator = ofObjects.get(schema) ?? validatorOfText(canonicalText(schema), schema);
  ofObjects.set(schema, validator);
  return validator;
}

function validatorOfText(key: string, schema: JsonSchema): ValidatorCode {
  const cachedValidator = validators.get(key);
  if (cachedValidator) return cachedValidator;
  const validator = partsValidator(schema, { validar: ROOT });
  validators.set(key, validator);
  return validator;
}

/** A validator for parts of a schema, each exported under a name by its reference. */
function partsValidator(schema: JsonSchema, parts: Readonly<Record<string, string>>): ValidatorCode {
  const code = standaloneCode(formAjv(schema, { code: { source: true, optimize: false } }), {
    ...parts,
  });
  return { key: createHash('sha256').update(code).digest('base64url'), code };
}
