import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.resolve(import.meta.dirname, '../../src');
const read = (file: string) => readFileSync(path.join(SRC, file), 'utf8');

interface ListedResource {
  name: string;
  /** `list`, `edit`, `create`: the screens that it has. */
  screens: readonly string[];
}

/** The resources of react-admin that src/App.tsx lists: the screens of a noun's table of contents, and the pages App adds. */
export function listedResources(): ListedResource[] {
  const declared = new Map(
    readdirSync(path.join(SRC, 'resources'))
      .map((noun) => `resources/${noun}/index.ts`)
      .filter((contents) => existsSync(path.join(SRC, contents)))
      .flatMap((contents) =>
        [...read(contents).matchAll(DECLARED)].map(
          ([, constant = '', name = '', screens = '']) =>
            [constant, { name, screens: (screens.match(SCREEN) ?? []).map((key) => key.trim()) }] as const,
        ),
      ),
  );
  return [...read('App.tsx').matchAll(LISTED)].map(([, constant = '', pages = '']) => {
    const found = declared.get(constant);
    if (!found) throw new Error(`no table of contents declares the resource ${constant}`);
    return { ...found, screens: [...found.screens, ...(pages.match(/\w+(?==)/g) ?? [])] };
  });
}

const LISTED = /<Resource \{\.\.\.(\w+)\}((?: \w+=\{\w+\})*) \/>/g;
const DECLARED = /^export const (\w+) = \{\n {2}name: '([^']+)',\n([\s\S]*?)^\};/gm;
const SCREEN = /^ {2}\w+(?=:)/gm;
