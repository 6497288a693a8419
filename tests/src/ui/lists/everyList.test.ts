import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listedResources } from '#tests/support/listedResources.ts';

const ROOT = join(import.meta.dirname, '../../../../src');
const sources = (readdirSync(ROOT, { recursive: true }) as string[])
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(ROOT, name), 'utf8') }));
const withPage = listedResources()
  .filter(({ screens }) => screens.includes('edit'))
  .map(({ name }) => name);

describe('lists of resources', () => {
  it('link each row to an existing page', () => {
    const resources = sources.flatMap(({ text }) =>
      [...text.matchAll(/<ListPage\b[\s\S]*?\bresource="([^"]+)"/g)].map(([, name]) => name ?? ''),
    );
    expect(resources.length).toBeGreaterThan(8);
    expect(resources.filter((name) => !withPage.includes(name))).toEqual([]);
  });

  // A card on a phone shows three facts, followed by the row's actions; a column of buttons would be lost there.
  it('have no commands in a column: those are row actions', () => {
    const offenders = sources.filter(({ text }) =>
      /\bid: '[^']+',\s*label: '(Ações|Ação|Comandos)'/.test(text),
    );
    expect(offenders.map(({ name }) => name)).toEqual([]);
  });
});
