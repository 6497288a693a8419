import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { importedFile } from '../support/importedFile.ts';
import { sourceFiles } from '../support/sourceFiles.ts';

const read = (file: string) => ({ file, text: readFileSync(file, 'utf8') });
const files = ['contract', 'server', 'src'].flatMap(sourceFiles).map(read);
const others = ['bench', 'scripts', 'tests'].flatMap(sourceFiles).map(read);

/** The importers of each file, including tests and scripts. */
const importers = new Map<string, Set<string>>();
for (const { file, text } of [...files, ...others])
  for (const [, target = ''] of text.matchAll(/(?:from |import |import\()'([.#][^']+)'/g)) {
    const imported = importedFile(file, target) ?? '';
    importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
  }

const EXPORTS = /^export (?:async )?(?:const|function\*?|class|type|interface) ([\w$]+)/gm;

const linesOf = (text: string) => text.split('\n').length - 1;

describe('source tree', () => {
  it('lists the screens of each noun in one table of contents, which only App reads', () => {
    // A noun without screens of its own has only what others use of it.
    const contents = readdirSync('src/resources')
      .filter((noun) => readdirSync(`src/resources/${noun}`).join() !== 'shared')
      .map((noun) => `src/resources/${noun}/index.ts`);
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

  it('has no test, script or benchmark over 400 lines', () => {
    expect(others.filter(({ text }) => linesOf(text) > 400).map(({ file }) => file)).toEqual([]);
  });

  it('has no file over 400 lines', () => {
    expect(files.filter(({ text }) => linesOf(text) > 400).map(({ file }) => file)).toEqual([]);
  });
});
