import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '#tests/support/sourceFiles.ts';

describe('every filter', () => {
  it('loads its options when it is opened, never with the list', () => {
    const early = sourceFiles('src').filter((path) => {
      const text = readFileSync(path, 'utf8');
      const names = [
        ...text.matchAll(/const (?:\{ data(?:: (\w+))?[^}]*\}|(\w+)) = use(?:Route|GetList)\b/g),
      ].map(([, renamed, plain]) => renamed ?? plain ?? 'data');
      return (
        /kind: '(multi)?select'/.test(text) &&
        names.some((name) => new RegExp(`options: (?:\\w+\\()?\\(?${name}\\b`).test(text))
      );
    });
    expect(early).toEqual([]);
  });
});
