import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import original from 'query-string';
import { parse, stringify } from '#src/lean/queryString.ts';

const text = fc.string({ unit: 'grapheme' });
const values = fc.dictionary(
  // The original loses a value of this name, which no list has.
  text.filter((name) => name !== '' && name !== '__proto__'),
  fc.oneof(text, fc.integer(), fc.boolean(), fc.constantFrom(null, undefined)),
);

describe('queryString', () => {
  it('writes an address as the original does, which reads it as it does', () => {
    fc.assert(
      fc.property(values, (state) => {
        const address = stringify(state);
        expect(address).toBe(original.stringify(state));
        expect(parse(`?${address}`)).toEqual(original.parse(`?${address}`));
      }),
    );
  });

  it('reads what is written by hand as the original does', () => {
    const texts = [
      '',
      '?',
      '?a',
      '?a=',
      '?a=1&a=2&a',
      '?a=b=c',
      '?a+b=c+d',
      '#q=%C3%A3',
      ' ?sort=id&&page=2 ',
    ];
    for (const search of texts)
      expect({ search, ...parse(search) }).toEqual({ search, ...original.parse(search) });
  });
});
