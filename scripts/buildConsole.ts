import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ROOT = path.resolve(import.meta.dirname, '..');
const STAMP = path.join(ROOT, 'dist', '.inputs');
const INPUTS = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'src',
  'contract',
  'schemas',
  'public',
];

/** Builds `dist/` unless it was built from exactly these sources. Ends the process when that fails. */
export function buildConsole(): void {
  const inputs = hashOfInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  process.stdout.write('Preparando o console…\n');
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  // In a process of its own: what the bundler needs in memory is given back.
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status === 0) {
    compressAssets(path.join(ROOT, 'dist', 'assets'));
    writeFileSync(STAMP, inputs);
    return;
  }
  process.stderr.write(`O console não pôde ser construído:\n${result.stdout}${result.stderr}\n`);
  process.exit(1);
}

/** Once here instead of at each request: the server sends the brotli file where the browser takes it. */
function compressAssets(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
    const file = path.join(folder, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
}

/** Contents, not times: a fresh clone or a checkout of another branch changes every time of day. */
function hashOfInputs(): string {
  const hash = createHash('sha256');
  const add = (file: string) => {
    const full = path.join(ROOT, file);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(path.join(file, name));
    else hash.update(`${file}\0`).update(readFileSync(full)).update('\0');
  };
  INPUTS.forEach(add);
  return hash.digest('hex');
}
