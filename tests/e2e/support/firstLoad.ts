import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Scripts from an empty cache to the list of tickets, in KiB with gzip (docs/domain.md 17). */
export const FIRST_LOAD_BUDGET = 300;

const DIST = path.resolve(import.meta.dirname, '../../../dist');
/** The file of the first lists (vite.config.ts). */
const LISTS = /^_lists-/;
/** The page, the home page and the list of tickets. */
const FIRST = [/^index\.html$/, LISTS];

interface Built {
  file: string;
  imports?: string[];
}

/** Names of the files of the last build that these entries of it need, themselves included. */
function filesOf(entries: readonly RegExp[]): string[] {
  const built: Record<string, Built> = JSON.parse(
    readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'),
  );
  const found = new Set<string>();
  const add = (key: string) => {
    const { file, imports = [] } = built[key] ?? { file: '' };
    if (found.has(file)) return;
    found.add(file);
    for (const each of imports) add(each);
  };
  for (const entry of entries) {
    const keys = Object.keys(built).filter((key) => entry.test(key));
    if (keys.length === 0) throw new Error(`the build has no ${entry}`);
    for (const key of keys) add(key);
  }
  return [...found].map((file) => path.basename(file)).filter((name) => name.endsWith('.js'));
}

/** The first lists and all that they import. */
export const filesOfLists = (): ReadonlySet<string> => new Set(filesOf([LISTS]));

/** Each script of the first load with its size in KiB. */
export const firstLoad = (): { name: string; kib: number }[] =>
  filesOf(FIRST).map((name) => ({
    name,
    kib: gzipSync(readFileSync(path.join(DIST, 'assets', name))).length / 1024,
  }));
