import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  countPastedRows,
  foldedWords,
  isDescribed,
  isNamedBy,
  isSoldBy,
  MAX_PASTED_LINES,
  type PastedReading,
  pastedLines,
} from '#contract/rules/orders/pastedLines.ts';

const texts = (reading: PastedReading | undefined) => reading?.codes.map(({ text }) => text);
const first = (text: string) => pastedLines(text)[0]?.readings[0];

/** As people wrote them in chats, e-mails and sheets: quantity, unit, the word that may be a code, words. */
const CORPUS: [string, string | null, string | null, string | null, string][] = [
  ['12 cx arroz tp1 5kg', '12', 'cx', null, 'arroz tp1 5 kg'],
  ['5x REF-123', '5', null, 'REF-123', 'ref-123'],
  ['REF-123 5', '5', null, 'REF-123', 'ref-123'],
  ['7891234567895 12', '12', null, '7891234567895', '7891234567895'],
  ['12 7891234567895', '12', null, '7891234567895', '7891234567895'],
  ['7891234567895', null, null, '7891234567895', '7891234567895'],
  ['1001', null, null, '1001', '1001'],
  ['1001\t3', '3', null, '1001', '1001'],
  ['Arroz branco 5 kg - 12 un', '12', 'un', null, 'arroz branco 5 kg'],
  ['arroz 5kg', null, null, null, 'arroz 5 kg'],
  ['arroz = 12', '12', null, 'arroz', 'arroz'],
  ['arroz branco ........ 12 caixas', '12', 'cx', null, 'arroz branco'],
  ['2 kg de queijo minas', '2', 'kg', null, 'queijo minas'],
  ['2,5kg queijo', '2.5', 'kg', 'queijo', 'queijo'],
  ['1.000 un copo descartável', '1000', 'un', null, 'copo descartavel'],
  ['*10 fardos de água 500ml*', '10', 'fd', null, 'agua 500 ml'],
  ['- 3 pct café', '3', 'pct', 'café', 'cafe'],
  ['• qtd: 4 óleo de soja', '4', null, null, 'oleo soja'],
  ['óleo de soja qtde 4', '4', null, null, 'oleo soja'],
  ['12*arroz', '12', null, 'arroz', 'arroz'],
  ['leite x6', '6', null, 'leite', 'leite'],
  ['6 x cx leite integral', '6', 'cx', null, 'leite integral'],
  ['cod 1001 3', '3', null, '1001', '1001'],
  ['3 cod. 1001', '3', null, '1001', '1001'],
  ['[10:31, 29/11/2026] Ana Souza: 3 cx leite', '3', 'cx', 'leite', 'leite'],
  ['29/11/2026 10:31 - Ana Souza: 3 cx leite', '3', 'cx', 'leite', 'leite'],
  ['2 dz ovos R$ 12,90', '2', 'dz', 'ovos', 'ovos'],
  ['1) 10 tinta base fosca 18L', '10', null, null, 'tinta base fosca 18 l'],
  ['Cano 20mm 6m 4 barras', '4', 'br', null, 'cano 20 mm 6 m'],
  ['MANGUEIRA 10X20 8', '8', null, null, 'mangueira 10x20'],
];

