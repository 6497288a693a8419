/** A labelled field of a printed form. */
interface Box {
  label: string;
  text: string;
  width: number;
  right?: boolean;
  strong?: boolean;
}

export const INK = '#000000';
const GREY = '#444444';
export const MARGIN = 28;

interface RowPlace {
  x: number;
  y: number;
  height: number;
}

/**
 * Draws boxes side by side, each with its label above its text, which is cut if it does not fit. Returns where the row ends.
 */
export function boxRow(doc: PDFKit.PDFDocument, boxes: readonly Box[], { x, y, height }: RowPlace): number {
  let at = x;
  for (const { label, text, width, right, strong } of boxes) {
    doc.rect(at, y, width, height).lineWidth(0.5).strokeColor(INK).stroke();
    doc.font('Helvetica').fontSize(5.5).fillColor(GREY);
    doc.text(label.toUpperCase(), at + 3, y + 2, {
      width: width - 6,
      height: 7,
      ellipsis: true,
      lineBreak: false,
    });
    doc
      .font(strong ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(8)
      .fillColor(INK);
    doc.text(text, at + 3, y + 10, {
      width: width - 6,
      height: height - 11,
      align: right ? 'right' : 'left',
      ellipsis: true,
    });
    at += width;
  }
  return y + height;
}

export function sectionTitle(doc: PDFKit.PDFDocument, title: string, y: number): number {
  doc.font('Helvetica-Bold').fontSize(6.5).fillColor(INK);
  doc.text(title.toUpperCase(), MARGIN, y + 4, { lineBreak: false });
  return y + 13;
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws alternating bars and spaces, stretched to the width. */
export function drawBars(doc: PDFKit.PDFDocument, bars: BarWidths, { x, y, width, height }: Place): void {
  const module = width / bars.reduce((sum, each) => sum + each, 0);
  let at = x;
  for (const [index, modules] of bars.entries()) {
    if (index % 2 === 0) doc.rect(at, y, modules * module, height);
    at += modules * module;
  }
  doc.fill('#000000');
}

/** Element widths of the 107 symbols of Code 128; the stop symbol has seven elements. */
export const CODE_128 =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112';

const PATTERNS = CODE_128.split(' ');
const TO_C = 99;
const TO_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;

/**
 * Encodes digits and capital letters as Code 128: pairs of digits in set C and the rest in set B, which keys with letters
 * need.
 */
export function code128Bars(text: string): BarWidths {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new Error('printable characters only');
  const values = symbolsOf(text);
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103;
  return [...values, check, STOP].flatMap((value) => [...(PATTERNS[value] ?? '')].map(Number));
}

function symbolsOf(text: string): number[] {
  const values: number[] = [];
  let set: 'B' | 'C' | null = null;
  for (let at = 0; at < text.length; ) {
    const wanted = setAt(text, at, set);
    if (wanted !== set) values.push(switchTo(wanted, set));
    set = wanted;
    if (set === 'C') values.push(Number(text.slice(at, at + 2)));
    else values.push(text.charCodeAt(at) - 32);
    at += set === 'C' ? 2 : 1;
  }
  return values;
}

/** Switching to set C pays off from four digits in a row. */
function setAt(text: string, at: number, set: 'B' | 'C' | null): 'B' | 'C' {
  const least = set === 'C' ? 2 : 4;
  return new RegExp(`^\\d{${least}}`).test(text.slice(at)) ? 'C' : 'B';
}

function switchTo(wanted: 'B' | 'C', set: 'B' | 'C' | null): number {
  if (set === null) return wanted === 'C' ? START_C : START_B;
  return wanted === 'C' ? TO_C : TO_B;
}

/** Widths of alternating bars and spaces in modules, starting with a bar. */
type BarWidths = readonly number[];

/** Which two of the five elements of a digit are wide. */
const WIDE = [
  '00110',
  '10001',
  '01001',
  '11000',
  '00101',
  '10100',
  '01100',
  '00011',
  '10010',
  '01010',
] as const;
const WIDE_MODULES = 3;

/** Interleaved 2 of 5, as used on payment slips: an even number of digits, each pair interleaved as bars and spaces. */
export function interleavedBars(digits: string): BarWidths {
  if (!/^(\d\d)+$/.test(digits)) throw new Error('an even number of digits');
  const pairs = digits.match(/\d\d/g) ?? [];
  return [1, 1, 1, 1, ...pairs.flatMap(woven), WIDE_MODULES, 1, 1];
}

function woven(pair: string): number[] {
  const [bars = '', spaces = ''] = [...pair].map((digit) => WIDE[Number(digit)]);
  return [...bars].flatMap((bar, index) => [widthOf(bar), widthOf(spaces[index])]);
}

const widthOf = (mark: string | undefined): number => (mark === '1' ? WIDE_MODULES : 1);
