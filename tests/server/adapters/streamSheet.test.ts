import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre/xlsx';
import { shapeOf } from '#server/adapters/spreadsheet/sheetShape.ts';
import { objectRows, sheetRows } from '#server/adapters/spreadsheet/streamSheet.ts';

const opener = (content: Buffer | string) => async () => Readable.from([Buffer.from(content)]);

async function rowsOf(content: Buffer | string): Promise<[number, ...string[]][]> {
  const open = opener(content);
  const shape = await shapeOf(open, 'x');
  if (shape.format !== 'CSV' && shape.format !== 'XLSX') throw new Error(shape.format);
  const rows: [number, ...string[]][] = [];
  for await (const { line, cells } of sheetRows(open, shape))
    rows.push([line, ...cells.map(({ text }) => text)]);
  return rows;
}

describe('CSV file', () => {
  it.each([
    [';', 'utf-8', 'a;b\n1;é\n'],
    ['\t', 'utf-8', 'a\tb\n1\té\n'],
    [',', 'utf-8', 'a,b\n"1,5",é\n"2,5",ü\n'],
  ])('is read with the separator %j', async (delimiter, encoding, text) => {
    const open = opener(text);
    expect(await shapeOf(open, 'x.csv')).toEqual({ format: 'CSV', encoding, delimiter });
    expect((await rowsOf(text))[1]?.at(-1)).toBe('é');
  });

  it('is read in the encodings of Windows and Excel', async () => {
    expect(await rowsOf(Buffer.from('razão;ação\nJosé;Conceição\n', 'latin1'))).toEqual([
      [1, 'razão', 'ação'],
      [2, 'José', 'Conceição'],
    ]);
    expect(await rowsOf(Buffer.from('\ufeffa;b\nç;ã\n', 'utf16le'))).toEqual([
      [1, 'a', 'b'],
      [2, 'ç', 'ã'],
    ]);
    expect(await rowsOf('\ufeffa;b\n1;2\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
  });

  it('keeps quotes within quotes, line breaks within a cell and line numbers', async () => {
    expect(await rowsOf('a;b\n"diz ""oi""";1\n\n"duas\nlinhas";2\nTubo 3/4" aço;3\n')).toEqual([
      [1, 'a', 'b'],
      [2, 'diz "oi"', '1'],
      [5, 'duas\nlinhas', '2'],
      [6, 'Tubo 3/4" aço', '3'],
    ]);
  });

  it('is rejected for unclosed quotes or too many columns, naming the line', async () => {
    await expect(rowsOf('a;b\n1;"nunca\n2;3\n')).rejects.toThrow(/aspas que abrem e não fecham/);
    const wide = Array.from({ length: 400 }, (_, index) => `c${index}`).join(';');
    await expect(rowsOf(`${wide}\n`)).rejects.toThrow('A linha 1 tem mais de 256 colunas.');
  });

  it('is rejected when it is empty, binary, or a ZIP of something else', async () => {
    await expect(rowsOf('')).rejects.toThrow('está vazio');
    await expect(rowsOf(Buffer.from([1, 0, 2, 0, 3]))).rejects.toThrow('não é CSV');
    await expect(rowsOf(Buffer.from('PK\u0003\u0004 nada'))).rejects.toThrow(
      /grande demais|não pôde ser lida/,
    );
  });
});

describe('XLSX file', () => {
  it('is read by sheet, with exact numbers and days without a time zone', async () => {
    const content = await writeXlsx({
      sheets: [
        {
          name: 'Um',
          rows: [
            ['CNPJ', 'Valor', 'Dia'],
            ['x', 0.1 + 0.2, new Date(Date.UTC(2026, 1, 1))],
            [],
            ['y', 1e15, null],
          ],
        },
        { name: 'Dois', rows: [['outra']] },
      ],
    });
    const open = opener(Buffer.from(content));
    const shape = await shapeOf(open, 'x.xlsx');
    expect(shape).toEqual({ format: 'XLSX', sheets: ['Um', 'Dois'], sheet: 0 });
    expect(await rowsOf(Buffer.from(content))).toEqual([
      [1, 'CNPJ', 'Valor', 'Dia'],
      [2, 'x', '0.3', '2026-02-01'],
      [4, 'y', '1000000000000000'],
    ]);
  });
});

describe('JSON file', () => {
  const objects = async (text: string) => {
    const open = opener(text);
    const shape = await shapeOf(open, 'x.json');
    if (shape.format !== 'JSON' && shape.format !== 'NDJSON') throw new Error(shape.format);
    const rows = [];
    for await (const row of objectRows(open, shape)) rows.push(row);
    return rows;
  };

  it('is read as a list, or as one object per line', async () => {
    expect(await objects('[{"a":1},2]')).toEqual([
      { line: 1, data: { a: 1 } },
      { line: 2, data: null },
    ]);
    expect(await objects('{"a":1}\n\n{"a":\n{"a":2}')).toEqual([
      { line: 1, data: { a: 1 } },
      { line: 3, data: null },
      { line: 4, data: { a: 2 } },
    ]);
    await expect(objects('[{"a":1}')).rejects.toThrow('JSON válido');
  });
});
