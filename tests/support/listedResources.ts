import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.resolve(import.meta.dirname, '../../src');
const read = (file: string) => readFileSync(path.join(SRC, file), 'utf8');

interface ListedResource {
  name: string;
  /** `list`, `edit`, `create`: the screens that it has. */
  screens: readonly string[];
}

/** The resources of react-admin that src/App.tsx lists, as the tables of contents of their nouns declare them. */
export function listedResources(): ListedResource[] {
  const declared = new Map(
    readdirSync(path.join(SRC, 'resources')).flatMap((noun) =>
      [...read(`resources/${noun}/index.ts`).matchAll(DECLARED)].map(
        ([, constant = '', name = '', screens = '']) =>
          [constant, { name, screens: (screens.match(SCREEN) ?? []).map((key) => key.trim()) }] as const,
      ),
    ),
  );
  return [...read('App.tsx').matchAll(/<Resource \{\.\.\.(\w+)\} \/>/g)].map(([, constant = '']) => {
    const found = declared.get(constant);
    if (!found) throw new Error(`no table of contents declares the resource ${constant}`);
    return found;
  });
}

const DECLARED = /^export const (\w+) = \{\n {2}name: '([^']+)',\n([\s\S]*?)^\};/gm;
const SCREEN = /^ {2}\w+(?=:)/gm;
