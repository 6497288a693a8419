import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { completionsAt } from '#contract/expression/completion.ts';

const TITLES = ['Valor', 'Custo', 'Cliente › UF', 'Margem [%]'];
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = completionsAt(text, caret, TITLES);
  return found?.choices.map((each) => text.slice(0, found.start) + each.text + text.slice(found.end)) ?? [];
};

it('offers fields after a bracket, and functions too after two letters', () => {
  expect(at('[va|')).toEqual(['[Valor]']);
  expect(at('1 + [uf| * 2')).toEqual(['1 + [Cliente › UF] * 2']);
  expect(at('[cus|to]')).toEqual(['[Custo]']);
  expect(at('[mar|')).toEqual(['[Margem [%]]]']);
  expect(at('di|')).toEqual(['dia(', 'dias(']);
  expect(at('cus|')).toEqual(['[Custo]']);
  expect(at('d|')).toEqual([]);
  expect(at('"[va|')).toEqual([]);
  expect(at('[Valor] |')).toEqual([]);
});

it('takes any text and any place in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[]"ae( ›v') }), fc.nat(12), (text, caret) => {
      const found = completionsAt(text, Math.min(caret, text.length), TITLES);
      if (found) expect(found.start).toBeLessThanOrEqual(found.end);
    }),
  );
});
