import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesUnder, ROOT } from './tree.mjs';

/*
 * The suites of screens share packages, which are large and stateless between suites, while each suite gets its own copy of
 * our modules: those of `src` keep the state of a page, such as the session, requests and listeners.
 */

/** An additional entry that imports every package, so that a chunk contains either packages or our own code, never both. */
export const PACKAGES = 'packages-of-screens';

/** These keep a reference to the document at the time they were loaded, so each suite needs its own copy. */
const KEEPS_THE_PAGE = /^@testing-library\/|^axe-core/;

/** All forms of run-time imports; type imports leave nothing behind. */
const IMPORTS =
  /(?:^import (?!type )(?:[^'";]* from )?|^export (?!type )[^'";]* from |\bimport\()'([^.#'/][^'?]*)'/gm;

/** @type {(external: string[]) => import('esbuild').Plugin} */
export const packagesOfScreens = (external) => ({
  name: 'packages of screens',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${PACKAGES}$`) }, () => ({ path: PACKAGES, namespace: PACKAGES }));
    onLoad({ filter: /./, namespace: PACKAGES }, () => ({
      contents: importedPackages()
        .filter((name) => !external.includes(name))
        .map((name, index) => `export * as package${index} from '${name}';`)
        .join('\n'),
      resolveDir: ROOT,
    }));
  },
});

function importedPackages() {
  const names = ['contract', 'server/config/forms', 'src', 'tests/src', 'tests/support']
    .flatMap((folder) => filesUnder(ROOT, folder))
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORTS)])
    .map(([, name]) => name)
    .filter((name) => !KEEPS_THE_PAGE.test(name));
  return [...new Set([...names, 'react/jsx-runtime'])];
}

/** Moves the package chunks next to our own code, where they stay when the runner copies that for a suite. */
export function partPackages({ outputs }, outdir) {
  const first = Object.keys(outputs).find((file) => outputs[file].entryPoint?.startsWith(PACKAGES));
  const chunks = new Set([first]);
  for (const file of chunks)
    for (const { path: imported, external } of outputs[file].imports) if (!external) chunks.add(imported);
  const ours = [...chunks]
    .flatMap((file) => Object.keys(outputs[file].inputs))
    .filter((input) => !/node_modules|jestGlobals\.mjs$/.test(input) && !input.startsWith(`${PACKAGES}:`));
  if (ours.length > 0) throw new Error(`packages import what is ours: ${ours.join(', ')}`);

  const packages = path.join(outdir, '../packages');
  mkdirSync(packages);
  const moved = new Set([...chunks].map((file) => path.basename(file)));
  for (const file of chunks)
    for (const end of ['', '.map'])
      renameSync(path.join(ROOT, file + end), path.join(packages, path.basename(file) + end));
  for (const name of filesUnder(outdir).filter((each) => each.endsWith('.mjs'))) {
    const file = path.join(outdir, name);
    const folder = path.relative(path.dirname(file), packages);
    // The copies that suites get are without maps, and find them here.
    const maps = path.relative(path.dirname(file), path.dirname(outdir));
    const text = readFileSync(file, 'utf8')
      .replaceAll(/(["'])\.\.?\/[./]*(?:chunks\/)?([\w.-]+\.mjs)\1/g, (whole, quote, chunk) =>
        moved.has(chunk) ? `${quote}${folder}/${chunk}${quote}` : whole,
      )
      .replace(/^(\/\/# sourceMappingURL=).*$/m, `$1${maps}/${path.basename(outdir)}/${name}.map`);
    writeFileSync(file, text);
  }
}
