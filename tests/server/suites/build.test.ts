import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';

let keepTwoBuilds: (folder: string, names: readonly string[]) => void;
let requireEntry: (page: string, names: readonly string[]) => void;
beforeAll(async () => {
  ({ keepTwoBuilds, requireEntry } = await import(path.resolve('scripts/build.mjs')));
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(...names: string[]): string[] {
  for (const name of names) writeFileSync(path.join(folder, name), '');
  keepTwoBuilds(folder, names);
  return readdirSync(folder).sort();
}

it('a build keeps its own files and those of the build before, which a server can still run from', () => {
  writeFileSync(path.join(folder, 'chunk-OF-NOBODY-KNOWS.js'), '');
  writeFileSync(path.join(folder, '.inputs'), '');
  expect(build('main.js', 'chunk-A.js')).toEqual(['.files', '.inputs', 'chunk-A.js', 'main.js']);
  expect(build('main.js', 'chunk-B.js')).toEqual([
    '.files',
    '.inputs',
    'chunk-A.js',
    'chunk-B.js',
    'main.js',
  ]);
  expect(build('main.js', 'chunk-C.js')).toEqual([
    '.files',
    '.inputs',
    'chunk-B.js',
    'chunk-C.js',
    'main.js',
  ]);
});

it('compressed copies go with their file', () => {
  build('chunk-A.js', 'style-A.css');
  for (const name of ['chunk-A.js.br', 'style-A.css.gz']) writeFileSync(path.join(folder, name), '');
  expect(build('chunk-B.js')).toEqual([
    '.files',
    'chunk-A.js',
    'chunk-A.js.br',
    'chunk-B.js',
    'style-A.css',
    'style-A.css.gz',
  ]);
  expect(build('chunk-C.js')).toEqual(['.files', 'chunk-B.js', 'chunk-C.js']);
});

it('a build of the same sources removes nothing from a server that runs from it', () => {
  build('main.js', 'chunk-A.js');
  expect(build('main.js', 'chunk-A.js')).toContain('chunk-A.js');
});

it('a build whose page loads no program is refused', () => {
  const page = (script: string) => `<html><head><script src="/theme.js"></script>${script}</head></html>`;
  const entry = '<script nonce="n" type="module" crossorigin src="/assets/index-A.js"></script>';
  requireEntry(page(entry), ['index-A.js']);
  expect(() => requireEntry(page(entry), ['index-B.js'])).toThrow('não carrega o programa');
  expect(() => requireEntry(page(''), ['index-A.js'])).toThrow('não carrega o programa');
});
