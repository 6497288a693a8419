import { CODE_128 } from '#server/callcenter/documents/pdf/drawing.ts';

/** Which two of five elements are wide, derived from the standard's weights 1, 2, 4, 7 and parity. */
const WEIGHTS = [1, 2, 4, 7];

function digitOf(elements: readonly number[]): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + ((elements[index] ?? 1) > 1 ? weight : 0), 0);
  if (elements.filter((each) => each > 1).length !== 2) throw new Error('two wide elements');
  return String(sum === 11 ? 0 : sum);
}

/** The digits of an interleaved 2 of 5 barcode. */
export function readInterleaved(bars: readonly number[]): string {
  if (bars.slice(0, 4).join('') !== '1111' || bars.slice(-3).join('') !== '311')
    throw new Error('start and stop');
  const inner = bars.slice(4, -3);
  let text = '';
  for (let at = 0; at < inner.length; at += 10) {
    const pair = inner.slice(at, at + 10);
    text +=
      digitOf(pair.filter((_, index) => index % 2 === 0)) +
      digitOf(pair.filter((_, index) => index % 2 === 1));
  }
  return text;
}

/** The text of a Code 128 barcode in sets B and C; verifies its check digit. */
export function readCode128(bars: readonly number[]): string {
  const patterns = CODE_128.split(' ');
  const symbols = (bars.slice(0, -7).join('').match(/.{6}/g) ?? []).map((each) => patterns.indexOf(each));
  if (bars.slice(-7).join('') !== patterns[106]) throw new Error('stop');
  const check = symbols.pop();
  const [start = 0, ...values] = symbols;
  const sum = values.reduce((total, value, index) => total + value * (index + 1), start);
  if (sum % 103 !== check) throw new Error('check digit');
  let pairs = start === 105;
  let text = '';
  for (const value of values) {
    if (pairs && value === 100) pairs = false;
    else if (!pairs && value === 99) pairs = true;
    else text += pairs ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  }
  return text;
}
