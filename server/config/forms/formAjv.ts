import { _, type CodeKeywordDefinition, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatLimitDefinition } from 'ajv-formats/dist/limit.js';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import { formFormats, periodProblem } from '../../../contract/rules/forms/formats.ts';
import { patternEngine } from '../../../contract/rules/forms/patterns.ts';
import { schemaDangers } from '../../../contract/rules/forms/schemaDangers.ts';
import { invalid } from '../../errors.ts';
import { RULES_MODULE } from './rulesModule.ts';

/** The name by which a schema stands in its ajv. */
export const ROOT = 'formulario';

/**
 * One judge for form data. Everything is found at once, and nothing is changed: no coercion, no defaults, no removal
 * (Fastify's own does all three). Keywords of ours begin with `x-`; an unknown other one is a mistake and throws. Nothing
 * that could keep a judge busy is compiled, wherever it comes from: such a schema is refused here.
 */
export function formAjv(schema: JsonSchema, options: Options = {}): Ajv2020 {
  const [danger] = schemaDangers(schema, '');
  if (danger) throw invalid({ [`schema${danger.pointer}`]: danger.message }, danger.message);
  const ajv = new Ajv2020({
    allErrors: true,
    // Texts are ours (contract/rules/forms/formMessages.ts), and the modules are smaller.
    messages: false,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    // A field may be called as what every object inherits (`constructor`): it is there when it was given.
    ownProperties: true,
    $data: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    // Definitions are checked against the meta-schema before they are published, not at each compile.
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
  ajv.addSchema(schema, ROOT);
  return ajv;
}

/** As ajv asks for it: the function, and the words by which a compiled judge finds it. */
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
    const judge = cxt.gen.scopeValue('func', {
      ref: periodProblem,
      code: _`require(${RULES_MODULE}).periodProblem`,
    });
    const problem = cxt.gen.const('problem', _`${judge}(${cxt.data}, ${cxt.schemaValue})`);
    cxt.setParams({ problem });
    cxt.fail(_`${problem} !== ""`);
  },
};

/** Annotations: messages, labels and whatever else a definition keeps beside a field. */
function ownKeywords(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, below] of Object.entries(value)) {
    if (!Array.isArray(value) && key.startsWith('x-') && key !== 'x-periodo') found.add(key);
    ownKeywords(below, found);
  }
  return found;
}
