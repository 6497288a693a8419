import { _, type CodeKeywordDefinition, type Options, stringify } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatLimitDefinition } from 'ajv-formats/dist/limit.js';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { JudgedFields } from '#contract/rules/fields/judgedFields.ts';
import { conditionHolds, FIELD_CONDITION, JUDGED_FIELDS } from '#contract/rules/forms/fieldConditions.ts';
import { formFormats, periodProblem } from '#contract/rules/forms/formats.ts';
import { patternEngine } from '#contract/rules/forms/patterns.ts';
import { unsafeSchemaProblems } from '#contract/rules/forms/unsafeSchemaProblems.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { invalid } from '../../errors.ts';
import { RULES_MODULE } from './rulesModule.ts';

/** The id of a schema within its ajv instance. */
export const ROOT = 'formulario';

/**
 * Creates the validator for form data. It reports all errors at once and changes nothing: no coercion, no defaults, no
 * removal (Fastify's own does all three). Our keywords begin with `x-`; any other unknown one is a mistake and throws.
 * Schemas that could keep a validator busy are refused here, wherever they come from.
 */
export function formAjv(schema: JsonSchema, options: Options = {}): Ajv2020 {
  const [danger] = unsafeSchemaProblems(schema, '');
  if (danger) throw invalid({ [`schema${danger.pointer}`]: danger.message }, danger.message);
  const ajv = new Ajv2020({
    allErrors: true,
    // The messages are our own (contract/rules/forms/formMessages.ts), and the modules are smaller without ajv's.
    messages: false,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    // A field may have the name of an inherited property (`constructor`), so only own properties count as present.
    ownProperties: true,
    $data: true,
    // Validators are called with what is known of the record, for `x-quando`.
    passContext: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    // Definitions are checked against the meta-schema before publishing, not at every compilation.
    meta: false,
    validateSchema: false,
    ...options,
    code: {
      ...options.code,
      formats: _`require(${RULES_MODULE}).formFormats`,
      regExp: engineOf,
    },
  });
  ajv.addVocabulary([...ownKeywords(schema)]);
  for (const [name, { validate, ...rest }] of Object.entries(formFormats))
    ajv.addFormat(name, {
      type: 'string',
      validate,
      ...('compare' in rest && { compare: rest.compare as never }),
    });
  ajv.addKeyword(formatLimitDefinition);
  ajv.addKeyword(periodKeyword);
  ajv.addKeyword(conditionKeyword);
  ajv.addSchema(schema, ROOT);
  return ajv;
}

/** In the form ajv expects: the function, and the code by which a compiled validator finds it. */
const engineOf = Object.assign((pattern: string) => patternEngine(pattern), {
  code: `require("${RULES_MODULE}").patternEngine`,
});

const periodKeyword: CodeKeywordDefinition = {
  keyword: 'x-periodo',
  type: 'object',
  schemaType: 'object',
  error: {
    message: 'period',
    params: ({ params, schemaValue }) => _`{problema: ${params.problem}, dias: ${schemaValue}.dias}`,
  },
  code(cxt) {
    const validateKeyword = cxt.gen.scopeValue('func', {
      ref: periodProblem,
      code: _`require(${RULES_MODULE}).periodProblem`,
    });
    const problem = cxt.gen.const('problem', _`${validateKeyword}(${cxt.data}, ${cxt.schemaValue})`);
    cxt.setParams({ problem });
    cxt.fail(_`${problem} !== ""`);
  },
};

const NO_FIELDS: JudgedFields = {};

const conditionKeyword: CodeKeywordDefinition = {
  keyword: FIELD_CONDITION,
  type: 'object',
  schemaType: 'object',
  error: { message: 'condition' },
  code(cxt) {
    const { gen, it, data, schemaValue } = cxt;
    const root = it.schemaEnv.root.schema;
    const given: unknown = typeof root === 'object' && root[JUDGED_FIELDS];
    const fields = isRecord(given) ? (given as JudgedFields) : NO_FIELDS;
    const judged = gen.scopeValue('schema', { ref: fields, code: stringify(fields) });
    const holds = gen.scopeValue('func', {
      ref: conditionHolds,
      code: _`require(${RULES_MODULE}).conditionHolds`,
    });
    cxt.fail(_`!${holds}(${data}, ${schemaValue}, ${judged}, this)`);
  },
};

const KEYWORDS = new Set(['x-periodo', FIELD_CONDITION]);

/** Annotation keywords: messages, labels and other data that a definition keeps with a field. */
function ownKeywords(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, below] of Object.entries(value)) {
    if (!Array.isArray(value) && key.startsWith('x-') && !KEYWORDS.has(key)) found.add(key);
    ownKeywords(below, found);
  }
  return found;
}
