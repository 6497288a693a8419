import type { Readable } from 'node:stream';
import type { TimeZone } from '../../../contract/rules/zonedTime.ts';
import type { SheetFormat } from '../../../contract/sac/ticketExport.ts';
import { csvWriter } from './csvWriter.ts';
import { xlsxWriter } from './xlsxWriter.ts';

export type Cell = string | number | Date | null;

export interface SheetColumn {
  title: string;
  /**
   * `code`: digits that are no number, as an access key: they keep every digit. `instant`: day and time. `decimal`: an
   * exact one as text. `day`: YYYY-MM-DD. Any other text in such a column, as a heading in its last row, stays text.
   */
  kind: 'text' | 'code' | 'number' | 'instant' | 'decimal' | 'day';
  /** How a spreadsheet shows it: '#,##0.00'. */
  format?: string;
  /** In characters. */
  width: number;
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** Asked for as the reader of the file goes on: what was written is forgotten. */
  rows: AsyncIterable<readonly Cell[]>;
  /** Whose clock the instants are told by. */
  zone: TimeZone;
}

export interface SheetWriter {
  mime: string;
  write: (sheet: Sheet) => Readable;
}

export const sheetWriters: Record<SheetFormat, SheetWriter> = { csv: csvWriter, xlsx: xlsxWriter };