describe('a pasted line', () => {
  it.each(CORPUS)('%s', (text, quantity, unit, code, words) => {
    const reading = first(text);
    expect([reading?.quantity, reading?.unit, reading?.words]).toEqual([quantity, unit, words]);
    if (code !== null) expect(texts(reading)).toContain(code);
  });

  it('keeps the other way to read two numbers', () => {
    const [line] = pastedLines('1234 5');
    expect(line?.readings.map((reading) => [reading.quantity, texts(reading)])).toEqual([
      ['1234', ['5']],
      ['5', ['1234']],
      [null, []],
    ]);
  });

  it.each<[string, string[]]>([
    ['12 cx arroz tp1 5kg', ['tp1 PERGUNTAR', '5kg PERGUNTAR']],
    ['12x arroz tp1', ['tp1 PERGUNTAR']],
    ['12 arroz 5kg', ['5kg PERGUNTAR']],
    ['Entrega dia 15', []],
    ['Rua das Flores, 120', []],
    ['Rua 15 de Novembro, 120', ['15 PERGUNTAR']],
    ['item 3 - 12 cx arroz', ['3 PERGUNTAR']],
    // The code before the name, or the quantity before a size: the product tells.
    ['1001 arroz 5', ['1001 DUVIDOSO', '5 PERGUNTAR']],
    ['cod 15 arroz 3', ['15 CERTO']],
    ['3 un arroz 7891234567895', ['7891234567895 CERTO']],
    ['15 3', ['15 CERTO', '3 CERTO']],
    ['15', ['15 CERTO']],
    ['Maria', ['Maria PERGUNTAR']],
  ])('takes no quantity, day or house number of %s for a code', (text, codes) => {
    const found = pastedLines(text).flatMap(({ readings }) => readings.flatMap((reading) => reading.codes));
    expect([...new Set(found.map((code) => `${code.text} ${code.trust}`))].sort()).toEqual(codes.sort());
  });

  it('belongs to the code whose product has all its words as words', () => {
    const fits = (description: string, words: string) => isDescribed(description, { words }, '12');
    expect(fits('ARROZ BRANCO TP1', '12 arroz tp1')).toBe(true);
    expect(fits('ARROZAL TP1', '12 arroz tp1')).toBe(false);
    expect(fits('ARROZ 5', '12 5')).toBe(false);
    // A number and its measure are two words on both sides, a size is not.
    expect(fits('Arroz 5kg', foldedWords('12 arroz 5 kg'))).toBe(true);
    expect(fits('Arroz 5 KG', foldedWords('12 arroz 5kg'))).toBe(true);
    expect(fits('Arroz 15kg', foldedWords('12 arroz 5kg'))).toBe(false);
    expect(foldedWords('TP1 5kgs 2m 3x4mm 8mg')).toBe('tp1 5 kgs 2 m 3x4 mm 8mg');
  });

  it('is counted beyond what one paste takes', () => {
    const rows = Array.from({ length: 250 }, (_, at) => `${at + 1} cx arroz`).join('\n\n');
    expect([countPastedRows(rows), pastedLines(rows).length]).toEqual([250, MAX_PASTED_LINES]);
    expect(countPastedRows(`Qtd;Produto\n${rows}`)).toBe(250);
  });

  it('follows the columns of a sheet that names them', () => {
    const sheet = 'Descrição\tQtde\tCód.\tUn\nArroz 5\t3,00\t10\tCX\nFeijão\t\t11\tUN';
    expect(pastedLines(sheet).map(({ number, readings: [reading] }) => [number, reading])).toEqual([
      [
        2,
        {
          quantity: '3',
          unit: 'cx',
          codes: [{ text: '10', trust: 'CERTO' }],
          words: '10 arroz 5',
          named: '',
        },
      ],
      [3, expect.objectContaining({ quantity: '11', unit: 'un' })],
    ]);
  });

  it('knows a unit that may be a part of the name', () => {
    expect(first('3 rolos de lã')).toMatchObject({
      quantity: '3',
      unit: 'rl',
      words: 'la',
      named: 'rolos la',
    });
    expect(first('3 cx de lã')?.named).toBe('');
    expect(isNamedBy('ROLO DE LÃ 23 CM', 'rl')).toBe(true);
    expect(isNamedBy('Lã de rocha', 'rl')).toBe(false);
  });

  it('names packagings by unit or name', () => {
    expect(isSoldBy({ unidade: 'CX', emb: 'Caixa com 12' }, 'cx')).toBe(true);
    expect(isSoldBy({ unidade: 'C12', emb: 'Caixa com 12' }, 'cx')).toBe(true);
    expect(isSoldBy({ unidade: 'PC', emb: 'Pacote com 6' }, 'pct')).toBe(true);
    expect(isSoldBy({ unidade: 'UN', emb: 'UN' }, 'cx')).toBe(false);
  });
});

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'bcdfhjnpqrtvz'), minLength: min, maxLength: max });
const code = fc.oneof(
  fc.stringMatching(/^[1-9]\d{7,12}$/),
  fc.tuple(letters(2, 4), fc.integer({ min: 100, max: 999 })).map(([a, n]) => `${a.toUpperCase()}-${n}`),
);
const quantity = fc.integer({ min: 1, max: 99_999 }).map(String);
const unit = fc.constantFrom('cx', 'un', 'fardos', 'pct', 'CX');
const name = fc.array(letters(4, 9), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

describe('properties', () => {
  it('any order of quantity with its unit, code and name is read', () => {
    const parts = fc.tuple(quantity, unit, code, name, fc.constantFrom(' ', '\t', ' ; ', ' - ', '  '));
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    fc.assert(
      fc.property(parts, order, ([amount, measure, article, words, between], places) => {
        const pieces = [`${amount} ${measure}`, article, words];
        const reading = first(places.map((place) => pieces[place]).join(between));
        expect(reading?.quantity).toBe(amount);
        expect(reading?.unit).not.toBeNull();
        expect(texts(reading)).toContain(article);
        for (const word of words.split(' ')) expect(reading?.words).toContain(word);
      }),
    );
  });

  it('a code and a plain quantity are among the readings in either order', () => {
    fc.assert(
      fc.property(quantity, code, fc.boolean(), (amount, article, swapped) => {
        const [line] = pastedLines(swapped ? `${article} ${amount}` : `${amount} ${article}`);
        expect(line?.readings).toContainEqual(
          expect.objectContaining({ quantity: amount, codes: [expect.objectContaining({ text: article })] }),
        );
      }),
    );
  });

  it('no text breaks it, and what it gives is bounded and can be sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ maxLength: 1000 })),
        (text) => {
          const lines = pastedLines(text);
          expect(lines.length).toBeLessThanOrEqual(MAX_PASTED_LINES);
          for (const { readings, text: shown } of lines) {
            expect(shown.length).toBeLessThanOrEqual(200);
            expect(readings.length).toBeGreaterThan(0);
            expect(readings.length).toBeLessThanOrEqual(4);
            for (const reading of readings)
              if (reading.quantity !== null) expect(reading.quantity).toMatch(/^\d{1,6}(\.\d{1,3})?$/);
          }
        },
      ),
    );
  });

  it('line ends of any system are the same', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), (rows) => {
        const readings = (end: string) => pastedLines(rows.join(end)).map((line) => line.readings);
        expect(readings('\r\n')).toEqual(readings('\n'));
      }),
    );
  });
});
