import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const documents = [
  'README.md',
  ...(readdirSync(path.join(ROOT, 'docs'), { recursive: true }) as string[])
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

const SCREENS = 'docs/screens';
const picturesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((file) => file.endsWith('.webp'))
    .map((file) => file.replace('.webp', ''))
    .sort();
const shownOf = (folder: string) => [
  ...new Set(
    documents.flatMap((file) =>
      [...read(file).matchAll(new RegExp(`${folder}/([\\w-]+)\\.webp`, 'g'))].map(([, name]) => name),
    ),
  ),
];

it('docs/screens holds exactly the pictures that documents show and `npm run screens` makes', () => {
  const there = picturesIn(SCREENS);
  const script = read('scripts/screens.ts');
  const made = [...script.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name]) => name);
  const dark = /^const DARK = \[([^;]*)\];/m.exec(script)?.[1] ?? '';
  const inTheDark = [...dark.matchAll(/'([\w-]+)'/g)].map(([, name]) => `${name}-escuro`);
  expect(inTheDark).toHaveLength(12);
  expect(shownOf('screens').sort()).toEqual(there);
  expect([...made, ...inTheDark].sort()).toEqual(there);
});

it('docs/screens/antes holds exactly the pictures of before that are shown', () => {
  expect(shownOf('screens/antes').sort()).toEqual(picturesIn(`${SCREENS}/antes`));
});
