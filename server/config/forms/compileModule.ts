import { createHash } from 'node:crypto';
import path from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build, type Plugin } from 'esbuild';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import { conditionsOf } from '../../../contract/rules/forms/conditions.ts';
import { ROOT as PROJECT } from '../../root.ts';
import { canonicalText } from '../definitions/hash.ts';
import { formAjv, ROOT, RULES_MODULE } from './formAjv.ts';

/** Raised when the same schema and rules would give other code: a new ajv, a new option. */
const COMPILER = 'ajv 8.20 · 1';

/**
 * The judge of a form as one ES module without imports: `validar` is the whole schema, `c0`, `c1` … its conditions
 * (contract/rules/forms/conditions.ts). A schema that ajv cannot take throws.
 */
export async function compileModule(schema: JsonSchema): Promise<string> {
  const ajv = formAjv(schema, { code: { source: true, esm: true } });
  const names = Object.fromEntries(
    conditionsOf(schema).map(({ pointer }, index) => [`c${index}`, `${ROOT}#${encodeURI(pointer)}`]),
  );
  return bundled(standaloneCode(ajv, { validar: ROOT, ...names }));
}

/** The same for the same schema and rules, in every process. */
export async function moduleHash(schema: JsonSchema): Promise<string> {
  rules ??= bundled(`export * from '${RULES_MODULE}'`);
  return createHash('sha256')
    .update(`${COMPILER}\n${await rules}\n${canonicalText(schema)}`)
    .digest('hex');
}

/** What the modules hold of contract/rules; part of the hash, so that a mended rule gets new addresses. */
let rules: Promise<string> | undefined;

const FORMS = path.join(PROJECT, 'contract/rules/forms');

const formRules: Plugin = {
  name: RULES_MODULE,
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^${RULES_MODULE}$`) }, ({ path: name }) => ({
      path: name,
      namespace: RULES_MODULE,
    }));
    builder.onLoad({ filter: /.*/, namespace: RULES_MODULE }, () => ({
      contents: `export { formFormats } from './formats.ts'; export { periodProblem } from './period.ts';`,
      resolveDir: FORMS,
      loader: 'ts',
    }));
  },
};

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: PROJECT, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    plugins: [formRules],
  });
  return outputFiles[0]?.text ?? '';
}
