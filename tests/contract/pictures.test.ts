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

it('docs/screens holds exactly the pictures that documents show and `npm run screens` makes', () => {
  const shown = documents.flatMap((file) =>
    [...read(file).matchAll(/screens\/([\w-]+)\.png/g)].map(([, name]) => name),
  );
  const there = readdirSync(path.join(ROOT, 'docs/screens')).map((file) => file.replace('.png', ''));
  const made = [...read('scripts/screens.ts').matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name]) => name);
  expect([...new Set(shown)].sort()).toEqual(there.sort());
  expect(made.sort()).toEqual(there);
});
