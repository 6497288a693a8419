import { EMPTY_CELL, type SheetCell, textCell } from '../../../contract/rules/imports/cellText.ts';
import type { WorkbookCell } from './workbook/sheetLines.ts';

/** Precision of spreadsheets: the sixteenth digit of a number is storage noise. */
const DIGITS = 15;

/** The displayed content of a workbook cell. */
export function sheetCell(value: WorkbookCell['value'] | undefined): SheetCell {
  if (value === null || value === undefined) return EMPTY_CELL;
  if (typeof value === 'number') return { text: plainNumber(value), kind: 'number' };
  if (typeof value === 'boolean') return { text: value ? 'sim' : 'não', kind: 'boolean' };
  if (value instanceof Date) return { text: dayText(value), kind: 'day' };
  return textCell(value);
}

/** Formats a number without exponent or floating-point noise: 0.1 + 0.2 is '0.3'. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const [digits = '0', exponent = '0'] = value.toPrecision(DIGITS).split('e');
  const plain =
    exponent === '0'
      ? digits
      : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

/** A date in a sheet has no zone, so its wall-clock time is what is meant. A bare time is stored on day zero. */
function dayText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const whole = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
  const [day, time] = [whole.slice(0, 10), whole.slice(11, 16)];
  if (day.startsWith(EPOCH_YEAR)) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

const EPOCH_YEAR = '1899-12-';
