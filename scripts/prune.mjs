import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { UNBUNDLED } from './build.mjs';

// `npm run prune`: removes from node_modules what a built console does not load, which is nearly everything, since its server
// and its pages are bundled. `npm ci` brings it back. Plain JavaScript, because tsx may be among what is removed.

const ROOT = path.resolve(import.meta.dirname, '..');

/** Besides the packages that are not bundled: what forms are compiled with while the console runs (server/config/forms). */
const COMPILED_WITH = ['ajv', 're2js'];

/** @typedef {{ dependencies?: Names, optionalDependencies?: Names, peerDependencies?: Names }} Needs */
/** @typedef {Record<string, string>} Names */

/**
 * The folders of the packages that a built console loads, as a lock file names them.
 *
 * @param {Record<string, Needs>} packages of the lock file
 * @returns {Set<string>}
 */
export function loadedPackages(packages) {
  const loaded = new Set();
  /** @param {string} from @param {string} name */
  const take = (from, name) => {
    const folder = resolved(packages, from, name);
    if (folder === null || loaded.has(folder)) return;
    loaded.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      take(folder, each);
  };
  for (const name of [...UNBUNDLED, ...COMPILED_WITH]) take('', name);
  return loaded;
}

/**
 * As Node looks for a package: beside the one that asks, then further out; null for one that is not installed.
 *
 * @param {Record<string, Needs>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | null}
 */
function resolved(packages, from, name) {
  const folder = path.posix.join(from, 'node_modules', name);
  if (folder in packages) return folder;
  if (from === '') return null;
  return resolved(packages, from.slice(0, Math.max(from.lastIndexOf('node_modules/') - 1, 0)), name);
}

/** @param {string} folder below the root, whose packages are kept if they, or packages inside them, are loaded */
function prune(folder, loaded) {
  for (const name of readdirSync(path.join(ROOT, folder))) {
    const each = `${folder}/${name}`;
    if (name.startsWith('@')) {
      prune(each, loaded);
      if (readdirSync(path.join(ROOT, each)).length === 0) rmSync(path.join(ROOT, each), { recursive: true });
    } else if (!loaded.has(each)) rmSync(path.join(ROOT, each), { recursive: true, force: true });
    else if (existsSync(path.join(ROOT, each, 'node_modules'))) prune(`${each}/node_modules`, loaded);
  }
}

if (process.argv[1] === import.meta.filename) {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  if (!existsSync(path.join(ROOT, 'dist-server/main.js')))
    throw new Error('Construa o console antes: npm run build');
  prune('node_modules', loadedPackages(packages));
}
