import { normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData, RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { keyText } from '../columns.ts';
import type { PendingRow } from './pendingRow.ts';
import type { ItemSource, PlacedItems } from './placedItem.ts';

interface Merged {
  items: RecordData[];
  sources: ItemSource[];
}

interface MergedItem {
  item: RecordData;
  source: ItemSource;
}

interface GivenItem {
  place: number;
  item: RecordData;
}

/**
 * Merges the items given by a row's columns into the stored list. An item matches the stored one with the same key, wherever
 * that is; otherwise the one at the same position, or it is added. Everything that no column names is kept, so importing the
 * same row again changes nothing.
 */
export function withPlacedItems(
  field: RecordField,
  stored: readonly RecordData[],
  { items, replaces }: PlacedItems,
): Merged {
  const given = [...items]
    .sort(([one], [other]) => one - other)
    .map(([place, item]) => ({ place, item: normalizeFields(field.campos ?? {}, item) }));
  const matches = replaces ? new Map<number, GivenItem>() : matchItems(field, stored, given);
  const matched = new Set([...matches.values()].map(({ place }) => place));
  const remaining = replaces ? [] : stored;
  const merged: MergedItem[] = [
    ...remaining.map((before, index) => {
      const one = matches.get(index);
      return one
        ? { item: { ...before, ...one.item }, source: { storedIndex: index, place: one.place } }
        : { item: before, source: { storedIndex: index } };
    }),
    ...given
      .filter(({ place }) => !matched.has(place))
      .map(({ place, item }) => ({ item, source: { place } })),
  ];
  return { items: merged.map(({ item }) => item), sources: merged.map(({ source }) => source) };
}

/**
 * Maps the index of each stored item to the given item that changes it. In order of preference, a given item matches the stored
 * one with the same key (first at its own position), one whose key agrees in the parts that are given, and the one at its
 * position.
 */
function matchItems(field: RecordField, stored: readonly RecordData[], given: readonly GivenItem[]) {
  const matches = new Map<number, GivenItem>();
  const left = new Set(given);
  const match = (index: number, one: GivenItem) => {
    if (index < 0 || index >= stored.length || matches.has(index)) return;
    matches.set(index, one);
    left.delete(one);
  };
  for (const isSame of [isKeyOf, isPartOf]) {
    const isOne = ({ item }: GivenItem, index: number) => {
      const before = stored[index];
      return before !== undefined && !matches.has(index) && isSame(field, item, before);
    };
    for (const one of [...left]) if (isOne(one, one.place - 1)) match(one.place - 1, one);
    for (const one of [...left])
      match(
        stored.findIndex((_, index) => isOne(one, index)),
        one,
      );
  }
  for (const one of [...left]) match(one.place - 1, one);
  return matches;
}

type Comparison = (field: RecordField, given: RecordData, stored: RecordData) => boolean;

const textOf = (keys: readonly string[], item: RecordData): string =>
  keyText(keys.map((key) => item[key] ?? ''));

const isKeyOf: Comparison = (field, given, stored) =>
  hasKey(field, given) && textOf(field.codigo ?? [], given) === textOf(field.codigo ?? [], stored);

const isPartOf: Comparison = (field, given, stored) => {
  const parts = (field.codigo ?? []).filter((key) => given[key] !== undefined);
  return hasKey(field, given) && textOf(parts, given) === textOf(parts, stored);
};

/** Whether every required part of the key is given. */
const hasKey = ({ codigo = [], campos = {} }: RecordField, given: RecordData): boolean =>
  codigo.some((key) => given[key] !== undefined) &&
  codigo.every((key) => given[key] !== undefined || !campos[key]?.obrigatorio);

/** A list field by its path, which may lead into a group: 'registro/dadosBancarios'. */
function listAt(campos: RecordFields, path: string): RecordField | undefined {
  const [key = '', inner] = path.split('/');
  return inner === undefined ? campos[key] : campos[key]?.campos?.[inner];
}

/** Merges the items that a row gives by position into its lists, once the stored record is known. */
export function mergePlacedItems(campos: RecordFields, row: PendingRow): void {
  for (const [path, placed] of row.placed) {
    const field = listAt(campos, path);
    if (!field) continue;
    const [key = '', inner] = path.split('/');
    const before = row.before?.[key];
    const list = inner === undefined ? before : (before as RecordData | undefined)?.[inner];
    const { items, sources } = withPlacedItems(field, Array.isArray(list) ? list : [], placed);
    row.sources.set(path, sources);
    row.give(key, inner, items.length > 0 ? items : null);
  }
}
