import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../support/sourceFiles.ts';

/** A file shorter than this many lines belongs into the single file that imports it. */
const TOO_SHORT = 35;

/** Kinds of files that are separate by convention: rows of a table of files, and the parts of lists. */
const BY_KIND =
  /^server\/(config\/parameters|db\/tables|records\/standard)\/[\w/]+\.ts$|(Columns|Filters|Table)\.tsx?$/;

/** Short files with a single importer that are separate on purpose. */
const ON_PURPOSE: Record<string, string> = {};

const read = (file: string) => ({ file, text: readFileSync(file, 'utf8') });
const files = ['contract', 'server', 'src'].flatMap(sourceFiles).map(read);
const others = ['bench', 'scripts', 'tests'].flatMap(sourceFiles).map(read);

/** A folder with more files than this gets subfolders, named by nouns. */
const MANY_FILES = 15;

/** Folders with more, with the reason. */
const FLAT: Record<string, string> = {
  'server/db/migrations': 'a list in the order of the numbers, which the generator writes',
};

/** The importers of each file, including tests and scripts; a file loaded with `import()` has to be separate. */
const importers = new Map<string, Set<string>>();
const loadedLater = new Set<string>();
for (const { file, text } of [...files, ...others])
  for (const [, kind, target = ''] of text.matchAll(/(from |import |import\()'(\.[^']+)'/g)) {
    const imported = path.join(path.dirname(file), target);
    if (kind === 'import(') loadedLater.add(imported);
    importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
  }

const EXPORTS = /^export (?:async )?(?:const|function\*?|class|type|interface) ([\w$]+)/gm;

const linesOf = (text: string) => text.split('\n').length - 1;

describe('source tree', () => {
  it('has no short file that only its neighbour uses', () => {
    const short = files
      .filter(({ file, text }) => linesOf(text) < TOO_SHORT && !BY_KIND.test(file) && !loadedLater.has(file))
      .filter(({ file }) => {
        const [importer, second] = importers.get(file) ?? [];
        return importer && !second && path.dirname(importer) === path.dirname(file);
      })
      .map(({ file }) => file);
    expect(short).toEqual(Object.keys(ON_PURPOSE));
  });

  it('lists the screens of each noun in one table of contents, which only App reads', () => {
    const contents = readdirSync('src/resources').map((noun) => `src/resources/${noun}/index.ts`);
    expect(contents.length).toBeGreaterThan(30);
    expect(contents.map((file) => [file, [...(importers.get(file) ?? [])]])).toEqual(
      contents.map((file) => [file, ['src/App.tsx']]),
    );
    const besides = [...importers].filter(
      ([file, by]) => file.startsWith('src/resources/') && by.has('src/App.tsx') && !contents.includes(file),
    );
    expect(besides).toEqual([]);
    // One sentence says what the noun is.
    const silent = files.filter(
      ({ file, text }) => contents.includes(file) && !/^\/\*\* .+\. \*\/\n\n/.test(text),
    );
    expect(silent.map(({ file }) => file)).toEqual([]);
  });

  it('imports no file that starts to work when it is loaded', () => {
    const atWork = [...files, ...others].filter(({ text }) => /^(?:await |void )?main\(/m.test(text));
    expect(atWork.length).toBeGreaterThan(3);
    expect(atWork.map(({ file }) => file).filter((file) => importers.has(file))).toEqual([]);
  });

  it('gives each advisory lock a number of its own', () => {
    const numbers = files.flatMap(({ text }) => text.match(/\b7_225_\d{3}\b/g) ?? []);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
    expect(numbers.length).toBeGreaterThan(10);
  });

  // Matched by word: a name that occurs anywhere else counts as used. In the contract every capitalised export is a
  // component, and files in `lean` replace packages.
  it('exports no name that no other file uses', () => {
    const saying = new Map<string, number>();
    for (const { text } of [...files, ...others])
      for (const word of new Set(text.match(/[\w$]+/g))) saying.set(word, (saying.get(word) ?? 0) + 1);
    const exported = files
      .filter(({ file }) => !/^(contract|src\/lean)\//.test(file))
      .flatMap(({ file, text }) => [...text.matchAll(EXPORTS)].map(([, name = '']) => ({ file, name })));
    expect(exported.length).toBeGreaterThan(1_000);
    expect(exported.filter(({ name }) => saying.get(name) === 1)).toEqual([]);
  });

  it('has no folder that is longer than a table of contents', () => {
    const filesOf = new Map<string, number>();
    for (const root of ['contract', 'server', 'src', 'scripts', 'bench', 'tests'])
      for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) {
          const folder = entry.parentPath.replaceAll('\\', '/');
          filesOf.set(folder, (filesOf.get(folder) ?? 0) + 1);
        }
    const long = [...filesOf].filter(([, count]) => count > MANY_FILES).map(([folder]) => folder);
    expect(long).toEqual(Object.keys(FLAT));
  });

  it('has no test, script or benchmark over 400 lines', () => {
    expect(others.filter(({ text }) => linesOf(text) > 400).map(({ file }) => file)).toEqual([]);
  });

  it('has no file over 400 lines, and few over 250', () => {
    const lengths = files.map(({ text }) => linesOf(text));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(400);
    expect(lengths.filter((length) => length > 250).length / lengths.length).toBeLessThan(0.05);
  });
});
