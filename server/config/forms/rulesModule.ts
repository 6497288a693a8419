import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Format, Plugin } from 'esbuild';
import { ROOT } from '../../root.ts';

/** What compiled judges require for formats, patterns and `x-periodo`; contract/rules/forms answers it. */
export const RULES_MODULE = 'form-rules';

/** The rules that all judges of forms share, as one text for browsers and one for the server's own judge. */
interface RulesModule {
  /** Of what browsers load: a mended rule has a new address. */
  hash: string;
  esm: string;
  cjs: string;
}

let making: Promise<RulesModule> | undefined;

/** Made once a process; a failed attempt is made again. */
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
].join('\n');

/** One module out of a text, and of what it imports from contract/rules/forms and from packages. */
export async function bundled(contents: string, format: Format, plugins: Plugin[] = []): Promise<string> {
  // Most of what judges forms compiles nothing, and the bundler takes its time to load.
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
