import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatCpf } from '#contract/rules/documents.ts';
import { buildAccessKey, formatAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { isExact, isNearly, numberOf, readSearch, type SearchTerm } from '#contract/rules/searchTerm.ts';
import { testCpf } from '../../support/people.ts';

const KEY = buildAccessKey({
  stateCode: '35',
  yearMonth: '2611',
  cnpj: '12ABC34501DE35',
  model: '55',
  series: '1',
  number: '778899',
  emissionType: '1',
  code: '12345678',
});

describe('the meaning of a search', () => {
  it.each([
    ['123', 123, null],
    [' #123 ', 123, null],
    ['1.234', 1234, null],
    ['NF 50251', 50251, 'NOTA'],
    ['nf 50.251', 50251, 'NOTA'],
    ['NF-e nº 50.251', 50251, 'NOTA'],
    ['NFe: 50251/1', 50251, 'NOTA'],
    ['Nota fiscal 50251 série 1', 50251, 'NOTA'],
    ['nota 50251', 50251, 'NOTA'],
    ['Ticket #2007', 2007, 'TICKET'],
    ['chamado 2007', 2007, 'TICKET'],
    ['pedido 88', 88, 'PEDIDO'],
    ['Orçamento nº 88', 88, 'ORCAMENTO'],
    ['cliente 45', 45, 'CLIENTE'],
    ['coleta 9', 9, 'COLETA'],
  ])('%p is the number %p of %p', (text, value, of) => {
    expect(readSearch(text)?.number).toEqual({ value, of });
  });

  it('is a number of anything, or only of what it is said to be of', () => {
    const read = (text: string) => {
      const term = readSearch(text);
      return (
        term && [numberOf(term, 'TICKET'), numberOf(term, 'NOTA'), numberOf(term, 'PEDIDO', 'ORCAMENTO')]
      );
    };
    expect(read('88')).toEqual([88, 88, 88]);
    expect(read('NF 88')).toEqual([null, 88, null]);
    expect(read('pedido 88')).toEqual([null, null, 88]);
  });

  it('is a key, document, phone or address, with or without its mask', () => {
    for (const text of [KEY, formatAccessKey(KEY.toLowerCase())])
      expect(readSearch(text)?.accessKey).toBe(KEY);
    for (const text of ['12.ABC.345/01DE-35', '12abc34501de35'])
      expect(readSearch(text)?.document).toBe('12ABC34501DE35');
    expect(readSearch(formatCpf(testCpf(777)))?.document).toBe(testCpf(777));
    expect(readSearch('(11) 98765-4321')?.phone?.tail).toBe('87654321');
    expect(readSearch('4321')?.phone?.tail).toBe('4321');
    expect(readSearch('ANA@exemplo')?.email).toBe('ana@exemplo');
  });

  it('is nothing exact for words, of which eight are kept', () => {
    for (const text of ['João  Mercado', 'nota fiscal', 'pedido', 'nf', 'caixa 12 amassada'])
      expect([text, isExact(readSearch(text) as SearchTerm)]).toEqual([text, false]);
    expect(readSearch('palavra '.repeat(12))?.words).toEqual(Array(8).fill('palavra'));
    expect([readSearch(''), readSearch('   '), readSearch('#')]).toEqual([null, null, null]);
  });

  it('never fails and never names a number that does not fit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const value = readSearch(text)?.number?.value ?? 1;
        expect(Number.isSafeInteger(value) && value < 2_147_483_648).toBe(true);
      }),
    );
  });
});

describe('a name with one wrong letter', () => {
  it.each(['mercado', 'mercadp', 'mercdo', 'mercaddo', 'mecrado', 'nercado', 'MERCÁDO', 'merca'])(
    '%p is nearly a word of it',
    (word) => expect(isNearly(word, 'Mercado Azul')).toBe(true),
  );
  it.each(['mexcadp', 'marcadas', 'zulu', 'rcado'])('%p is none', (word) =>
    expect(isNearly(word, 'Mercado Azul')).toBe(false),
  );
  it('is found whichever letter it is', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{5,12}$/),
        fc.nat(),
        letter,
        fc.constantFrom(0, 1, 2),
        (name, place, other, how) => {
          const at = place % name.length;
          const word = name.slice(0, at) + (how === 0 ? '' : other) + name.slice(how === 1 ? at : at + 1);
          expect([name, word, isNearly(word, `Loja ${name} ltda`)]).toEqual([name, word, true]);
        },
      ),
    );
  });
});
