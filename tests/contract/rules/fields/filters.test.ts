import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFieldFilters, readSpan, spanText } from '#contract/rules/fields/fieldValues.ts';
import { field } from './someFields.ts';

describe('filters by extra fields', () => {
  const campos = [
    field('rota', 'SELECT', { filtravel: true }),
    field('visitas', 'INTEIRO', { filtravel: true }),
    field('dia', 'DATE', { filtravel: true }),
    field('livre', 'TEXT'),
  ];
  it('are parsed by the types of their fields', () => {
    expect(
      readFieldFilters(campos, ['rota:A', 'rota:B', 'visitas:1..4', 'dia:2026-11-01..', 'visitas:3']).filters,
    ).toEqual([
      { kind: 'VALOR', key: 'rota', values: ['A', 'B'] },
      { kind: 'FAIXA', key: 'visitas', from: '1', to: '4' },
      { kind: 'FAIXA', key: 'dia', from: '2026-11-01', to: '' },
      { kind: 'FAIXA', key: 'visitas', from: '3', to: '3' },
    ]);
  });
  it.each([
    'livre:x',
    'nada:1',
    'rota',
    ':A',
    'visitas:um',
    'visitas:..',
    'dia:2026-02-30..',
    'visitas:1e9..',
    'rota:',
  ])('reject %s', (text) => {
    expect(readFieldFilters(campos, [text])).toEqual({ filters: [], refused: [text] });
  });
  it.each([
    ['3', '3', '3'],
    ['1 a 4', '1', '4'],
    ['1-4', '1', '4'],
    ['até 1.234,5', '', '1234.5'],
    ['a partir de 2', '2', ''],
    ['>= 2', '2', ''],
    ['2026-11-01', '2026-11-01', '2026-11-01'],
    ['..-3', '', '-3'],
  ])('read the typed range %s', (text, from, to) => {
    expect(readSpan(text)).toEqual({ from, to });
  });
  it('write ranges that read back unchanged', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(readSpan(spanText(String(a), String(b)))).toEqual({ from: String(a), to: String(b) });
      }),
    );
  });
});
