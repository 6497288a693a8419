import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import swc from '@swc/jest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const plain = swc.createTransformer({
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2022',
  },
  module: { type: 'es6' },
});

/** The bundle of a suite, where `bundle.mjs` made one before this run. */
const bundleOf = (file) => {
  const folder = process.env.BUNDLED_SUITES;
  if (!folder) return null;
  const bundle = path.join(folder, path.relative(ROOT, file).replace(/\.tsx?$/, '.mjs'));
  return existsSync(bundle) ? bundle : null;
};

/** Gives Jest the bundled text of a suite under the suite's own name, and any other module by itself. */
export default {
  canInstrument: false,
  getCacheKey: (text, file, options) => bundleOf(file) ?? plain.getCacheKey(text, file, options),
  process: (text, file, options) => fromBundle(file) ?? plain.process(text, file, options),
  processAsync: (text, file, options) => fromBundle(file) ?? plain.processAsync(text, file, options),
};

function fromBundle(file) {
  const bundle = bundleOf(file);
  if (!bundle) return null;
  // Jest finds the chunks from where the suite stands, so their places are given whole.
  const code = readFileSync(bundle, 'utf8').replaceAll(
    /(["'])(\.\.?\/[./]*chunks\/[\w.-]+\.mjs)\1/g,
    (_, quote, chunk) => `${quote}${path.resolve(path.dirname(bundle), chunk)}${quote}`,
  );
  return { code, map: readFileSync(`${bundle}.map`, 'utf8') };
}
