import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wrongLine } from '#contract/rules/definitions/jsonLines.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('line of a JSON syntax error', () => {
  it.each([
    ['{\n  "a": [1,],\n  "b": 2\n}', 2],
    ['{\n  "a": um,\n  "b": 2\n}', 2],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\n  "a": 1,\n}', 3],
    ["{\n  'a': 1\n}", 2],
    ['{\n  // nota\n  "a": 1\n}', 2],
    ['{\n  "a": 01,\n  "b": 2\n}', 2],
    ['{\n  "a": "x\ny"\n}', 2],
    ['{ "a": 1 }\n\n}', 3],
    ['{\n  "a": [1\n', 3],
    ['', 1],
  ])('is, for %j, line %i', (text, line) => {
    expect(isJson(text)).toBe(false);
    expect(wrongLine(text)).toBe(line);
  });

  it('is the line of an unknown word', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const lines = JSON.stringify({ value, last: 1 }, null, 1).split('\n');
        const broken = lines.map((line, index) =>
          index === 1 + (at % (lines.length - 1)) ? `nada ${line}` : line,
        );
        expect(wrongLine(broken.join('\n'))).toBe(broken.findIndex((line) => line.startsWith('nada')) + 1);
      }),
    );
  });
});
