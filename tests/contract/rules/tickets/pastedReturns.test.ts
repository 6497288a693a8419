import { describe, expect, it } from '@jest/globals';
import {
  MAX_PASTED_RETURNS,
  pastedReturns,
  pastedRows,
  type ReturnReading,
  returnsProblem,
} from '#contract/rules/tickets/pastedReturns.ts';

const KEY = '52060433009911002506550120000007800267301615';
const reading = (
  code: string,
  quantity: string | null = null,
  unit: string | null = null,
): ReturnReading => ({
  ...{ code, quantity, unit },
});
const readingsOf = (row: string) => pastedReturns(row)[0]?.readings;

describe('a pasted line of a return', () => {
  it.each<[string, ReturnReading[]]>([
    ['P-1*2', [reading('P-1', '2')]],
    ['P.003 × 2,5', [reading('P.003', '2.5')]],
    ['P-1 2', [reading('P-1', '2')]],
    ['P-1\t2', [reading('P-1', '2')]],
    ['P-1;2;CX', [reading('P-1', '2', 'cx')]],
    ['P-1 x 2', [reading('P-1', '2')]],
    ['P-1 x2', [reading('P-1', '2')]],
    ['P-1 2cx', [reading('P-1', '2', 'cx')]],
    ['P-1 2 caixas', [reading('P-1', '2', 'cx')]],
    ['P-1 2 kg', [reading('P-1', '2', 'kg')]],
    ['P-1 1.000', [reading('P-1', '1000')]],
    ['P-1\tArroz tipo 1\t12', [reading('P-1', '12')]],
    // A measure in a name is no quantity.
    ['P-1 arroz 5kg', [reading('P-1')]],
    ['P-1 arroz 5 kg', [reading('P-1')]],
    ['7891234567895', [reading('7891234567895')]],
    ['7891234567895 24', [reading('7891234567895', '24')]],
    ['P-1*0', [reading('P-1')]],
    ['P-1*-3', [reading('P-1')]],
  ])('%s', (row, expected) => {
    expect(readingsOf(row)).toEqual(expected);
  });

  it.each<[string, ReturnReading[]]>([
    ['1001*2', [reading('1001', '2'), reading('2', '1001')]],
    ['12 cx 1001', [reading('12', '1001'), reading('1001', '12', 'cx')]],
    ['12x 1001', [reading('12', '1001'), reading('1001', '12')]],
  ])('%s has two readings, the code first before the quantity first', (row, expected) => {
    expect(readingsOf(row)).toEqual(expected);
  });

  it('is an access key, however it is written', () => {
    const spaced = KEY.replace(/(.{4})/g, '$1 ');
    for (const row of [KEY, spaced, `Chave: ${spaced}`])
      expect(pastedReturns(row)[0]).toMatchObject({ key: KEY, problem: '', readings: [] });
  });

  it('is refused as a key with a wrong digit or length', () => {
    const wrong = `${KEY.slice(0, -1)}${(Number(KEY.at(-1)) + 1) % 10}`;
    expect(pastedReturns(wrong)[0]).toMatchObject({
      ...{ key: '', readings: [] },
      problem: 'A chave não confere com o seu dígito verificador: leia ou cole de novo.',
    });
    expect(pastedReturns(KEY.slice(0, -1))[0]?.problem).toBe(
      'A chave de uma nota tem 44 caracteres, e aqui há 43.',
    );
  });
});

describe('a pasted list of returns', () => {
  it('leaves out blank lines and the heading of a sheet, and counts as the person does', () => {
    const list = pastedReturns('Código\tQtd\n\nP-1\t2\r\n  \nP-2\t1');
    expect(list.map(({ number, text }) => [number, text])).toEqual([
      [3, 'P-1 2'],
      [5, 'P-2 1'],
    ]);
    expect(pastedRows('Ref.;Quant.\nP-1;2')).toEqual(['P-1;2']);
    // Any other words are kept, so that somebody is told that they mean nothing.
    expect(pastedRows('abc\nP-1 2')).toEqual(['abc', 'P-1 2']);
    expect(pastedRows(' \n')).toEqual([]);
  });

  it('is refused as a whole beyond its bounds', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `P-${at} 1`).join('\n');
    expect(returnsProblem(rows(MAX_PASTED_RETURNS))).toBe('');
    expect(returnsProblem(rows(MAX_PASTED_RETURNS + 1))).toMatch(/^A lista tem 301 linhas, e cabem 300/);
    expect(returnsProblem('1'.repeat(20_001))).toMatch(/^A lista tem mais de 20\.000 caracteres/);
  });
});
