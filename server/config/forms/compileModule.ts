import { createHash } from 'node:crypto';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import { conditionsOf } from '../../../contract/rules/forms/fieldSchemas.ts';
import { canonicalText } from '../definitions/rules.ts';
import { formAjv, ROOT } from './formAjv.ts';
import { bundled, RULES_MODULE, rulesModule } from './rulesModule.ts';

/** Raised when the same schema and rules would give other code: a new ajv, a new option. */
const COMPILER = 'ajv 8.20 · 2';

/**
 * The judge of a form as one ES module: `validar` is the whole schema, `c0`, `c1` … its conditions
 * (contract/rules/forms/fieldSchemas.ts). It imports the rules that all judges share, which lie beside it. A schema that
 * ajv cannot take throws.
 */
export async function compileModule(schema: JsonSchema): Promise<string> {
  const ajv = formAjv(schema, { code: { source: true, esm: true } });
  const names = Object.fromEntries(
    conditionsOf(schema).map(({ pointer }, index) => [`c${index}`, `${ROOT}#${encodeURI(pointer)}`]),
  );
  const { hash } = await rulesModule();
  return bundled(standaloneCode(ajv, { validar: ROOT, ...names }), 'esm', [rulesBeside(hash)]);
}

/** The same for the same schema and rules, in every process. */
export async function moduleHash(schema: JsonSchema): Promise<string> {
  const { hash } = await rulesModule();
  return createHash('sha256')
    .update(`${COMPILER}\n${hash}\n${canonicalText(schema)}`)
    .digest('hex');
}

const rulesBeside = (hash: string): Plugin => ({
  name: RULES_MODULE,
  setup(builder) {
    const beside = `./${hash}.js`;
    builder.onResolve({ filter: /^form-rules$/ }, ({ path }) => ({ path, namespace: RULES_MODULE }));
    builder.onLoad({ filter: /.*/, namespace: RULES_MODULE }, () => ({
      contents: `export * from '${beside}';`,
      loader: 'js',
    }));
    builder.onResolve({ filter: /.*/, namespace: RULES_MODULE }, ({ path }) => ({ path, external: true }));
  },
});
