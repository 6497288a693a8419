import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build, stop } from 'esbuild';
import { UNBUNDLED } from '../../../scripts/build.mjs';
import { PACKAGES, packagesOfScreens, partPackages } from './packages.mjs';
import { filesUnder, ROOT } from './tree.mjs';

// Plain JavaScript, because Jest loads its setup without transforms.

const CACHE = path.join(ROOT, 'node_modules/.cache/balcao-suites');
/** Inputs of a bundle; a change to any of them rebuilds it. */
const INPUTS = [
  'package-lock.json',
  'tsconfig.json',
  'bench',
  'contract',
  'scripts',
  'server',
  'src',
  'tests',
];
/** How long bundles of other sources are kept, in case a concurrent run uses them, in milliseconds. */
const KEPT_FOR = 60 * 60 * 1000;

/** These load files of their own, or must be the same instances that Jest and Node use. */
export const EXTERNAL = [
  ...UNBUNDLED,
  '@jest/expect',
  'fast-check',
  'jsdom',
  'msw',
  'tsx',
  'vite',
  '*?worker',
];

const common = {
  alias: { '@jest/globals': path.join(import.meta.dirname, 'jestGlobals.mjs') },
  // CommonJS packages still use `require` for Node's modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/**
 * The folders of each project of jest.config.mjs, and where their bundles go.
 *
 * @type {{ folders: string[], out: string, setup: string[], options: import('esbuild').BuildOptions }[]}
 */
const KINDS = [
  {
    folders: ['tests/contract', 'tests/schemas', 'tests/server'],
    out: 'node',
    setup: [],
    options: { ...common, platform: 'node' },
  },
  {
    folders: ['tests/src'],
    out: 'ui/own',
    setup: ['tests/support/screens/uiSetup.ts', PACKAGES],
    options: {
      ...common,
      platform: 'neutral',
      mainFields: ['module', 'main'],
      // Its `act` uses Node's `module` to schedule work.
      external: ['react'],
      loader: { '.css': 'empty', '.svg': 'empty', '.png': 'empty', '.woff2': 'empty' },
    },
  },
];

/**
 * Runs before the suites. A suite that loads its thousand modules individually spends half of its time on that, so each is
 * bundled into one file, with chunks shared between suites. `runner.cjs` runs them.
 *
 * @param {{ testPathPatterns: { patterns: string[] }, nonFlagArgs: string[], rootDir: string }} config
 */
export default async function bundleSuites(config) {
  const chosen = chosenSuites(config);
  const key = hashOf([...INPUTS.flatMap(filesOf).map(stateOf), ...chosen]);
  const out = path.join(CACHE, key);
  if (!existsSync(out)) {
    dropOld();
    const draft = `${out}-${process.pid}`;
    await Promise.all(KINDS.map((kind) => bundle(kind, suitesOf(kind, chosen), path.join(draft, kind.out))));
    // Its process holds 2 GB, and would keep them while the suites run.
    await stop();
    mkdirSync(draft, { recursive: true });
    // A concurrent run may have been faster.
    if (existsSync(out)) rmSync(draft, { recursive: true });
    else renameSync(draft, out);
  }
  utimesSync(out, new Date(), new Date());
  process.env.BUNDLED_SUITES = out;
  // Identifies what the suites of this run share.
  process.env.TEST_RUN = String(Date.now());
}

/** The suites requested for this run, or more: a selection that only Jest understands includes all of them. */
function chosenSuites({ testPathPatterns, nonFlagArgs }) {
  const all = KINDS.flatMap((kind) => suitesOf(kind, filesOf('tests')));
  const patterns = [...(testPathPatterns?.patterns ?? []), ...(nonFlagArgs ?? [])];
  const chosen = all.filter((file) =>
    patterns.some((pattern) => path.join(ROOT, file).includes(pattern) || matches(pattern, file)),
  );
  return chosen.length > 0 ? chosen : all;
}

const suitesOf = ({ folders }, files) =>
  files.filter(
    (file) => /\.test\.tsx?$/.test(file) && folders.some((folder) => file.startsWith(`${folder}/`)),
  );

function matches(pattern, file) {
  try {
    return new RegExp(pattern, 'i').test(path.join(ROOT, file));
  } catch {
    return true;
  }
}

async function bundle({ setup, options: { external = [], ...options } }, suites, outdir) {
  if (suites.length === 0) return;
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...suites, ...setup],
    outbase: '.',
    outdir,
    metafile: true,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    external: [...EXTERNAL, ...external, ...builtinModules, 'node:*'],
    sourcemap: true,
    sourcesContent: false,
    plugins: [ownPlaces, ownUser, packagesOfScreens(EXTERNAL)],
    logLevel: 'error',
    ...options,
  });
  const unknown = Object.keys(metafile.inputs).filter(
    (input) => !/^(?:node_modules\/|[\w-]+:)/.test(input) && !INPUTS.some((known) => input.startsWith(known)),
  );
  if (unknown.length > 0) throw new Error(`suites import what makes no bundle anew: ${unknown.join(', ')}`);
  if (setup.includes(PACKAGES)) partPackages(metafile, outdir);
}

/** A module that asks for its own location gets its place in the source tree. */
const ownPlaces = {
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: placeSeekers() }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(new URL(`file://${file}`).href)),
      loader: file.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

/** Replaces userEvent in all screen tests with one that has our settings. */
const ownUser = {
  name: 'own user',
  setup({ onResolve }) {
    onResolve({ filter: /^@testing-library\/user-event$/ }, () => ({
      path: path.join(ROOT, 'tests/support/screens/userEvent.ts'),
    }));
  },
};

function placeSeekers() {
  const names = ['bench', 'contract', 'server', 'tests']
    .flatMap(filesOf)
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('import.meta.'))
    .map((file) => file.replaceAll('.', '\\.'));
  return new RegExp(`/(?:${names.join('|')})$`);
}

function dropOld() {
  if (!existsSync(CACHE)) return;
  for (const name of readdirSync(CACHE)) {
    const folder = path.join(CACHE, name);
    if (statSync(folder).mtimeMs < Date.now() - KEPT_FOR) rmSync(folder, { recursive: true, force: true });
  }
}

const filesOf = (name) => filesUnder(ROOT, name);

const stateOf = (file) => {
  const { mtimeMs, size } = statSync(path.join(ROOT, file));
  return `${file} ${mtimeMs} ${size}`;
};

const hashOf = (parts) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
