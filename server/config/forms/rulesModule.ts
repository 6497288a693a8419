import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Format, Plugin } from 'esbuild';
import { ROOT } from '../../root.ts';

/** What compiled validators require for formats, patterns, `x-periodo` and `x-quando`; it is provided by contract/rules/forms. */
export const RULES_MODULE = 'form-rules';

/** The rules shared by all form validators: one text for browsers and one for the server's own validator. */
interface RulesModule {
  /** Hash of the browser module, so that a corrected rule gets a new address. */
  hash: string;
  esm: string;
  cjs: string;
}

let making: Promise<RulesModule> | undefined;

/** Built once per process; a failed attempt is retried. */
export function rulesModule(): Promise<RulesModule> {
  making ??= make().catch((error: unknown) => {
    making = undefined;
    throw error;
  });
  return making;
}

async function make(): Promise<RulesModule> {
  const [esm, cjs] = await Promise.all([bundled(CONTENTS, 'esm'), bundled(CONTENTS, 'cjs')]);
  return { hash: createHash('sha256').update(esm).digest('hex'), esm, cjs };
}

const FORMS = path.join(ROOT, 'contract/rules/forms');
const CONTENTS = [
  `export { formFormats, periodProblem } from './formats.ts';`,
  `export { patternEngine } from './patterns.ts';`,
  `export { conditionHolds } from './fieldConditions.ts';`,
].join('\n');

/** Bundles a text with its imports from contract/rules/forms and from packages into one module. */
export async function bundled(contents: string, format: Format, plugins: Plugin[] = []): Promise<string> {
  // Most form validation compiles nothing, and the bundler is slow to load.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: FORMS, loader: 'ts' },
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    plugins,
  });
  return outputFiles[0]?.text ?? '';
}
