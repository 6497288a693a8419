import type { RecordData } from '#contract/records/fields/recordField.ts';

/** Items of a list that a row gives by their position, counted from 1, as in the sheet's columns 'Telefone 2'. */
export interface PlacedItems {
  items: ReadonlyMap<number, RecordData>;
  /** Whether these items replace the stored list instead of being merged into it. */
  replaces: boolean;
}

/** Where a merged item comes from: its position in the row, and its index in the stored list. */
export interface ItemSource {
  place?: number;
  storedIndex?: number;
}
