import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDateFormat as isTheirDateFormat } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
import { readSheet } from '#server/adapters/spreadsheet/readSheet.ts';
import { shapeOf } from '#server/adapters/spreadsheet/sheetShape.ts';
import { sheetRows } from '#server/adapters/spreadsheet/streamSheet.ts';
import {
  isDateFormat,
  openWorkbook,
  StringTable,
} from '#server/adapters/spreadsheet/workbook/openWorkbook.ts';
import { sheetLines } from '#server/adapters/spreadsheet/workbook/sheetLines.ts';
import { zipOf } from '../../support/nfe/zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...rows: [string, string, string][]) =>
  `<Relationships>${rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

interface Made {
  rows: string;
  strings?: string;
  styles?: string;
  properties?: string;
  sheets?: string;
}

/** A hand-written workbook with one sheet. */
const workbook = ({ rows, strings = '', styles = '', properties = '', sheets }: Made): Buffer =>
  zipOf([
    { name: '_rels/.rels', content: relations(['r0', 'officeDocument', '/xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<x:workbook xmlns:x="${MAIN}" xmlns:q="${REL}">${properties}<x:sheets>${sheets ?? '<x:sheet name="Um" sheetId="1" q:id="r1"/>'}</x:sheets></x:workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['r1', 'worksheet', 'worksheets/a.xml'],
        ['r2', 'sharedStrings', 'texts.xml'],
        ['r3', 'styles', '../xl/styles.xml'],
      ),
    },
    { name: 'xl/texts.xml', content: `<sst>${strings}</sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    { name: 'xl/worksheets/a.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ]);

async function linesOf(content: Buffer, left = 1e9) {
  const allowance = { left };
  const book = await openWorkbook(content, allowance);
  const [first] = book.sheets;
  if (!first) throw new Error('no sheet');
  const lines: unknown[][] = [];
  for await (const { line, cells } of sheetLines(book, first, allowance))
    lines.push([line, ...Array.from(cells, (cell) => cell?.value ?? null)]);
  book.parts.close();
  return lines;
}

describe('workbook', () => {
  it('is read as it was written, for any texts and numbers', async () => {
    const value = fc.oneof(
      fc
        .string({ unit: 'grapheme', maxLength: 12 })
        .filter((text) => text !== '' && !/[\p{Cc}\p{Cs}\ufffe\uffff]|_x/u.test(text)),
      fc.constantFrom(' a ', 'São João & Cia <Ltda>', '"', '😀', 'a\nb'),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => (Object.is(number, -0) ? 0 : number)),
      fc.boolean(),
      fc.constant(null),
      fc
        .date({ min: new Date('1901-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
        .map((day) => new Date(Math.floor(day.getTime() / 86_400_000) * 86_400_000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 6 }), async (rows) => {
        const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }));
        const expected = rows
          .map((row, index) => [index + 1, ...row.slice(0, row.findLastIndex((each) => each !== null) + 1)])
          .filter((row) => row.length > 1);
        expect(await linesOf(content)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('can have shared, phonetic and split texts, and omit cells and positions', async () => {
    const strings =
      '<si><t>Ação</t></si><si><r><t xml:space="preserve">duas </t></r><r><t>partes</t></r><rPh><t>fala</t></rPh></si><si><t>a_x000D_b</t></si><si/>';
    const rows =
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c t="s"><v>1</v></c><c r="E2" t="s"><v>2</v></c></row>' +
      '<row><c t="inlineStr"><is><t>x</t></is></c><c t="b"><v>1</v></c><c t="e"><v>#N/D</v></c><c t="str"><f>A1&amp;B1</f><v>y</v></c><c t="s"><v>99</v></c><c><v>1.5E3</v></c></row>' +
      '<row r="9"/><row r="10"><c r="C10" s="4"/></row>';
    expect(await linesOf(workbook({ rows, strings }))).toEqual([
      [2, null, 'Ação', 'duas partes', null, 'a\rb'],
      [3, 'x', true, '#N/D', 'y', null, 1500],
    ]);
  });

  it('counts days from 1900, with its nonexistent leap day, or from 1904', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="&quot;dias&quot; 0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const rows = `<row>${['0:45123', '1:45123', '2:59', '2:61', '1:0.5', '3:45123'].map((each) => `<c s="${each.split(':')[0]}"><v>${each.split(':')[1]}</v></c>`).join('')}<c t="d"><v>2026-02-01T08:30:00</v></c></row>`;
    const texts = async (properties: string) => {
      const content = workbook({ rows, styles, properties });
      const open = async () => Readable.from([content]);
      const shape = await shapeOf(open, 'x.xlsx');
      if (shape.format !== 'XLSX') throw new Error(shape.format);
      for await (const { cells } of sheetRows(open, shape)) return cells.map(({ text }) => text);
      return [];
    };
    expect(await texts('')).toEqual([
      '45123',
      '2023-07-16',
      '1900-02-28',
      '1900-03-01',
      '12:00',
      '45123',
      '2026-02-01 08:30',
    ]);
    expect((await texts('<workbookPr date1904="1"/>'))[1]).toBe('2027-07-17');
  });

  it.each([
    'General',
    '@',
    '0',
    '0.00',
    '#,##0.00',
    '"R$" #,##0.00',
    '0%',
    '0.00E+00',
    '[Red]-0',
    '# ?/?',
    'dd/mm/yyyy',
    'd-mmm',
    'mmm/yy',
    'h:mm',
    '[h]:mm',
    'mm:ss',
    'hh:mm AM/PM',
    '[$-416]d \\d\\e mmmm',
    '0 "dias"',
    '_-* #,##0.00_-',
    'mmmm',
    'yyyy',
  ])('treats the number format %s as a date exactly where others do', (format) => {
    expect(isDateFormat(format)).toBe(isTheirDateFormat(format));
  });

  it('is read by the names of its own parts, without hidden sheets', async () => {
    const sheets =
      '<x:sheet name="Capa" sheetId="1" state="hidden" q:id="r1"/><x:sheet name="Itens" sheetId="2" q:id="r1"/><x:sheet name="Gráfico" sheetId="3" q:id="nada"/>';
    const content = workbook({ rows: '<row><c><v>1</v></c></row>', sheets });
    const shape = await shapeOf(async () => Readable.from([content]), 'x.xlsx');
    expect(shape).toEqual({ format: 'XLSX', sheets: ['Itens'], sheet: 0 });
  });

  it('shows formulas when a sheet is read whole', async () => {
    const rows = '<row r="1"><c t="str"><v>Código</v></c></row><row r="3"><c><f>1+1</f><v>2</v></c></row>';
    expect(await readSheet(workbook({ rows }), 'x.xlsx', 10)).toEqual([['Código'], [], ['=1+1']]);
    await expect(readSheet(workbook({ rows: rows.replace('"3"', '"99"') }), 'x.xlsx', 10)).rejects.toThrow(
      'mais de 10 linhas',
    );
  });
});

describe('invalid workbook', () => {
  const refused = async (content: Buffer) => {
    const open = async () => Readable.from([content]);
    const shape = await shapeOf(open, 'x.xlsx');
    if (shape.format !== 'XLSX') throw new Error(shape.format);
    for await (const _ of sheetRows(open, shape));
  };

  it('is rejected when a part has a document type, is cut off, or is not XML', async () => {
    const until = 'A planilha não pôde ser lida até o fim.';
    await expect(refused(workbook({ rows: '<row>' }))).rejects.toThrow(until);
    await expect(refused(workbook({ rows: '<row><c><v>&x;</v></c></row>' }))).rejects.toThrow(until);
    const doctype = '<!DOCTYPE x [<!ENTITY a "b">]>';
    const content = workbook({ rows: '', properties: '</x:workbook>' });
    await expect(refused(content)).rejects.toThrow('não pôde ser lida. Salve-a de novo');
    await expect(
      refused(zipOf([{ name: '_rels/.rels', content: `${doctype}<Relationships/>` }])),
    ).rejects.toThrow('não pôde ser lida. Salve-a de novo');
  });

  it('is rejected when a cell has no end, or there are over two million cells', async () => {
    const open = '<row><c t="str"><v>';
    await expect(refused(workbook({ rows: open + 'a'.repeat(2_000_000) }))).rejects.toThrow('até o fim');
    const row = '<row><c r="XFD1"><v>1</v></c></row>'.replaceAll('1"', '"');
    await expect(refused(workbook({ rows: row.repeat(130) }))).rejects.toThrow('tem mais de 256 colunas');
    // Empty cells before the last one count as well.
    const wide = '<row><c r="IV1"><v>1</v></c></row>';
    await expect(refused(workbook({ rows: wide.repeat(7_813) }))).rejects.toThrow(
      'passa de 2 milhões de células',
    );
  });

  it('yields no more bytes than allowed, whatever size it states', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(10_000);
    await expect(linesOf(workbook({ rows }), 100_000)).rejects.toThrow();
    expect(await linesOf(workbook({ rows }), 1_000_000)).toHaveLength(10_000);
  });
});

describe('shared strings of a workbook', () => {
  it('are returned unchanged across page boundaries, and limited in size', () => {
    const table = new StringTable();
    const texts = [
      '',
      'ç',
      '😀'.repeat(700_000),
      'x'.repeat(5_000_000),
      ...Array.from({ length: 3_000 }, (_, n) => `n${n}`),
    ];
    for (const text of texts) table.add(text);
    expect(texts.every((text, index) => table.get(index) === text)).toBe(true);
    expect([table.get(-1), table.get(texts.length), table.get(Number.NaN), table.get(0.5)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const most = new StringTable();
    expect(() => {
      for (let n = 0; n < 40; n++) most.add('x'.repeat(4 * 1024 * 1024));
    }).toThrow();
  });
});
