import type { IconName } from './iconNames.ts';
import type { PaletteKey } from './paletteKeys.ts';

/** What every row tells: the raw value on the wire, and how a person sees it (colour, icon and word together). */
export interface CatalogRow<Value extends string = string> {
  value: Value;
  label: string;
  color: PaletteKey;
  icon: IconName;
}

/** A row that also says which values may follow. */
export interface StatusRow<Value extends string = string> extends CatalogRow<Value> {
  next: readonly Value[];
}

/** The row of a value, or a question mark with the raw value (document 002, section 4). */
export function rowOf<Row extends CatalogRow>(catalog: readonly Row[], value: string): Row | CatalogRow {
  return catalog.find((row) => row.value === value) ?? unknownRow(value);
}

/** The values alone, for schemas and tests. */
export const valuesOf = <Value extends string>(catalog: readonly CatalogRow<Value>[]): Value[] =>
  catalog.map(({ value }) => value);

/** Whether a raw value stands in the catalogue. */
export const isValueOf = <Value extends string>(
  catalog: readonly CatalogRow<Value>[],
  value: string,
): value is Value => catalog.some((row) => row.value === value);

const unknownRow = (value: string): CatalogRow => ({
  value,
  label: value,
  color: 'secundaria',
  icon: 'HelpOutline',
});
