/** Widths of bars and spaces in turn, beginning with a bar; in modules. */
export type BarWidths = readonly number[];

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

/** Interleaved 2 of 5, as payment slips carry it: an even number of digits, each pair woven into bars and spaces. */
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
